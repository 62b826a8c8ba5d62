"""Asking a planner: when a plan begins to be wanted, and again for every other wish."""

from __future__ import annotations

from typing import Protocol

from cotree.core.steps import NoPlan
from cotree.runtime.ports import Answers, Planner, Questions


class Client(Protocol):
    """Somebody who wants plans: the tree, or who shares steps with people."""

    @property
    def wants_plan(self) -> int:
        """Above 0: there is no plan; another number is another wish."""

    def problem(self) -> Questions | NoPlan:
        """The question as it stands now."""


class Consulting:
    """One who wants plans, and the planner that is asked; without a planner nobody is."""

    def __init__(self, client: Client, planner: Planner | None) -> None:
        self._client = client
        self._planner = planner
        self._wanted = 0

    @property
    def waits(self) -> bool:
        """Whether somebody thinks about it."""
        return self._planner is not None and bool(self._client.wants_plan)

    def consult(self) -> Answers | None:
        """Ask when a plan begins to be wanted; collect the answer when there is one."""
        if self._planner is None:
            return None
        wanted, self._wanted = self._wanted, self._client.wants_plan
        if self._wanted and self._wanted != wanted:
            problem = self._client.problem()
            if isinstance(problem, NoPlan):
                return problem
            self._planner.ask(problem)
        return self._planner.answer()

    def answered(self) -> None:
        """What is wanted now has its answer."""
        self._wanted = self._client.wants_plan
