"""A robot whose body another package makes."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from cotree.cli import main
from cotree.core.actions import Begin, Command, Ended, Event

MISSION = """mission: m
team: {pr2: {robot: pr2}}
task: {then: [{wait: 1 s}, {perform: wave}]}
"""


class Prompt:
    """Does everything at once."""

    def __init__(self, seen: list[str]) -> None:
        self._seen = seen
        self._ended: list[Event] = []

    def command(self, command: Command, now_s: float) -> None:
        if isinstance(command, Begin):
            self._seen.append(type(command.action).__name__)
            self._ended.append(Ended(command.id))

    def advance(self, to_s: float) -> list[Event]:
        ended, self._ended = self._ended, []
        return ended

    def next_event_s(self) -> float | None:
        return None


@pytest.fixture
def seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the body is asked for; it is installed as ``prompt``."""
    found: list[str] = []
    module = ModuleType("body_of_a_test")
    module.make = lambda mission, robot: Prompt(found)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "body_of_a_test", module)
    info = tmp_path / "bodies-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bodies\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cotree.bodies]\nprompt = body_of_a_test:make\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("m.yaml").write_text(MISSION)
    return found


@pytest.mark.real
def test_a_robot_alone_is_moved_by_it(seen: list[str]) -> None:
    options = ["--name", "pr2", "--body", "prompt", "--real-time", "5", "--no-record", "--quiet"]
    assert main(["robot", "--mission", "m.yaml", *options]) == 0
    assert seen == ["Pause", "Perform"]


def test_one_that_is_not_installed_is_one_line(
    seen: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--name", "pr2", "--body", "promt", "--no-record"]
    assert main(["robot", "--mission", "m.yaml", *options]) == 2
    said = capsys.readouterr().err
    assert said == "there is no body 'promt'; did you mean 'prompt'?; there are: prompt\n"
    assert seen == []
