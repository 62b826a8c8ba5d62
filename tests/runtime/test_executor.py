from __future__ import annotations

import pytest
from py_trees.common import Status

from cotree.core.actions import Begin, FactSeen, Halt, Pause
from cotree.core.changes import NodeChange, NodeState
from cotree.core.steps import NoPlan, Plan
from cotree.core.stopping import Stop
from cotree.runtime.executor import Executor
from cotree.runtime.messages import Heard, Told
from tests.runtime.fakes import ENDED, FakeEngine, FakePlanner, Notes, a_problem

PLAN = Plan((("task",),), 2.0, "optimal", "exact")
BEGIN = Begin("fake.1", "fake", Pause(2.0), ("base",))


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


def test_a_tick_folds_what_was_heard_and_tells_what_changed(engine: FakeEngine) -> None:
    notes = Notes()
    executor = Executor(engine, notes)
    executor.inbox.put([FactSeen("door", "open")])
    told = executor.step(0.0)
    assert engine.seen == [(0.0, frozenset({("fact", "door")}))]
    assert engine.desk.belief.facts == {"door": "open"}
    assert told == Told(0, 0.0, (NodeChange("task", NodeState.RUNNING),), (BEGIN,))
    assert notes.messages == [Heard(0, 0.0, (FactSeen("door", "open"),)), told]
    assert executor.ticks == 1


def test_commands_are_taken_from_the_desk(engine: FakeEngine) -> None:
    executor = Executor(engine, Notes())
    executor.step(0.0)
    assert engine.desk.commands == []
    assert executor.step(0.1).commands == ()


def test_a_tick_that_changes_nothing_is_heard_but_not_told(engine: FakeEngine) -> None:
    notes = Notes()
    executor = Executor(engine, notes)
    executor.step(0.0)
    executor.step(0.1)
    assert [type(message) for message in notes.messages] == [Heard, Told, Heard]


def test_outcomes_are_forgotten_once_they_are_read(engine: FakeEngine) -> None:
    executor = Executor(engine, Notes())
    executor.step(0.0)
    assert executor.running == {"fake.1": BEGIN}
    executor.inbox.put([ENDED])
    executor.step(2.0)
    assert executor.status is Status.SUCCESS
    assert engine.desk.belief.ended == {}
    assert engine.desk.heard == set()
    assert executor.running == {}


def test_an_outcome_that_nobody_read_is_kept(engine: FakeEngine) -> None:
    engine.begins = False
    executor = Executor(engine, Notes())
    executor.inbox.put([ENDED])
    executor.step(0.0)
    assert engine.desk.belief.ended == {"fake.1": ENDED}


def test_halting_asks_the_tree_to_stop_instead_of_ticking_it(engine: FakeEngine) -> None:
    notes = Notes()
    executor = Executor(engine, notes)
    executor.step(0.0)
    told = executor.step(0.1, halt=Stop.CANCEL)
    assert told.commands == (Halt("fake.1", "fake", Stop.CANCEL),)
    assert not executor.stopped
    executor.inbox.put([ENDED])
    executor.step(0.2, halt=Stop.CANCEL)
    assert executor.stopped
    assert len(engine.seen) == 1
    assert [m.halt for m in notes.messages if isinstance(m, Heard)] == [
        None,
        Stop.CANCEL,
        Stop.CANCEL,
    ]


def test_an_emergency_kills_everything_that_the_body_has_begun(engine: FakeEngine) -> None:
    executor = Executor(engine, Notes())
    executor.step(0.0)
    assert executor.kill() == [Halt("fake.1", "fake", Stop.KILL)]


def test_a_plan_is_asked_for_when_it_begins_to_be_wanted_and_recorded_when_it_comes(
    engine: FakeEngine,
) -> None:
    notes, planner = Notes(), FakePlanner()
    executor = Executor(engine, notes, planner)
    engine.wants_plan = True
    executor.step(0.0)
    executor.step(0.1)
    assert planner.asked == [a_problem()]
    assert engine.plans == []
    planner.next = PLAN
    executor.step(0.2)
    assert engine.plans == [PLAN]
    assert [m.plan for m in notes.messages if isinstance(m, Heard)] == [None, None, PLAN]
    executor.step(0.3)
    engine.wants_plan = True
    executor.step(0.4)
    assert len(planner.asked) == 2


def test_without_an_answer_the_tree_is_told_that_there_is_no_plan(engine: FakeEngine) -> None:
    notes, planner = Notes(), FakePlanner()
    executor = Executor(engine, notes, planner)
    engine.wants_plan = True
    engine.answer = NoPlan("not_supported", "no robot")
    executor.step(0.0)
    assert planner.asked == []
    assert engine.plans == [None]
    heard = notes.messages[0]
    assert isinstance(heard, Heard)
    assert heard.no_plan == engine.answer


def test_the_planner_is_left_alone_while_halting(engine: FakeEngine) -> None:
    planner = FakePlanner()
    executor = Executor(engine, Notes(), planner)
    engine.wants_plan = True
    executor.step(0.0, halt=Stop.KILL)
    assert planner.asked == []


def test_what_was_heard_can_be_heard_again() -> None:
    notes = Notes()
    executor = Executor(FakeEngine(), notes)
    executor.step(0.0)
    executor.inbox.put([ENDED])
    executor.step(2.0)
    again = Executor(FakeEngine(), lambda message: None)
    heard = [message for message in notes.messages if isinstance(message, Heard)]
    told = [message for message in notes.messages if isinstance(message, Told)]
    assert [again.replay(each) for each in heard] == told


def test_giving_up_is_heard_like_everything_else(engine: FakeEngine) -> None:
    notes = Notes()
    Executor(engine, notes).step(0.5, give_up=True)
    assert engine.gave_up == [0.5]
    assert notes.messages[0] == Heard(0, 0.5, give_up=True)


def test_who_wishes_for_something_else_meanwhile_is_asked_about_that(engine: FakeEngine) -> None:
    planner = FakePlanner()
    executor = Executor(engine, Notes(), planner)
    for wish in (1, 1, 2, 2):
        engine.wants_plan = wish
        executor.step(0.0)
        assert executor.awaits_plan
    assert len(planner.asked) == 2
    planner.next = PLAN
    executor.step(0.1)
    assert not executor.awaits_plan


def test_a_wish_that_comes_with_the_answer_is_asked_about_next(engine: FakeEngine) -> None:
    planner = FakePlanner()
    executor = Executor(engine, Notes(), planner)
    engine.wants_plan, engine.wants_next = 1, 2
    executor.step(0.0)
    planner.next = PLAN
    executor.step(0.1)
    executor.step(0.2)
    assert len(planner.asked) == 2
