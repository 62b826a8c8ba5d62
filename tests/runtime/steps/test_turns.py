"""Steps that other work comes before: which, and what nobody may do until their turn."""

from __future__ import annotations

from typing import cast

import pytest

from cotree.core.changes import NodeState
from cotree.core.sayings import Saying, says, told, wants
from cotree.core.work_facts import Does, at_work, does, looks, placed, turn
from cotree.reallocation.lead_follow.collaboration.actions import Act
from cotree.reallocation.lead_follow.collaboration.allowed import may
from cotree.reallocation.lead_follow.collaboration.table import Table
from cotree.reallocation.lead_follow.planning.fault import fault
from cotree.reallocation.lead_follow.planning.reasons import reasons
from cotree.reallocation.lead_follow.planning.solve import plan as planned
from cotree.reallocation.lead_follow.problem import LeadPlan, Problem, Running
from cotree.runtime.steps.before import before_steps
from cotree.runtime.steps.choice import Choice
from cotree.runtime.steps.floor import Floor
from cotree.runtime.steps.in_turn import Waiting, waiting
from cotree.runtime.steps.outlook import Outlook
from cotree.runtime.steps.teller import Teller
from cotree.runtime.steps.turns import Turns
from cotree.trees.part import Part
from cotree.trees.reading import loads

TEXT = """\
mission: first here
team: {pr2: {robot: pr2, at: [0, 0]}, ann: {person: {watched_by: [pr2]}, at: [1, 0]}}
world: {places: {shelf: [3, 0]}}
steps: {all: {a: {takes: {pr2: 9 s, ann: 8 s}}, b: {takes: {pr2: 9 s, ann: 8 s}, after: a}}}
task: {and: [TASK, {perform: x, allocate: {by: lead_follow, takes: {ann: 2 s}}}]}
"""


def before(task: str) -> dict[str, tuple[str, ...]]:
    return before_steps(loads(TEXT.replace("TASK", task), "m.yaml").task)


def test_what_stands_before_steps_in_a_then_comes_before_them() -> None:
    shelf = "task/then/move to shelf"
    assert before("{then: [{move: shelf}, steps]}") == {"a": (shelf,), "b": (shelf,)}
    assert before("{then: [steps, {move: shelf}]}") == {}
    assert before("steps") == {}, "their own order they know themselves"


def test_until_its_turn_nobody_does_a_step_or_gives_it_away() -> None:
    floor = Floor(loads(TEXT.replace("TASK", "{then: [{move: shelf}, steps]}"), "m.yaml"))
    assert {act.subtask for name in ("pr2", "ann") for act in may(floor.table, name)} == {"x"}
    assert floor.hinders("ann", "a") == "'a' waits for what the task has before it"
    news = floor.news
    floor.hear(turn("a"), "come", 1.0)
    assert floor.news > news, "who waits looks again"
    assert not floor.hinders("ann", "a")
    assert {act.subtask for act in may(floor.table, "ann")} == {"a", "x"}


def test_what_waits_for_its_turn_is_not_planned_and_nor_is_what_comes_after_it() -> None:
    text = TEXT.replace("TASK", "{then: [{move: shelf}, steps]}")
    mission = loads(text, "m.yaml")
    floor = Floor(mission)
    outlook = Outlook(mission, floor)
    assert not outlook.idle
    assert [each.id for each in outlook.problem(0.0).subtasks] == ["x"]
    floor.hear(turn("b"), "come", 1.0)
    assert [each.id for each in outlook.problem(1.0).subtasks] == ["x"]
    floor.hear(turn("a"), "come", 2.0)
    assert [each.id for each in outlook.problem(2.0).subtasks] == ["a", "b", "x"]


def test_there_is_nothing_to_plan_while_all_that_is_left_waits() -> None:
    text = TEXT.replace("TASK", "{then: [{move: shelf}, steps]}")
    mission = loads(
        text.replace(", {perform: x, allocate: {by: lead_follow, takes: {ann: 2 s}}}", "")
    )
    floor = Floor(mission)
    assert Outlook(mission, floor).idle
    floor.hear(turn("a"), "come", 1.0)
    assert not Outlook(mission, floor).idle


# -- whose turn has come -----------------------------------------------------------------------

SHELF = TEXT.replace("TASK", "{then: [{move: shelf}, steps]}")
PATH = "task/then/move to shelf"


class Mouth:
    """Tells the floor, and remembers."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.told: list[str] = []

    def tell(self, name: str, value: str) -> bool:
        self.told.append(name)
        self.floor.hear(name, value, 0.0)
        return True


def eyes() -> tuple[Turns, Part, Mouth]:
    floor = Floor(loads(SHELF, "m.yaml"))
    part, mouth = Part(), Mouth(floor)
    return Turns(floor, {PATH: part}, cast("Teller", mouth)), part, mouth


@pytest.mark.parametrize("state", list(NodeState))
def test_only_what_is_done_or_passed_over_opens_a_turn(state: NodeState) -> None:
    turns, part, mouth = eyes()
    part.state = state
    turns.look(leads=True)
    opened = [turn("a"), turn("b")] if state in (NodeState.DONE, NodeState.SKIPPED) else []
    assert mouth.told == opened


def test_whose_turn_has_come_is_said_once_and_by_the_robot_that_plans() -> None:
    turns, part, mouth = eyes()
    part.state = NodeState.DONE
    turns.look(leads=False)
    assert mouth.told == []
    mouth.floor.hear(turn("a"), "come", 0.0)
    turns.look(leads=True)
    turns.look(leads=True)
    assert mouth.told == [turn("b")], "of 'a' somebody has said so"
    assert not mouth.floor.table.closed


# -- what is planned meanwhile -----------------------------------------------------------------


def asked(*facts: tuple[str, object]) -> Problem:
    """The question while it is not the turn of ``a``, and ``b`` may be talked about."""
    mission = loads(SHELF, "m.yaml")
    floor = Floor(mission)
    floor.hear(turn("b"), "come", 0.0)
    for now_s, (name, value) in enumerate(facts):
        floor.hear(name, value, float(now_s))
    return Outlook(mission, floor).problem(float(len(facts)))


B = "task/then/steps/a/b"


@pytest.mark.parametrize(
    "facts",
    [
        [(wants("pr2", "ann", B), "please do b")],
        [(says("ann", B), told(Saying("give", "pr2", 1)))],
        [(looks("b"), "wrong"), (says("ann", B), told(Saying("give", "pr2", 1)))],
        [(placed("b"), "wrong ann")],
        [(placed("a"), "wrong ann")],
    ],
    ids=["assigned", "given", "given wrongly", "wrong", "wrong before its turn"],
)
def test_nothing_that_is_asked_names_a_step_that_waits(facts: list[tuple[str, object]]) -> None:
    problem = asked(*facts)
    assert [each.id for each in problem.subtasks] == ["x"]
    assert fault(problem) is None
    assert (problem.assigned, problem.given, problem.wrong) == ({}, {}, {})


def test_who_puts_a_step_right_that_waits_is_only_busy() -> None:
    working = at_work(Does("R3", "b", 10.0))
    problem = asked((placed("b"), "wrong ann"), (does("pr2"), working))
    assert problem.running == {"pr2": Running(9.0)}
    assert fault(problem) is None


def test_what_was_done_before_its_turn_is_done_and_hinders_nobody() -> None:
    problem = asked((placed("a"), "right ann"))
    assert [(each.id, each.after) for each in problem.subtasks] == [
        ("a", ()),
        ("b", ("a",)),
        ("x", ()),
    ]
    assert problem.done == {"a"}
    problem = asked((placed("b"), "right ann"))
    assert [(each.id, each.after) for each in problem.subtasks] == [("b", ()), ("x", ())]
    assert problem.done == {"b"}
    assert fault(problem) is None


def test_a_plan_of_what_has_to_wait_again_is_looked_at_without_harm() -> None:
    """A person takes back what she placed before its turn; the plan has what comes after it."""
    at_one_place = SHELF.replace("{all:", "{alone_at: [box], all:")
    at_one_place = at_one_place.replace("ann: 8 s}", "ann: 8 s}, at: box")
    mission = loads(at_one_place, "m.yaml")
    outlook = Outlook(mission, Floor(mission))
    outlook.floor.hear(turn("b"), "come", 0.0)
    outlook.floor.hear(placed("a"), "right ann", 0.0)
    plan = planned(outlook.problem(0.0))
    assert isinstance(plan, LeadPlan)
    assert plan.assigned.keys() == {"b", "x"}
    outlook.floor.hear(placed("a"), "returned ann", 1.0)
    problem = outlook.problem(1.0)
    assert [each.id for each in problem.subtasks] == ["x"]
    assert not [each for each in reasons(problem, plan, 1.0) if each.subtask == "a"]
    act = Choice(outlook.floor.table, problem, "pr2", plan, 1.0, speaks=False).act()
    assert act is not None
    assert act.subtask == "x"


def test_what_waits_and_who_could_work_is_worked_out_anew_only_when_something_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[Table] = []
    asked: list[str] = []

    def counted(table: Table) -> Waiting:
        looked.append(table)
        return waiting(table)

    def heard(table: Table, name: str) -> tuple[Act, ...]:
        asked.append(name)
        return may(table, name)

    monkeypatch.setattr("cotree.runtime.steps.outlook.waiting", counted)
    monkeypatch.setattr("cotree.runtime.steps.outlook.may", heard)
    mission = loads(SHELF, "m.yaml")
    outlook = Outlook(mission, Floor(mission))
    for tick in range(9):
        outlook.look(tick * 0.1, frozenset(), frozenset())
        assert not outlook.idle
    assert (len(looked), asked) == (1, ["ann"])
    outlook.floor.hear(turn("a"), "come", 1.0)
    outlook.look(1.0, frozenset(), frozenset())
    assert not outlook.idle
    assert (len(looked), asked) == (2, ["ann", "ann"])
