"""What a robot does next: what its plan wants, else what suits it; never nothing if it can work."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import TopologicalSorter
from itertools import chain

import msgspec

from cotree.reallocation.lead_follow.collaboration.actions import Act
from cotree.reallocation.lead_follow.collaboration.allowed import refusal
from cotree.reallocation.lead_follow.collaboration.speaking import commitment, words
from cotree.reallocation.lead_follow.collaboration.table import Stage, Table
from cotree.reallocation.lead_follow.conduct import ADAPTIVE, Conduct
from cotree.reallocation.lead_follow.planning.dispatch import next_action
from cotree.reallocation.lead_follow.problem import LeadPlan, Planned, Problem

WORK = ("R1", "R3", "R4")
TRIES = 3
"""So many steps that others keep are passed over at once."""


class Choice(msgspec.Struct, frozen=True):
    """What is known when a robot chooses."""

    table: Table
    problem: Problem
    robot: str
    plan: LeadPlan | None
    age_s: float
    """Of the plan."""
    speaks: bool
    """Whether this robot is the one that tells people what is theirs."""
    kept: frozenset[str] = frozenset()
    """Steps that this robot may not do now."""
    conduct: Conduct = ADAPTIVE

    def act(self) -> Act | None:
        """The next action, or None if there is nothing that it could do.

        First what people have to be told before the next work ends, then that work: what the plan
        wants, else what suits it.  Who has none tells people no more than what they begin soon:
        had it told them everything, nothing would be left for itself.
        """
        work = next(filter(self._may, chain(self._planned(), self._suiting())), None)
        return next(filter(self._may, self._due_words(work)), work)

    def _due_words(self, work: Act | None) -> Iterator[Act]:
        if self.speaks and self.plan is not None:
            busy_s = 0.0 if work is None else self._takes_s(work)
            early_s = self.conduct.early_s(self.problem.means.values())
            until_s = self.age_s + busy_s + early_s
            yield from words(self.table, self.plan, self.robot, until_s)

    def _takes_s(self, act: Act) -> float:
        """How long the robot is busy with an action."""
        if act.action == "R3":
            return self.problem.wrong.get(act.subtask, {}).get(self.robot, 0.0)
        subtask = next(each for each in self.problem.subtasks if each.id == act.subtask)
        return subtask.durations.get(self.robot, 0.0)

    def _may(self, act: Act) -> bool:
        if act.subtask in self.kept and act.action in WORK:
            return False
        return not refusal(self.table, act)

    def _planned(self) -> Iterator[Act]:
        """The next work of its plan that can be begun."""
        if self.plan is not None:
            acts = commitment(self.table, self._silent(self.plan), self.robot, 0.0)
            yield from (act for act in acts if act.action != "R2")

    def _silent(self, plan: LeadPlan) -> LeadPlan:
        """The plan without what this robot has to say."""
        line = tuple(each for each in plan.order.get(self.robot, ()) if each.action != "hand_over")
        return msgspec.structs.replace(plan, order={**plan.order, self.robot: line})

    def _suiting(self) -> Iterator[Act]:
        """Work that is not planned for now, but can begin: what delays nobody, else what fits."""
        if self.plan is None:
            yield from self._next(None)
            return
        yield from self._next(self._silent(self.plan))
        yield from (act for act in self._next(None) if self._fits(act))

    def _next(self, plan: LeadPlan | None) -> Iterator[Act]:
        """What can be begun by this plan, the best first."""
        problem = self.problem
        for _ in range(TRIES + len(self.kept)):
            found = next_action(problem, self.robot, plan, self.age_s)
            if found is None:
                return
            yield from self._acts(found)
            problem = _passed_over(problem, found.subtask, self.robot)

    def _fits(self, act: Act) -> bool:
        """Whether this and all that comes after it can be done before everything is to be done."""
        assert self.plan is not None
        tail_s = least_after(self.problem).get(act.subtask, 0.0)
        return self.age_s + self._takes_s(act) + tail_s <= self.plan.makespan_s

    def _acts(self, planned: Planned) -> Iterator[Act]:
        robot, step = self.robot, planned.subtask
        stage = self.table.pieces[step].stage
        if planned.action == "correct":
            yield Act(robot, "R6" if stage is Stage.GIVEN_WRONG else "R3", step)
        elif stage is Stage.ASSIGNED:
            yield Act(robot, "R5", step)
        else:
            yield Act(robot, "R4" if stage is Stage.GIVEN else "R1", step)


def least_after(problem: Problem) -> dict[str, float]:
    """Per step, how long all that comes after it takes at least, one after the other."""
    open_ = {each.id: each for each in problem.open()}
    order = TopologicalSorter({each.id: each.after for each in open_.values()}).static_order()
    found: dict[str, float] = {}
    for subtask in (open_[name] for name in reversed(list(order)) if name in open_):
        own_s = found.get(subtask.id, 0.0) + min(subtask.durations.values())
        for before in subtask.after:
            found[before] = max(found.get(before, 0.0), own_s)
    return found


def _passed_over(problem: Problem, step: str, robot: str) -> Problem:
    """The problem without this step for this robot."""
    subtasks = tuple(
        msgspec.structs.replace(
            each, durations={name: s for name, s in each.durations.items() if name != robot}
        )
        if each.id == step
        else each
        for each in problem.subtasks
    )
    wrong = {name: times for name, times in problem.wrong.items() if name != step}
    return msgspec.structs.replace(problem, subtasks=subtasks, wrong=wrong)
