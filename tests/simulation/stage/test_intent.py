"""The hand on stage is read rightly by the robots' own eyes (`cotree.team.mirror.watch`)."""

from __future__ import annotations

import pytest

from cotree.core.actions import Event, HandSeen, ObjectSeen
from cotree.core.mission import Reach
from cotree.simulation.stage.stage import Stage
from cotree.team.mirror.questions import Question
from cotree.team.mirror.sightings import Sighting
from cotree.team.mirror.sightings import Stage as Phase
from cotree.team.mirror.watch import Watch
from tests.simulation.stage.scenes import human_experiment
from tests.team.mirror.table import SHARED_GOAL, SHARED_HOME

PATH = {
    "Burger": "first/Burger",
    "Cup": "first/Cup",
    "Tea_Pot": "second/Tea_Pot",
    "Sugar": "second/Sugar",
}


class Eyes:
    """What the integrator does on each tick: objects stay where they were seen until news come."""

    def __init__(self, stage: Stage, turn: tuple[str, ...] = ()) -> None:
        self.watch = Watch("ann", "PR2", stage.targets, home=SHARED_HOME["human"])
        self.watch.task(turn or tuple(PATH.values()), ())
        self.part = stage.part("PR2")
        self.said: list[tuple[float, str, str]] = []
        self._objects: dict[str, ObjectSeen] = {}

    def look(self, now_s: float) -> None:
        for event in self.part.advance(now_s):
            self._see(event)

    def _see(self, event: Event) -> None:
        if isinstance(event, ObjectSeen):
            self._objects[event.object] = event
        if isinstance(event, HandSeen):
            for thing in self._objects.values():
                held = thing.held_by is not None and thing.held_by[0] != "ann"
                self._note(self.watch.object(event.t_s, thing.object, thing.at, held=held))
            self._note(self.watch.hand(event.t_s, event.at))

    def _note(self, seen: object) -> None:
        assert isinstance(seen, list)
        for word in seen:
            assert isinstance(word, Sighting)
            if not self.said or self.said[-1][1:] != (word.leaf, word.stage.value):
                self.said.append((word.at_s, word.leaf, word.stage.value))


@pytest.mark.parametrize("name", list(PATH))
def test_what_a_hand_reaches_for_is_known_before_it_arrives(name: str) -> None:
    stage = Stage(human_experiment((Reach(PATH[name]),)))
    eyes = Eyes(stage)
    eyes.look(1.2)
    assert [word[1:] for word in eyes.said] == [(PATH[name], Phase.REACHING.value)]
    assert eyes.said[0][0] < 1.2 * 0.8


@pytest.mark.parametrize("name", list(PATH))
def test_the_whole_deed_is_followed_to_its_end(name: str) -> None:
    stage = Stage(human_experiment((Reach(PATH[name]),)))
    eyes = Eyes(stage)
    eyes.look(30.0)
    assert [word[1:] for word in eyes.said] == [
        (PATH[name], "reaching"),
        (PATH[name], "working"),
        (PATH[name], "done"),
    ]
    assert stage.body.world.objects[name] == SHARED_GOAL[name]
    taken_s, done_s = eyes.said[1][0], eyes.said[2][0]
    assert 4.0 <= taken_s < 5.0
    assert 7.0 < done_s < 8.0


@pytest.mark.parametrize("name", list(PATH))
def test_a_hand_that_withdraws_is_seen_to_give_up(name: str) -> None:
    stage = Stage(human_experiment((Reach(PATH[name], keeps=False),)))
    eyes = Eyes(stage)
    eyes.look(1.0)
    question = Question("q", "PR2", "ann", PATH[name], "Do you prefer to continue?", 1.0)
    stage.person("ann").asked(question, 1.0)
    eyes.look(30.0)
    assert [word[1:] for word in eyes.said] == [(PATH[name], "reaching"), (PATH[name], "cleared")]
    assert eyes.said[1][0] < 2.5 + 2.5


@pytest.mark.parametrize(
    ("name", "turn"),
    [("Cup", ("Burger", "Cup")), ("Tea_Pot", ("Tea_Pot", "Sugar"))],
)
def test_the_experiments_own_reaches_are_known_by_whose_turn_it_is(
    name: str, turn: tuple[str, ...]
) -> None:
    stage = Stage(human_experiment((Reach(PATH[name], delay_s=0.4),)))
    eyes = Eyes(stage, tuple(PATH[each] for each in turn))
    eyes.look(1.6)
    assert [word[1:] for word in eyes.said] == [(PATH[name], "reaching")]
