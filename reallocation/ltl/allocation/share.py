"""The answer of an allocation, and what it is measured by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from cotree.reallocation.ltl.tables.roads import FAR

Objective: TypeAlias = Literal["sum", "makespan", "lexicographic"]
"""``sum``: all costs together; ``makespan``: the largest cost of one robot; ``lexicographic``: the
makespan first, among the equal ones the sum."""


class Share(NamedTuple):
    """A set of tasks for each robot (a mask), what it costs, and what no share can go below."""

    tasks: tuple[int, ...]
    costs: tuple[int, ...]
    bound: tuple[int, ...]
    """Proven lower bound of ``value`` for the same objective."""

    @property
    def sum(self) -> int:
        """All costs together."""
        return sum(self.costs)


def value(costs: Sequence[int], objective: Objective) -> tuple[int, ...]:
    """What is to be small, most important first."""
    longest = max(costs, default=0)
    if objective == "sum":
        return (min(FAR, sum(costs)),)
    if objective == "makespan":
        return (longest,)
    return (longest, min(FAR, sum(costs)))
