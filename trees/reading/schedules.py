"""``schedule:``, who plans ahead: cotree, or a planner that an installed package offers by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint
from typing import TypeAlias

from cotree.core.steps import NoPlan, Plan, Problem
from cotree.trees.offers import PLANNERS, Named, Unusable, callable_
from cotree.trees.reading.kinds import Choice, Mismatch, Schema
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Scalar

SCHEDULES = ("none", "rollout", "exact", "cp_sat", "auto")
Plans: TypeAlias = Callable[[Problem, Callable[[], bool]], "Plan | NoPlan"]
"""``plan(problem, stop)``: a planner, which looks now and then whether to ``stop()``."""


def planners(offers: Iterable[EntryPoint] | None = None) -> Named[Callable[..., object]]:
    """Planners of installed packages, each loaded when it is asked for."""
    return Named(PLANNERS, "planner", callable_("plan(problem, stop)"), SCHEDULES, offers)


@dataclasses.dataclass(frozen=True)
class ScheduleKind:
    """One of cotree's ways to plan, or the name of a planner."""

    expected: str = f"one of {', '.join(SCHEDULES)}, or a planner of an installed package"

    def read(self, node: Node, names: Names) -> str:
        """The name; a planner's package is loaded now, so that it is not found broken later."""
        if isinstance(node, Scalar) and isinstance(node.value, str) and node.value not in SCHEDULES:
            known = planners()
            if node.value in known.names():
                try:
                    known.get(node.value)
                except Unusable as error:
                    raise Mismatch(node.mark, str(error)) from None
                return node.value
            return str(Choice(known.names()).read(node, names))
        return str(Choice(SCHEDULES).read(node, names))

    def schema(self) -> Schema:
        """The names that are known here."""
        return Choice(planners().names()).schema()
