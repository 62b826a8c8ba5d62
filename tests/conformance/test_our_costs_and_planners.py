"""Cotree's own costs and planners do what every one must."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cotree.behaviours.suitability import STOCK
from cotree.conformance.cost import CostConformance
from cotree.conformance.planner import PlannerConformance
from cotree.core.steps import NoPlan, Plan, Problem
from cotree.reallocation.schedule.solve import plan
from cotree.team.terms import Term

FACTS = (
    {"battery": 0.0}, {"battery": 1.0}, {"load": 0.5}, {"tries": 4.0, "successes": 1.0},
)  # fmt: skip


class TestCosts(CostConformance):
    facts = FACTS

    @pytest.fixture(autouse=True, params=sorted(STOCK))
    def _each(self, request: pytest.FixtureRequest) -> None:
        self.name = str(request.param)

    def term(self) -> Term:
        return STOCK[self.name]


class TestRollout(PlannerConformance):
    def plan(self, problem: Problem, stop: Callable[[], bool]) -> Plan | NoPlan:
        return plan(problem, solver="rollout", stop=stop)


class TestAuto(PlannerConformance):
    def plan(self, problem: Problem, stop: Callable[[], bool]) -> Plan | NoPlan:
        return plan(problem, solver="auto", stop=stop)
