"""When a checker is asked, what it may look at, and what happens when it does not answer well."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from py_trees.common import Status

from cotree.behaviours.checkers.balance import Balance
from cotree.behaviours.checkers.condition import Condition, If
from cotree.behaviours.checkers.critical import Critical
from cotree.behaviours.checkers.declare import Checker, checker
from cotree.behaviours.checkers.environment import Environment
from cotree.behaviours.checkers.look import Look
from cotree.behaviours.checkers.state import State
from cotree.core.actions import Checked, FactSeen, ObjectSeen
from cotree.core.changes import DisturbanceChange
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.trees.and_ import And
from tests.kit.disturbed import BASE, disturbed, reaction
from tests.kit.rig import HAND, ONE_HAND, Act, Rig

HERE = (0.0, 0.0, 0.0)


class Asked(Checker):
    """Notes when it is asked; wrong while ``it.wrong``."""

    def __init__(self) -> None:
        self.at_s: list[float] = []
        self.raises: Exception | None = None
        self.says: Any = None

    def check(self, look: Look) -> Reason | None:
        self.at_s.append(round(look.now_s, 6))
        if self.raises is not None:
            raise self.raises
        if self.says is not None:
            return self.says  # type: ignore[no-any-return]
        return Reason("it", "it is wrong") if look.fact("it.wrong") else None


class Away(Asked):
    polled = True


def asked(rate: float = 1000.0, kind: type[Asked] = Asked, **more: Any) -> tuple[Rig, Asked]:
    made = kind()
    task = And("task", None, [Act("walk", BASE)])
    return disturbed(task, reaction("it", Act("mend"), make=lambda: made, rate=rate, **more)), made


def found(rig: Rig) -> list[str]:
    return [
        each.reason.message
        for each in rig.changes
        if isinstance(each, DisturbanceChange) and each.reason is not None
    ]


# -- when ----------------------------------------------------------------------------------------


def test_it_is_asked_at_the_start_and_then_only_when_something_it_read_has_changed() -> None:
    rig, made = asked()
    rig.ticks(50)
    rig.tick(FactSeen("other", 1.0))
    assert made.at_s == [0.1]
    rig.tick(FactSeen("it.wrong", False))
    assert len(made.at_s) == 2


def test_it_is_asked_at_the_next_multiple_of_its_period() -> None:
    rig, made = asked(rate=2.0)
    rig.tick(FactSeen("it.wrong", True))
    assert found(rig) == []
    assert rig.engine.next_wake_s() == pytest.approx(0.5)
    rig.ticks(2)
    assert made.at_s == [0.1, 0.5]
    assert found(rig) == ["it is wrong"]


def test_several_changes_within_a_period_are_one_question() -> None:
    rig, made = asked(rate=2.0)
    for value in (True, False, True):
        rig.tick(FactSeen("it.wrong", value), after_s=0.05)
    rig.ticks(5)
    assert made.at_s == [0.1, 0.55]


def test_an_idle_checker_needs_no_tick() -> None:
    rig, _ = asked()
    rig.tick()
    assert rig.engine.next_wake_s() is None
    assert not rig.engine.polling


# -- badly ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raises", "says", "message"),
    [
        (ValueError("no\nsensor"), None, "the checker 'it' raised ValueError: no sensor"),
        (None, 7, "the checker 'it' answered 7, which is neither a Reason nor None"),
    ],
)
def test_a_checker_that_fails_is_a_disturbance(
    raises: Exception | None, says: object, message: str
) -> None:
    rig, made = asked()
    made.raises, made.says = raises, says
    rig.tick(FactSeen("it.wrong", False))
    assert found(rig) == [message]
    assert rig.engine.reactions is not None
    (case,) = rig.engine.reactions.ticker.cases
    assert case.raised is not None
    assert case.raised.code == "checker_failed"


# -- away from the tick --------------------------------------------------------------------------


def answer(rig: Rig, reason: Reason | None = None) -> None:
    (inspection,) = rig.desk.inspections
    rig.desk.inspections.clear()
    rig.tick(Checked(inspection.path, inspection.asked_s, reason))


def test_one_that_looks_at_the_world_itself_is_never_asked_in_the_tick() -> None:
    rig, made = asked(rate=5.0, kind=Away)
    assert made.at_s == []
    (inspection,) = rig.desk.inspections
    assert inspection.ask() is None
    assert made.at_s == [0.1]


def test_what_it_answers_is_heard_and_it_is_asked_again_at_its_rate() -> None:
    rig, _ = asked(rate=2.0, kind=Away)
    answer(rig, Reason("hot", "it is hot"))
    assert found(rig) == ["it is hot"]
    rig.ticks(2)
    assert rig.desk.inspections == []
    rig.ticks(2)
    assert len(rig.desk.inspections) == 1


def test_one_that_does_not_answer_is_a_disturbance_and_holds_up_nothing() -> None:
    rig, _ = asked(rate=10.0, kind=Away)
    rig.ticks(8)
    assert found(rig) == []
    rig.ticks(2)
    assert rig.going() == ["walk"]
    (case,) = rig.engine.reactions.ticker.cases  # type: ignore[union-attr]
    assert case.raised is not None
    assert case.raised.code == "checker_hangs"
    assert len(rig.desk.inspections) == 1, "it is asked again although it has not answered"


def test_one_that_answers_after_all_hangs_no_more() -> None:
    rig, _ = asked(rate=10.0, kind=Away)
    rig.ticks(12)
    answer(rig)
    (case,) = rig.engine.reactions.ticker.cases  # type: ignore[union-attr]
    assert case.raised is None


def test_its_questions_keep_nobody_waiting_for_a_stuck_tree() -> None:
    task = And("task", None, [Act("walk", (Need("wings"),))])
    rig = disturbed(task, reaction("it", Act("mend"), make=Away, rate=1.0))
    answer(rig)
    rig.tick()
    assert rig.engine.next_wake_s() is not None
    assert [reason.code for reason in rig.engine.stuck] == ["needs"]


# -- what the four look for ----------------------------------------------------------------------


def bench(make: Callable[[], Checker], *acts: Act) -> Rig:
    task = And("task", None, list(acts) or [Act("walk")])
    return disturbed_with(task, make)


def disturbed_with(task: And, make: Callable[[], Checker]) -> Rig:
    from cotree.trees.reactions.nodes import Reactions

    it = reaction("it", Act("mend"), make=make, stops="nothing")
    rig = Rig(Reactions("reactions", None, [it, task]), ONE_HAND, cooldown_s=1.0)
    rig.ticks(2)
    return rig


def test_balance_looks_whether_the_robot_stands() -> None:
    rig = bench(Balance)
    rig.tick(FactSeen("other/upright", False))
    assert found(rig) == []
    rig.tick(FactSeen("rig/upright", False))
    assert found(rig) == ["rig has fallen"]


def test_critical_looks_whether_the_robot_is_healthy() -> None:
    rig = bench(Critical)
    rig.tick(FactSeen("rig/healthy", False))
    assert found(rig) == ["rig is broken"]


def test_critical_believes_what_a_motion_says_until_the_robot_is_said_to_be_healthy() -> None:
    rig = bench(Critical)
    rig.end("walk", "broken")
    rig.tick()
    assert found(rig) == ["rig is broken: walk broken"]
    rig.tick(FactSeen("rig/healthy", True))
    (case,) = rig.engine.reactions.ticker.cases  # type: ignore[union-attr]
    assert case.raised is None


def test_state_looks_whether_what_was_picked_up_is_held() -> None:
    take = Act("take", (Need("gripper", takes="cup", keep=True),))
    rig = bench(State, take)
    rig.tick(ObjectSeen("cup", HERE, ("rig", "hand")))
    rig.end("take")
    rig.tick()
    assert found(rig) == []
    rig.tick(ObjectSeen("cup", HERE))
    assert found(rig) == ["rig does not hold cup any more"]


def test_state_looks_whether_facts_are_as_they_must_be() -> None:
    rig = bench(State)
    rig.tick(FactSeen("rig/state", "standby"))
    rig.desk.expect("rig/state", "standby")
    rig.tick()
    assert found(rig) == []
    rig.tick(FactSeen("rig/state", "loaded"))
    assert found(rig) == ["rig/state is loaded, not standby"]


def test_environment_looks_for_drives_that_were_blocked() -> None:
    rig = bench(Environment)
    rig.end("walk", "blocked")
    rig.tick()
    assert found(rig) == ["walk blocked"]


@pytest.mark.parametrize("fact", ["blocked/a-b", "rig/blocked/a-b"])
def test_environment_looks_at_the_ways_that_the_robot_takes(fact: str) -> None:
    rig = bench(Environment)
    rig.desk.takes("task/walk", "a-b")
    rig.tick(FactSeen("other/blocked/a-b", True), FactSeen("blocked/b-a", True))
    assert found(rig) == []
    rig.tick(FactSeen(fact, True))
    assert found(rig) == ["the way a-b is blocked"]


# -- conditions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("test", "than", "calm", "wrong", "message"),
    [
        ("below", 0.2, 0.2, 0.1, "rig/x is 0.1, below 0.2"),
        ("above", 60.0, 60.0, 61.0, "rig/x is 61, above 60"),
        ("equals", True, False, True, "rig/x is true"),
        ("equals", "open", "shut", "open", "rig/x is open"),
        ("below", 0.2, "low", -1.0, "rig/x is -1, below 0.2"),
    ],
)
def test_a_condition_compares_a_fact(
    test: Any, than: Any, calm: Any, wrong: Any, message: str
) -> None:
    rig = bench(lambda: Condition(If("$me/x", test, than)))
    rig.tick(FactSeen("rig/x", calm))
    assert found(rig) == []
    rig.tick(FactSeen("rig/x", wrong))
    assert found(rig) == [message]


def test_a_fact_is_missing_when_nobody_has_known_it_for_so_long() -> None:
    rig = bench(lambda: Condition(If("beat", "missing", 1.0)))
    rig.ticks(5)
    rig.tick(FactSeen("beat", 1.0))
    rig.tick(FactSeen("beat", None))
    assert rig.engine.next_wake_s() == pytest.approx(rig.now_s + 1.0)
    rig.ticks(9)
    assert found(rig) == []
    rig.tick()
    assert found(rig) == ["nobody has told beat for 1 s"]


# -- declaring -----------------------------------------------------------------------------------


def test_a_checker_shows_how_it_is_written() -> None:
    with pytest.raises(TypeError, match="Bare: the docstring shows no ```yaml example"):

        @checker("bare", rate=1.0, do="recover")
        class Bare(Checker):
            """Nothing."""


def test_hands_are_not_looked_at_while_they_are_used() -> None:
    use = Act("use", HAND)
    rig = bench(State, use)
    rig.tick(ObjectSeen("cup", HERE))
    assert found(rig) == []
    assert rig.status is Status.RUNNING
