"""What agents begin while a plan is being carried out, with durations that are never as planned."""

from __future__ import annotations

import math

import msgspec
import pytest

from cotree.reallocation.lead_follow.planning.dispatch import next_action
from cotree.reallocation.lead_follow.planning.solve import first, plan
from cotree.reallocation.lead_follow.problem import (
    LeadPlan,
    Planned,
    Problem,
    Running,
    Subtask,
)
from cotree.team.dice import Dice
from tests.reallocation.lead_follow.planning.teams import anything, chains, team


class Day:
    """Agents at work, each taking what ``next_action`` says; whoever waits is watched."""

    def __init__(self, problem: Problem, way: LeadPlan | None, dice: Dice) -> None:
        self.problem, self.plan, self.dice, self.now = problem, way, dice, 0.0
        self.log: list[tuple[float, Planned]] = []

    def run(self) -> None:
        for _ in range(1000):
            for agent in self.problem.agents:
                act = next_action(self.problem, agent.id, self.plan, self.now)
                if act is not None:
                    self.begin(act)
            self.watch()
            if not self.problem.running:
                return
            self.pass_time()
        raise AssertionError("never done")

    def begin(self, act: Planned) -> None:
        noise = math.exp(0.6 * (self.dice.random() - 0.5))
        run = Running(act.end_s * noise, act.subtask, act.action, act.to)
        self.log.append((self.now, act))
        self.set(running={**self.problem.running, act.agent: run})

    def set(self, **values: object) -> None:
        self.problem = msgspec.structs.replace(self.problem, **values)

    def watch(self) -> None:
        """Nobody who has nothing to do could begin something of their own."""
        for agent in self.problem.agents:
            if agent.id not in self.problem.running and self.plan is not None:
                mine = {each.subtask for each in self.plan.order[agent.id] if each.action == "do"}
                alone = msgspec.structs.replace(self.problem, assigned={}, given={})
                act = next_action(alone, agent.id)
                assert act is None or act.action != "do" or act.subtask not in mine

    def pass_time(self) -> None:
        agent, run = min(self.problem.running.items(), key=lambda pair: pair[1].remaining_s)
        left = {
            name: msgspec.structs.replace(each, remaining_s=each.remaining_s - run.remaining_s)
            for name, each in self.problem.running.items()
            if name != agent
        }
        self.now += run.remaining_s
        self.set(running=left)
        if run.action == "do":
            self.set(done=self.problem.done | {run.subtask})
        elif run.action == "correct":
            wrong = {k: v for k, v in self.problem.wrong.items() if k != run.subtask}
            self.set(wrong=wrong)
        elif run.subtask:
            self.set(assigned={**self.problem.assigned, run.subtask: run.to})


@pytest.mark.parametrize("seed", range(40))
def test_a_plan_is_carried_out_by_taking_what_can_begin(seed: int) -> None:
    problem = anything(Dice(seed))
    answer = first(problem)
    assert isinstance(answer, LeadPlan)
    day = Day(problem, answer, Dice(seed + 1))
    day.run()
    assert day.problem.open() == ()


@pytest.mark.parametrize("seed", range(20))
def test_without_a_plan_everybody_takes_what_suits_them(seed: int) -> None:
    agents = team(1, 2)
    problem = Problem(chains(Dice(seed), 12, 4, agents), agents)
    day = Day(problem, None, Dice(seed))
    day.run()
    assert day.problem.open() == ()


def test_whoever_cannot_begin_the_next_one_begins_the_one_after_it() -> None:
    agents = team(1, 1)
    subtasks = (
        Subtask("a", {"p0": 5.0}),
        Subtask("b", {"r0": 9.0}, ("a",)),
        Subtask("c", {"r0": 1.0}),
    )
    line = (Planned("r0", "do", "b", 5.0, 14.0), Planned("r0", "do", "c", 14.0, 15.0))
    given = LeadPlan({"p0": (), "r0": line}, 15.0, 15.0, 0.0, "joint", "list")
    problem = Problem(subtasks, agents, running={"p0": Running(5.0, "a")})
    act = next_action(problem, "r0", given)
    assert act is not None
    assert act.subtask == "c"


def test_a_robot_that_has_to_wait_helps_if_that_delays_nobody() -> None:
    agents = team(1, 1)
    subtasks = (
        Subtask("a", {"p0": 20.0}),
        Subtask("b", {"r0": 9.0}, ("a",)),
        Subtask("c", {"p0": 4.0, "r0": 15.0}),
        Subtask("d", {"p0": 4.0, "r0": 25.0}),
    )
    order = {
        "p0": tuple(
            Planned("p0", "do", name, start, end)
            for name, start, end in (("a", 0.0, 20.0), ("c", 20.0, 24.0), ("d", 24.0, 28.0))
        ),
        "r0": (Planned("r0", "do", "b", 20.0, 29.0),),
    }
    given = LeadPlan(order, 29.0, 29.0, 0.0, "joint", "list")
    problem = Problem(subtasks, agents, running={"p0": Running(20.0, "a")})
    act = next_action(problem, "r0", given)
    assert act is not None
    assert act.subtask == "c"
    theirs = msgspec.structs.replace(problem, assigned={"c": "p0"})
    assert next_action(theirs, "r0", given) is None


def test_what_waits_for_a_place_or_a_correction_does_not_begin() -> None:
    agents = team(1, 1)
    subtasks = (
        Subtask("a", {"p0": 5.0}, place="table"),
        Subtask("b", {"r0": 9.0}, place="table", at_place_s=2.0),
        Subtask("c", {"r0": 9.0}, place="table", at_place_s=8.0),
    )
    line = tuple(Planned("r0", "do", name, 0.0, 9.0) for name in ("c", "b"))
    given = LeadPlan({"r0": line}, 18.0, 18.0, 0.0, "joint", "list")
    problem = Problem(
        subtasks, agents, running={"p0": Running(5.0, "a")}, shared=frozenset({"table"})
    )
    act = next_action(problem, "r0", given)
    assert act is not None
    assert act.subtask == "b"
    wrong = msgspec.structs.replace(problem, wrong={"b": {"p0": 1.0}})
    assert next_action(wrong, "r0", given) is None


def test_without_a_plan_corrections_come_before_everything_else() -> None:
    agents = team(1, 1)
    subtasks = (Subtask("a", {"p0": 90.0, "r0": 1.0}), Subtask("b", {"p0": 1.0}))
    problem = Problem(subtasks, agents, wrong={"b": {"r0": 50.0}})
    act = next_action(problem, "r0")
    assert act is not None
    assert (act.action, act.subtask) == ("correct", "b")


def test_a_busy_agent_begins_nothing() -> None:
    agents = team(1, 1)
    problem = Problem((Subtask("a", {"r0": 1.0}),), agents, running={"r0": Running(1.0)})
    assert next_action(problem, "r0") is None


def test_keeping_to_a_plan_is_not_slower_than_taking_what_suits_on_the_whole() -> None:
    agents = team(2, 2)
    planned = unplanned = 0.0
    for seed in range(3):
        problem = Problem(chains(Dice(seed), 12, 3, agents), agents)
        answer = plan(problem)
        assert isinstance(answer, LeadPlan)
        with_plan, without = Day(problem, answer, Dice(seed)), Day(problem, None, Dice(seed))
        with_plan.run()
        without.run()
        planned, unplanned = planned + with_plan.now, unplanned + without.now
    assert planned < unplanned
