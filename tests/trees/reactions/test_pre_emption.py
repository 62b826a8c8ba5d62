"""Who has the turn when something goes wrong, who stops for it, and who goes on afterwards."""

from __future__ import annotations

import pytest
from py_trees.common import Status

from cotree.behaviours.checkers.declare import Stops
from cotree.core.actions import FactSeen
from cotree.core.changes import NodeState
from cotree.core.stopping import Stop
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.disturbed import ARM, BASE, disturbed, goes_wrong, reaction, words
from tests.kit.rig import Act, Probe, Rig

RUNNING, SUCCESS, FAILURE, INVALID = Status.RUNNING, Status.SUCCESS, Status.FAILURE, Status.INVALID


def fall(stops: Stops = "interrupt") -> Rig:
    """A robot that walks twice, and gets up when it has fallen."""
    task = Then("task", None, [Act("walk", BASE), Act("stroll", BASE)])
    return disturbed(task, reaction("fall", Act("rise"), stops=stops))


def test_while_nothing_is_wrong_the_task_runs_as_it_would_alone() -> None:
    rig = fall()
    assert rig.going() == ["walk"]
    rig.end("walk")
    rig.tick()
    assert rig.end("stroll") is SUCCESS
    assert rig.order == ["walk", "stroll"]


def test_a_reaction_begins_only_after_the_task_has_stopped() -> None:
    rig = fall()
    goes_wrong(rig, "fall")
    assert words(rig) == ["raised"]
    rig.ticks(5)
    assert rig.going() == ["walk"], "the reaction begins before the task has stopped"
    assert rig.halted == {"walk": Stop.INTERRUPT}
    rig.end("walk", "halted")
    rig.tick()
    assert rig.going() == ["rise"]


@pytest.mark.parametrize(
    ("stops", "word"),
    [("interrupt", Stop.INTERRUPT), ("cancel", Stop.CANCEL), ("kill", Stop.KILL)],
)
def test_the_task_is_stopped_by_the_word_that_is_written(stops: Stops, word: Stop) -> None:
    rig = fall(stops)
    goes_wrong(rig, "fall")
    assert rig.halted == {"walk": word}


@pytest.mark.parametrize("stops", ["interrupt", "cancel", "kill"])
def test_however_it_was_stopped_the_task_goes_on_where_it_was(stops: Stops) -> None:
    rig = fall(stops)
    rig.end("walk")
    rig.tick()
    goes_wrong(rig, "fall")
    rig.end("stroll", "halted")
    rig.tick()
    goes_wrong(rig, right=("fall",))
    rig.end("rise")
    rig.ticks(2)
    assert rig.going() == ["stroll"]
    assert rig.end("stroll") is SUCCESS
    assert rig.order == ["walk", "stroll", "rise", "stroll"]


def test_what_stops_nothing_runs_beside_the_task() -> None:
    rig = fall("nothing")
    goes_wrong(rig, "fall")
    rig.tick()
    assert rig.going() == ["rise", "walk"]
    assert rig.halted == {}


def test_a_reaction_takes_what_the_task_held() -> None:
    task = Then("task", None, [Act("walk", BASE)])
    rig = disturbed(task, reaction("low", Act("charge", BASE)))
    goes_wrong(rig, "low")
    rig.end("walk", "halted")
    rig.tick()
    assert rig.going() == ["charge"]
    assert rig.owners("base") == {"reactions/low"}
    goes_wrong(rig, right=("low",))
    rig.end("charge")
    rig.tick()
    assert rig.going() == ["walk"]
    assert rig.owners("base") == {"task"}


# -- several at once -----------------------------------------------------------------------------


def two() -> Rig:
    """``fall`` counts more than ``low``."""
    task = And("task", None, [Act("walk", BASE), Act("wave", ARM)])
    return disturbed(
        task, reaction("fall", Act("rise")), reaction("low", Act("charge", BASE)), cooldown_s=0
    )


def stop_task(rig: Rig) -> None:
    rig.tick(rig.ended("walk", "halted"), rig.ended("wave", "halted"))
    rig.tick()


def test_of_two_at_once_the_first_has_its_turn_first() -> None:
    rig = two()
    goes_wrong(rig, "low", "fall")
    stop_task(rig)
    assert rig.going() == ["rise"]
    goes_wrong(rig, right=("fall",))
    rig.end("rise")
    rig.ticks(2)
    assert rig.going() == ["charge"], "the second has its turn, before the task"


def test_a_reaction_pre_empts_a_lower_one_which_begins_anew_afterwards() -> None:
    rig = two()
    goes_wrong(rig, "low")
    stop_task(rig)
    goes_wrong(rig, "fall")
    rig.ticks(3)
    assert (rig.going(), rig.halted) == (["charge"], {"charge": Stop.INTERRUPT})
    rig.end("charge", "halted")
    rig.tick()
    assert rig.going() == ["rise"]
    goes_wrong(rig, right=("fall",))
    rig.end("rise")
    rig.ticks(2)
    assert rig.going() == ["charge"]
    goes_wrong(rig, right=("low",))
    rig.end("charge")
    rig.ticks(2)
    assert rig.going() == ["walk", "wave"]


def test_a_lower_one_does_not_pre_empt_a_higher_one() -> None:
    rig = two()
    goes_wrong(rig, "fall")
    stop_task(rig)
    goes_wrong(rig, "low")
    rig.ticks(3)
    assert (rig.going(), rig.halted) == (["rise"], {})


def test_what_was_pre_empted_and_is_over_by_itself_does_not_begin_anew() -> None:
    rig = two()
    goes_wrong(rig, "low")
    stop_task(rig)
    goes_wrong(rig, "fall")
    rig.end("charge", "halted")
    goes_wrong(rig, right=("low",))
    goes_wrong(rig, right=("fall",))
    rig.end("rise")
    rig.ticks(2)
    assert rig.going() == ["walk", "wave"]
    assert rig.order.count("charge") == 1


def test_what_stops_nothing_is_not_stopped_by_what_is_written_below_it() -> None:
    task = And("task", None, [Act("walk", BASE)])
    rig = disturbed(
        task, reaction("dark", Act("light"), stops="nothing"), reaction("fall", Act("rise"))
    )
    goes_wrong(rig, "dark")
    goes_wrong(rig, "fall")
    rig.end("walk", "halted")
    rig.tick()
    assert (rig.going(), rig.halted) == (["light", "rise"], {})


def test_a_more_urgent_disturbance_stops_the_task_more_urgently() -> None:
    task = And("task", None, [Act("walk", BASE)])
    rig = disturbed(
        task, reaction("fall", Act("rise")), reaction("broken", Act("beep"), stops="kill")
    )
    goes_wrong(rig, "fall")
    assert rig.halted == {"walk": Stop.INTERRUPT}
    goes_wrong(rig, "broken")
    assert rig.halted == {"walk": Stop.KILL}


# -- exactly once --------------------------------------------------------------------------------


def test_each_execution_of_a_reaction_begins_once_and_ends_once() -> None:
    probe = Probe("probe", RUNNING)
    rig = disturbed(And("task", None, [Act("walk", BASE)]), reaction("fall", probe))
    goes_wrong(rig, "fall")
    rig.end("walk", "halted")
    rig.ticks(3)
    goes_wrong(rig, right=("fall",))
    rig.ticks(3)
    assert (probe.count("initialise"), probe.count("terminate SUCCESS")) == (1, 0)
    probe.statuses = [SUCCESS]
    rig.tick()
    assert (probe.count("initialise"), probe.count("terminate SUCCESS")) == (1, 1)


def test_an_exception_in_a_reaction_is_contained_and_counts_as_a_failure() -> None:
    probe = Probe("probe", RUNNING)
    probe.raises["update"] = RuntimeError("odd")
    rig = disturbed(And("task", None, [Act("walk", BASE)]), reaction("fall", probe, attempts=1))
    goes_wrong(rig, "fall")
    rig.end("walk", "halted")
    rig.tick()
    assert rig.status is FAILURE
    assert "odd" in rig.engine.reason_of(rig.engine.tree).message


def test_halting_the_tree_halts_the_reaction_too() -> None:
    rig = fall()
    goes_wrong(rig, "fall")
    rig.end("walk", "halted")
    rig.tick()
    assert not rig.halt(Stop.CANCEL)
    assert rig.halted == {"rise": Stop.CANCEL}
    assert rig.halt(Stop.CANCEL, rig.ended("rise", "halted"))
    assert rig.engine.tree.status is INVALID


def test_the_tree_is_over_when_its_task_is_whatever_runs_beside_it() -> None:
    rig = fall("nothing")
    goes_wrong(rig, "fall")
    rig.tick()
    rig.end("walk")
    rig.tick()
    assert rig.end("stroll") is RUNNING, "what runs beside it has stopped already"
    assert rig.halted == {"rise": Stop.CANCEL}
    assert rig.end("rise", "halted") is SUCCESS


# -- what was disturbed counts as no attempt -----------------------------------------------------


@pytest.mark.parametrize("code", ["fallen", "blocked", "broken"])
def test_what_a_disturbance_ends_is_no_attempt_that_failed(code: str) -> None:
    task = And("task", None, [Act("walk", BASE)])
    rig = disturbed(task, reaction("fall", Act("rise")), retries=0, cooldown_s=0.1)
    for _ in range(3):
        assert rig.end("walk", code) is RUNNING
        rig.ticks(3)
    assert rig.going() == ["walk"]
    assert rig.state("walk") is NodeState.RUNNING


def test_without_reactions_it_is_one() -> None:
    rig = Rig(And("task", None, [Act("walk")]), retries=0)
    rig.ticks(2)
    assert rig.end("walk", "fallen") is FAILURE


def test_a_task_of_one_leaf_begins_again_after_what_befell_it() -> None:
    rig = disturbed(Act("walk", BASE), reaction("fall", Act("rise")))
    rig.tick(FactSeen("fall.wrong", True), rig.ended("walk", "fallen"))
    rig.ticks(2)
    assert (rig.going(), rig.status) == (["rise"], RUNNING)
    goes_wrong(rig, right=("fall",))
    rig.end("rise")
    rig.ticks(2)
    assert rig.end("walk") is SUCCESS
