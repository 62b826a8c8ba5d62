"""What every planner must do; inherit it, and say how it is called."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import msgspec
import pytest

from cotree.core.steps import NoPlan, Plan, PlanNode, Problem, Step
from cotree.reallocation.schedule.choosing import follow, greedily
from cotree.reallocation.schedule.experiments import problem, random_layout, robot
from cotree.reallocation.schedule.referee import Referee

TASKS = 6
ENOUGH = 20_000
"""So often it may ask whether to stop."""


def problems() -> list[Problem]:
    """Objects to carry, one of two ways, a step after the other, and nothing to do."""
    rolls = random.Random(5)
    found = [problem(random_layout(rolls.random, objects=1 + n % 3)) for n in range(TASKS)]
    waits = tuple(PlanNode(f"t/{n}", "leaf", step=Step(duration_s=5.0 + n)) for n in range(3))
    for kind in ("then", "or"):
        found.append(Problem(PlanNode("t", kind, waits), robot(), (0.0, 0.0, 0.0), 0.5))
    return found


class PlannerConformance:
    """Inherit it, and say how to ask."""

    def plan(self, problem: Problem, stop: Callable[[], bool]) -> Plan | NoPlan:
        """The planner's answer; ``stop`` is called without arguments."""
        raise NotImplementedError

    def found(self, problem: Problem) -> Plan | NoPlan:
        """The planner's answer when it is given enough time."""
        left = itertools.count()
        return self.plan(problem, lambda: next(left) > ENOUGH)

    @pytest.fixture(params=range(TASKS + 2))
    def asked(self, request: pytest.FixtureRequest) -> Problem:
        """One of the problems."""
        number: int = request.param
        return problems()[number]

    def test_an_answer_is_a_plan_or_says_why_there_is_none(self, asked: Problem) -> None:
        answer = self.found(asked)
        assert isinstance(answer, Plan | NoPlan)
        if isinstance(answer, NoPlan):
            assert answer.message

    def test_a_plan_starts_open_leaves_once_each(self, asked: Problem) -> None:
        answer = self.found(asked)
        if isinstance(answer, Plan):
            started = [path for round_ in answer.rounds for path in round_]
            assert len(started) == len(set(started))
            assert set(started) <= set(_leaves(asked.root))
            assert list(answer.starts_s) == sorted(answer.starts_s)
            assert len(answer.starts_s) == len(answer.rounds)

    def test_a_plan_can_be_carried_out_as_it_says(self, asked: Problem) -> None:
        answer = self.found(asked)
        if isinstance(answer, Plan):
            done = Referee(asked, follow(answer)).run()
            assert done.broken == []
            assert done.finished
            assert done.time_s == pytest.approx(answer.time_s, abs=0.01)

    def test_a_plan_is_not_worse_than_taking_what_comes(self, asked: Problem) -> None:
        answer, greedy = self.found(asked), Referee(asked, greedily).run()
        if isinstance(answer, Plan) and greedy.finished:
            assert len(answer.rounds) <= len(greedy.rounds) or answer.time_s <= greedy.time_s

    def test_the_same_problem_has_the_same_answer(self, asked: Problem) -> None:
        assert self.found(asked) == self.found(asked)

    def test_when_it_must_stop_at_once_it_still_answers(self, asked: Problem) -> None:
        assert isinstance(self.plan(asked, lambda: True), Plan | NoPlan)

    def test_what_is_done_needs_no_rounds(self, asked: Problem) -> None:
        root = msgspec.structs.replace(asked.root, done=True)
        answer = self.found(msgspec.structs.replace(asked, root=root))
        assert isinstance(answer, NoPlan) or answer.rounds == ()

    def test_what_cannot_be_planned_is_not_planned(self) -> None:
        """A leaf that does not say what it does."""
        answer = self.found(Problem(PlanNode("t", "leaf"), robot(), (0.0, 0.0, 0.0), 0.5))
        assert isinstance(answer, NoPlan)


def _leaves(node: PlanNode) -> list[str]:
    if node.kind == "leaf":
        return [node.path]
    return [path for child in node.children for path in _leaves(child)]
