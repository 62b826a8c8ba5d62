"""A team's run is recorded, shown, and done again, whatever happened to its processes."""

from __future__ import annotations

import signal
from pathlib import Path

import msgspec
import pytest

from cotree import __version__, app
from cotree.app.team import crew_of
from cotree.behaviours.move import Move
from cotree.runtime.crew.crew import Crew
from cotree.runtime.describe import describe
from cotree.runtime.messages import Born, End, Heard, Message, Said, Team, Told, encode
from cotree.runtime.read import Recording, read
from cotree.runtime.record import RecordError
from cotree.runtime.story import Story
from cotree.runtime.swarm.faults import Air
from cotree.runtime.swarm.host import Clock
from tests.kit.kept import kept
from tests.missions import PAIR, write

TRIO = PAIR.replace("  bob:", "  cat: {robot: pr2, at: [2, 3]}\n  bob:")


def ran(folder: Path, text: str = PAIR, **changes: object) -> list[Message]:
    messages: list[Message] = []
    end = app.run_team(app.read_mission(write(folder, text), **changes), messages.append)
    assert messages[-1] == end
    return messages


def told(messages: list[Message]) -> Story:
    story = Story()
    for message in messages:
        story.hear(message)
    return story


class Hard:
    """A run in which robots die and come back, clocks differ and letters get lost."""

    def __init__(self, folder: Path) -> None:
        self.mission = app.read_mission(write(folder, TRIO))
        offsets = {"ann": 500.0, "bob": -40.0}
        clocks = {name: Clock(offsets.get(name, 0.0), 1e-4, 0.0) for name in self.names}
        self.messages: list[Message] = list(describe(self.mission, "", __version__))
        air = Air(loss=0.1, doubled=0.1, late=0.1)
        self.crew, _ = crew_of(
            self.mission, self.messages.append, air=air, clocks=lambda name: clocks[name]
        )
        self.dies("ann", 8.0, disk=True)
        self.dies("bob", 20.0, disk=False)
        self.messages.append(self.crew.run())

    @property
    def names(self) -> list[str]:
        return [*self.mission.team, *self.mission.coordination.witness]

    def dies(self, robot: str, at_s: float, *, disk: bool) -> None:
        crew: Crew = self.crew

        def die() -> None:
            crew.returning.add(robot)
            crew.seats[robot].die(disk=disk)
            crew.world.crash(robot, orphan=True)

        def boot() -> None:
            crew.returning.discard(robot)
            crew.world.restart(robot)
            crew.seats[robot].boot(crew.queue.now_s)

        crew.queue.at(at_s, die)
        crew.queue.at(at_s + 5.0, boot)


@pytest.fixture(scope="module")
def hard(tmp_path_factory: pytest.TempPathFactory) -> list[Message]:
    return Hard(tmp_path_factory.mktemp("hard")).messages


@pytest.fixture(scope="module")
def easy(tmp_path_factory: pytest.TempPathFactory) -> list[Message]:
    return ran(tmp_path_factory.mktemp("easy"))


def recording(messages: list[Message], folder: Path) -> Recording:
    return read(kept(folder, messages))


def test_a_record_gives_back_every_message(easy: list[Message], tmp_path: Path) -> None:
    whole = recording(easy, tmp_path)
    assert whole.cut == ""
    assert list(whole.messages) == easy


def test_a_hundred_seconds_of_three_robots_are_well_below_a_megabyte(tmp_path: Path) -> None:
    messages = ran(tmp_path, TRIO)
    seconds = messages[-1].t if isinstance(messages[-1], End) else 0.0
    assert kept(tmp_path, messages).stat().st_size < 7_500 * seconds


def test_the_same_seed_is_the_same_run(easy: list[Message], tmp_path: Path) -> None:
    assert [encode(message) for message in ran(tmp_path)] == [encode(message) for message in easy]


def test_a_run_can_be_done_again(easy: list[Message], tmp_path: Path) -> None:
    verdict = app.do_again(recording(easy, tmp_path))
    assert verdict.ok
    assert verdict.ticks == len([each for each in easy if isinstance(each, Heard)])


def test_every_process_that_ever_ran_can_be_done_again(hard: list[Message], tmp_path: Path) -> None:
    births = [
        (each.robot, each.life, each.memory is None) for each in hard if isinstance(each, Born)
    ]
    assert sorted(births) == [
        ("ann", 1, True), ("ann", 2, False), ("bob", 1, True), ("bob", 2, True), ("cat", 1, True),
    ]  # fmt: skip
    verdict = app.do_again(recording(hard, tmp_path))
    assert (verdict.ok, verdict.first) == (True, None)


def test_the_story_is_on_one_clock_although_the_robots_are_not(hard: list[Message]) -> None:
    story = told(hard)
    end = hard[-1]
    assert isinstance(end, End)
    assert end.result == "success"
    assert all(0.0 <= t <= end.t for t, _ in story.starts)
    assert {name: share.lives for name, share in story.shares.items()} == {
        "ann": 2, "cat": 1, "bob": 2,
    }  # fmt: skip


def changed(messages: list[Message], old: Message, **fields: object) -> list[Message]:
    place = next(i for i, each in enumerate(messages) if each is old)
    return [
        *messages[:place], msgspec.structs.replace(old, **fields), *messages[place + 1 :],
    ]  # fmt: skip


def test_a_changed_tick_is_found_out(easy: list[Message], tmp_path: Path) -> None:
    tick = next(
        each for each in easy if isinstance(each, Told) and each.robot == "bob" and each.changes
    )
    verdict = app.do_again(recording(changed(easy, tick, changes=()), tmp_path))
    assert verdict.ticks - verdict.same == 1
    assert verdict.first is not None
    assert (verdict.first.robot, verdict.first.n) == ("bob", tick.n)


def test_a_changed_letter_is_found_out(easy: list[Message], tmp_path: Path) -> None:
    said = [each for each in easy if isinstance(each, Said) and each.letter.sender == "ann"][9]
    letter = msgspec.structs.replace(said.letter, clock=99)
    verdict = app.do_again(recording(changed(easy, said, letter=letter), tmp_path))
    assert verdict.first is not None
    assert verdict.first.robot == "ann"
    assert '"clock":99' in verdict.first.recorded


def test_a_changed_disk_is_found_out(hard: list[Message], tmp_path: Path) -> None:
    born = next(each for each in hard if isinstance(each, Born) and each.memory is not None)
    assert born.memory is not None
    memory = msgspec.structs.replace(born.memory, high=())
    verdict = app.do_again(recording(changed(hard, born, memory=memory), tmp_path))
    assert verdict.first is not None
    assert (verdict.first.robot, verdict.first.t) == ("ann", born.clock_s)


def test_a_record_can_be_cut_in_the_middle_and_verified_up_to_there(
    easy: list[Message], tmp_path: Path
) -> None:
    path = kept(tmp_path, easy)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    verdict = app.do_again(read(path))
    assert verdict.equal
    assert verdict.ticks > 100
    assert "was cut off after" in verdict.damage


def test_a_tick_of_nobody_is_refused(easy: list[Message], tmp_path: Path) -> None:
    without: list[Message] = [each for each in easy if not isinstance(each, Born)]
    with pytest.raises(RecordError, match="has a tick of 'ann', whose process never began"):
        app.do_again(recording(without, tmp_path))
    stranger = Born(0.0, "zoe", 1, 0.0, True)
    damaged = recording([*easy[:3], stranger, *easy[3:]], tmp_path)
    assert "a robot 'zoe' begins, which the team does not have" in damaged.cut
    assert not app.do_again(damaged).ok
    told = next(each for each in easy if isinstance(each, Team))
    more = (*told.members, msgspec.structs.replace(told.members[0], name="zoe"))
    lies: list[Message] = [Team(more) if each is told else each for each in easy]
    with pytest.raises(RecordError, match="the recorded mission has no robot 'zoe'"):
        app.do_again(recording([*lies[:3], stranger, *lies[3:]], tmp_path))


def test_the_published_rule_is_recorded_too(tmp_path: Path) -> None:
    messages = ran(tmp_path, PAIR.replace("[tablet]}", "[tablet], rule: paper}"))
    assert app.do_again(recording(messages, tmp_path)).ok


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_halts_the_whole_team(tmp_path: Path, times: int) -> None:
    messages: list[Message] = []
    left = [times]

    def watch(now_s: float) -> None:
        if now_s > 10.0 and left[0]:
            left[0] -= 1
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    mission = app.read_mission(write(tmp_path, PAIR))
    end = app.run_team(mission, messages.append, watch=watch)
    assert (end.result, end.t < 40.0) == ("halted", True)
    assert signal.getsignal(signal.SIGINT) is before
    words = {each.halt.name for each in messages if isinstance(each, Heard) and each.halt}
    assert words == ({"CANCEL"} if times == 1 else {"CANCEL", "KILL"})
    assert app.do_again(recording(messages, tmp_path)).ok


def test_a_team_in_real_time_does_the_same(easy: list[Message], tmp_path: Path) -> None:
    messages: list[Message] = []
    shown: list[float] = []
    mission = app.read_mission(write(tmp_path, PAIR))
    app.run_team(mission, messages.append, watch=shown.append, speed=500.0, real=True)
    assert messages == easy
    assert shown == sorted(shown)


def test_a_run_that_breaks_has_an_end_that_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def update(self: Move) -> None:
        raise SystemExit(7)

    monkeypatch.setattr(Move, "update", update)
    end = ran(tmp_path)[-1]
    assert isinstance(end, End)
    assert end.result == "error"
    assert end.reasons[0].message.startswith("SystemExit")
