"""Looking on at processes in lockstep: the picture is right, and the team notices nothing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from cotree.app.membership import team_of
from cotree.core.changes import NodeState
from cotree.runtime.describe import describe
from cotree.runtime.hub import HubBus
from cotree.runtime.messages import Message, Said, Told
from cotree.runtime.story import Story
from cotree.runtime.telling.listener import Listener
from cotree.runtime.telling.onlooker import Onlooker
from cotree.runtime.telling.pages import decode
from cotree.team import messages as letters
from cotree.trees.reading import loads
from tests.kit.lockstep import Lockstep
from tests.kit.lossy import LossyBus, Weather
from tests.kit.table import ONCE, TABLE

STATES = dict.fromkeys(("task", *(f"task/{name}" for name in ONCE)), NodeState.DONE)


class Watched(Lockstep):
    """A team that is looked at, from a moment on."""

    def __init__(self, folder: Path, loss: float = 0.0) -> None:
        mission = loads(f"mission: lockstep\n{TABLE}", "lockstep.yaml")
        super().__init__(folder, mission, Weather(0.0, 0.0, 0.0), 1)
        self.found: list[Message] = []
        self.story = Story()
        self._loss = loss
        self._onlooker: Onlooker | None = None

    def start(
        self, name: str, *, forget: bool = False, stay: bool = False, first: bool = False
    ) -> None:
        super().start(name, forget=forget, stay=stay, first=first)
        place, _, _ = self._living[name]
        for message in describe(self.mission, "", "1"):
            place.write(message)

    def watch(self) -> HubBus:
        """Somebody looks on from now on; the end of the bus that she has."""
        end = self._hub.join("viewer")
        weather = Weather(loss=self._loss) if self._loss else Weather(0.0, 0.0, 0.0)
        ear = LossyBus(end, 7, weather)
        self._onlooker = Onlooker(ear, Listener("lockstep"), lambda: self.now_s)
        return end

    def run(self, until_s: float) -> None:
        while self._living and self.now_s < until_s:
            super().run(min(until_s, self.now_s + 0.01))
            if self._onlooker is not None:
                for message in self._onlooker.receive():
                    self.found.append(message)
                    self.story.hear(message)

    def whole(self) -> None:
        for name in team_of(self.mission):
            self.start(name)


def states(story: Story) -> dict[str, NodeState]:
    return {path: role.state for path, role in story.roles.items() if path in STATES}


@pytest.mark.parametrize("loss", [0.0, 0.2])
@pytest.mark.parametrize("since_s", [0.0, 2.0])
def test_who_looks_on_sees_who_does_what_from_whenever_she_comes(
    tmp_path: Path, since_s: float, loss: float
) -> None:
    team = Watched(tmp_path, loss)
    team.whole()
    team.run(since_s)
    team.watch()
    team.run(120.0)
    team.run(team.now_s + 1.0)
    team.close()
    assert set(team.ends.values()) == {"success"}
    assert states(team.story) == STATES
    did = {path for share in team.story.shares.values() for path in share.pieces}
    assert did == {f"task/{name}" for name in ONCE}


def test_without_loss_she_sees_every_change_that_is_in_the_records(tmp_path: Path) -> None:
    team = Watched(tmp_path)
    team.watch()
    team.whole()
    team.run(120.0)
    team.close()
    for robot in ("pr2", "baxter"):
        recorded = [
            change
            for message in team.written[robot]
            if isinstance(message, Told)
            for change in message.changes
        ]
        seen = [
            change
            for message in team.found
            if isinstance(message, Told) and message.robot == robot
            for change in message.changes
        ]
        assert seen == recorded


@pytest.fixture
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are told apart by when they began; here all begin at the same moment."""
    monkeypatch.setattr("cotree.app.place.time", SimpleNamespace(time=lambda: 1.0))


@pytest.mark.usefixtures("same_dice")
def test_nothing_that_a_viewer_sends_has_an_effect(tmp_path: Path) -> None:
    """What pr2 says is said again in the viewer's name, and pages as if a robot told them."""
    quiet, loud = Watched(tmp_path / "quiet"), Watched(tmp_path / "loud")
    for team in (quiet, loud):
        end = team.watch()
        team.whole()
        while team._living and team.now_s < 120.0:
            team.run(team.now_s + 0.05)
            said = [each for each in team.written["pr2"][-20:] if isinstance(each, Said)]
            for each in said if team is loud else ():
                end.send("letters", letters.encode(each.letter))
                end.send("telling", letters.encode(each.letter))
                end.send("talk", b'{"v": 1}')
        team.close()
    assert loud.ends == quiet.ends
    assert loud.written["pr2"] == quiet.written["pr2"]
    assert any("viewer" in notice for notice in loud.notices)


@pytest.mark.usefixtures("same_dice")
def test_a_team_that_does_not_tell_is_not_seen_and_works_the_same(tmp_path: Path) -> None:
    told, silent = Watched(tmp_path / "told"), Watched(tmp_path / "silent")
    silent.tell = False
    for team in (told, silent):
        team.watch()
        team.whole()
        team.run(120.0)
        team.close()
    assert told.written == silent.written
    assert told.found
    assert not silent.found


def test_what_is_told_is_readable_and_names_its_process(tmp_path: Path) -> None:
    team = Watched(tmp_path)
    end = team.watch()
    team._onlooker = None
    team.whole()
    team.run(3.0)
    pages = [each for each in end.receive() if each.topic == "telling"]
    team.close()
    assert {decode(each.data).sender for each in pages} == set(team_of(team.mission))
    assert all(each.sender == decode(each.data).sender for each in pages)
