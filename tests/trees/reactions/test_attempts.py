"""How often is reacted to what does not go away, and what happens when that was often enough."""

from __future__ import annotations

from py_trees.common import Status

from cotree.core.changes import DisturbanceChange
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from tests.kit.disturbed import ARM, BASE, disturbed, goes_wrong, reaction, words
from tests.kit.rig import Act, Rig

RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE


def down(attempts: int = 3, rest: float = 1.0) -> Rig:
    """It has fallen, the task stands still, and it rises for the first time."""
    task = And("task", None, [Act("walk", BASE)])
    rig = disturbed(task, reaction("fall", Act("rise"), attempts=attempts, rest=rest))
    goes_wrong(rig, "fall")
    rig.end("walk", "halted")
    rig.tick()
    assert rig.going() == ["rise"]
    return rig


def test_the_same_disturbance_is_not_raised_again_while_its_reaction_runs() -> None:
    rig = down()
    for _ in range(3):
        goes_wrong(rig, "fall")
    assert rig.order == ["walk", "rise"]
    assert words(rig) == []


def test_a_reaction_goes_on_to_its_end_although_the_disturbance_is_over() -> None:
    rig = down()
    goes_wrong(rig, right=("fall",))
    rig.ticks(3)
    assert (rig.going(), rig.halted) == (["rise"], {})
    rig.end("rise")
    assert words(rig) == ["over"]


def test_if_it_is_there_after_a_reaction_that_one_is_tried_again_after_a_pause() -> None:
    rig = down(rest=1.0)
    rig.end("rise")
    assert words(rig) == ["again"]
    rig.ticks(9)
    assert rig.going() == [], "no pause before the next attempt"
    rig.ticks(3)
    assert rig.order == ["walk", "rise", "rise"]


def test_each_pause_is_twice_as_long_as_the_one_before() -> None:
    rig = down(attempts=4, rest=1.0)
    waited = []
    for _ in range(3):
        rig.end("rise", "slipped")
        begun, since_s = len(rig.order), rig.now_s
        while len(rig.order) == begun:
            rig.tick()
        waited.append(round(rig.now_s - since_s))
    assert waited == [1, 2, 4]


def test_the_engine_says_when_the_pause_is_over() -> None:
    rig = down(rest=1.0)
    rig.end("rise")
    rig.tick()
    wake_s = rig.engine.next_wake_s()
    assert wake_s is not None
    assert abs(wake_s - (rig.now_s - 0.1 + 1.0)) < 1e-6


def test_in_the_pause_the_task_does_not_go_on_but_lower_reactions_may() -> None:
    task = And("task", None, [Act("walk", BASE)])
    rig = disturbed(task, reaction("fall", Act("rise")), reaction("low", Act("charge", ARM)))
    goes_wrong(rig, "fall", "low")
    rig.end("walk", "halted")
    rig.tick()
    rig.end("rise", "slipped")
    rig.ticks(2)
    assert rig.going() == ["charge"]
    rig.ticks(8)
    assert rig.halted == {"charge": Stop.INTERRUPT}, "the first one does not come back"


def test_what_is_over_in_the_pause_is_over_and_its_attempts_are_forgotten() -> None:
    rig = down(attempts=2)
    rig.end("rise", "slipped")
    goes_wrong(rig, right=("fall",))
    assert words(rig) == ["over"]
    rig.ticks(2)
    assert rig.going() == ["walk"]
    goes_wrong(rig, "fall")
    rig.end("walk", "halted")
    rig.tick()
    rig.end("rise", "slipped")
    assert rig.status is RUNNING


def test_after_enough_failures_the_reason_is_the_robots_failure() -> None:
    rig = down(attempts=2, rest=0.1)
    rig.end("rise", "slipped")
    rig.ticks(4)
    assert rig.end("rise", "slipped") is FAILURE
    assert words(rig) == ["hopeless"]
    assert rig.engine.reason_of(rig.engine.tree).code == "slipped"
    rig.ticks(20)
    assert rig.going() == []


def test_reactions_that_change_nothing_are_failures_too() -> None:
    rig = down(attempts=2, rest=0.1)
    rig.end("rise")
    rig.ticks(4)
    assert rig.end("rise") is FAILURE
    reason = rig.engine.reason_of(rig.engine.tree)
    assert reason.message == "fall.wrong is true; reacting 2 times did not help"
    assert reason.path == "reactions/fall"


def test_a_robot_that_fails_stands_still_before_it_has_failed() -> None:
    task = And("task", None, [Act("walk", BASE)])
    rig = disturbed(task, reaction("dark", Act("light"), stops="nothing", attempts=1))
    goes_wrong(rig, "dark")
    rig.tick()
    assert rig.end("light", "no_bulb") is RUNNING
    assert rig.halted == {"walk": Stop.KILL}
    assert rig.end("walk", "halted") is FAILURE


def test_an_attempt_that_failed_after_the_disturbance_was_over_is_none() -> None:
    rig = down(attempts=1)
    goes_wrong(rig, right=("fall",))
    assert rig.end("rise", "slipped") is RUNNING
    rig.ticks(2)
    assert rig.going() == ["walk"]


def test_what_becomes_of_it_is_told_with_its_reason() -> None:
    rig = down()
    rig.end("rise", "slipped")
    (again,) = (each for each in rig.changes if isinstance(each, DisturbanceChange))
    assert again.path == "reactions/fall"
    assert again.reason is not None
    assert again.reason.code == "slipped"
