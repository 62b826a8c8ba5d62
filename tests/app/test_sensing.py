"""Missions with senses where nothing can be seen, and where looking takes for ever."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from cotree import app
from cotree.cli import main
from cotree.core.actions import HandSeen
from cotree.core.errors import InputError
from cotree.core.senses import HANDS
from cotree.runtime.gauge import Gauge
from cotree.runtime.messages import End, Heard, Message
from cotree.runtime.senses.pictures import Pictures
from cotree.runtime.senses.ports import Eye, Moment, Sensed
from tests.kit.blocked import Blindfolded, Pointing, Stuck
from tests.kit.seeing import Seen

SOURCE = ", source: nowhere.mp4, depth: table"
TEXT = """\
mission: seen
team:
  pr2:    {{robot: pr2_right_arm, at: [0, 0]}}
  baxter: {{robot: baxter_right_arm, at: [0, 0.8]}}
  ann:    {{person: {{watched_by: [pr2, baxter]}}, at: [0.78, 0.40]}}
world:
  places:  {{tray: [0.2, 0.3]}}
  objects: {{cup: [0.3, 0.2]}}
  cameras: {{ceiling: {{at: [0, 0.4, 1.5], looks_at: [0, 0.4]{source}}}}}
task: {{then: [{{place: {{object: cup, at: tray}}}}]}}
senses: {{hands: {{camera: ceiling, without: {without}}}}}
coordination: {{witness: [ann]}}
simulation: {{people: {{ann: [{{reaches_for: cup, delay: 0.2 s, answers: 'yes'}}]}}}}
"""


def written(folder: Path, without: str = "go_on", source: str = SOURCE) -> Path:
    file = folder / "seen.yaml"
    file.write_text(TEXT.format(without=without, source=source))
    return file


def looked_through(monkeypatch: pytest.MonkeyPatch, eye: Eye) -> None:
    """Somebody else looks through every camera."""
    monkeypatch.setattr("cotree.app.sensing.eye_of", lambda *_, **__: eye)


def test_a_mission_goes_on_without_hands_that_cannot_be_seen(tmp_path: Path) -> None:
    run = Seen(written(tmp_path))
    assert run.end.result == "success"
    (report,) = run.reports
    assert report.startswith("no hands from ceiling: ")
    assert report.endswith("; the mission goes on without")
    assert run.hands("pr2") == [], "the truth is told to nobody"


def test_a_mission_stops_that_must_not_go_on_without(tmp_path: Path) -> None:
    run = Seen(written(tmp_path, "stop"))
    assert run.end.result == "failure"
    assert [reason.code for reason in run.end.reasons] == ["blind"]
    assert run.end.t < 3.0
    assert run.reports[-1].endswith("the mission must not go on without")


def test_the_command_says_it_in_one_line_and_exits_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", str(written(tmp_path, "stop")), "--no-record"]) == 1
    shown = "".join(capsys.readouterr())
    assert shown.count("no hands from ceiling: ") == 1
    assert "Traceback" not in shown


def test_a_lens_that_is_covered_for_a_while_is_told_once_and_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_through(monkeypatch, Blindfolded(2.0, 4.0))
    run = Seen(written(tmp_path))
    assert run.reports == [
        "no hands from ceiling: the lens is covered; the mission goes on without",
        "hands: ceiling works again",
    ]


def test_pictures_are_not_drawn_of_a_world_without_forces(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"camera 'ceiling' shows a world with physics.*--physics"):
        Seen(written(tmp_path, source=""))
    assert main(["run", str(written(tmp_path, source="")), "--no-record"]) == 2


def test_a_mission_of_one_robot_can_have_eyes_and_its_record_is_done_again(tmp_path: Path) -> None:
    file = tmp_path / "alone.yaml"
    camera = f"{{ceiling: {{at: [0, 0.4, 1.5], looks_at: [0, 0.4]{SOURCE}}}}}"
    file.write_text(
        "mission: alone\nteam: {pr2: {robot: pr2_right_arm, at: [0, 0]}}\n"
        f"world: {{places: {{tray: [0.2, 0.3]}}, objects: {{cup: [0.3, 0.2]}}, "
        f"cameras: {camera}}}\n"
        "task: {then: [{place: {object: cup, at: tray}}]}\nsenses: {objects: ceiling}\n"
    )
    record = tmp_path / "alone.mcap"
    assert main(["run", str(file), "--record", str(record), "--quiet"]) == 0
    assert main(["replay", str(record), "--verify"]) == 0


@pytest.mark.parametrize("command", [["sim"], ["robot", "--name", "pr2", "--mission"]])
def test_where_nobody_would_look_senses_are_refused(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, str(written(tmp_path))]) == 2
    assert "has senses, and only 'cotree run' sees and hears" in capsys.readouterr().err


def run_in_real_time(
    file: Path, monkeypatch: pytest.MonkeyPatch, eye: type[Eye], speed: float = 20.0
) -> tuple[list[str], dict[str, Gauge], list[Message]]:
    """What is reported of a run whose clock waits for nobody; how its ticks were; its record."""
    monkeypatch.setattr("cotree.app.sensing.eye_of", partial(_made, eye))
    reports: list[str] = []
    gauges: dict[str, Gauge] = {}
    messages: list[Message] = []
    app.run_team(
        app.read_mission(str(file)),
        messages.append,
        speed=speed,
        real=True,
        report=reports.append,
        gauges=gauges.update,
    )
    return reports, gauges, messages


def _made(eye: type[Eye], *_: object, **__: object) -> Eye:
    return eye()


def test_no_tick_waits_for_an_eye_that_never_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reports, stuck, messages = run_in_real_time(written(tmp_path), monkeypatch, Stuck)
    assert isinstance(messages[-1], End)
    assert messages[-1].result == "success"
    (report,) = reports
    assert "pictures left out" in report, "it is counted, and shown"
    _, seeing, messages = run_in_real_time(written(tmp_path), monkeypatch, Pointing, 8.0)
    heard = [each for each in messages if isinstance(each, Heard) and each.robot == "pr2"]
    hands = [(each.t, e.t_s) for each in heard for e in each.events if isinstance(e, HandSeen)]
    assert hands, "who looks in another process is heard"
    assert all(seen_s <= tick_s for tick_s, seen_s in hands)
    assert stuck.keys() == seeing.keys()
    for gauge in stuck.values():
        assert gauge.ticks > 20, "whoever waits for this eye waits for ever"


def test_what_is_seen_reaches_who_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_through(monkeypatch, Pointing())
    run = Seen(written(tmp_path), until_s=2.0)
    assert {seen.at for seen in run.hands("pr2")} == {(0.5, 0.5, 0.0)}
    times = [seen.t_s for seen in run.hands("baxter")]
    assert times == sorted(times)
    assert len(times) > 20, "fifteen pictures a second while there is a hand"
    assert HANDS not in "".join(run.reports)


class Counting:
    """Counts how often it looks."""

    def __init__(self) -> None:
        self.looks = 0

    def look(self, moment: Moment) -> Sensed:
        self.looks += 1
        return Sensed(moment.t_s)

    def close(self) -> None:
        """Nothing."""


def test_a_camera_that_no_sense_needs_is_looked_through_only_while_somebody_looks_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path)
    senses = "senses: {hands: {camera: ceiling, without: go_on}}\n"
    text = file.read_text()
    assert senses in text
    file.write_text(text.replace(senses, ""))
    for looks_on in (False, True):
        eye, pictures = Counting(), Pictures()
        looked_through(monkeypatch, eye)
        pictures.look("ceiling", on=looks_on)
        app.run_team(
            app.read_mission(str(file)), lambda message: None, until_s=2.0, pictures=pictures
        )
        assert pictures.cameras == ("ceiling",)
        assert (eye.looks > 5) == looks_on
        assert looks_on or eye.looks == 0
