"""A planner of another package, asked behind a fence: whatever it does, there is an answer."""

from __future__ import annotations

import functools
from collections.abc import Callable

from cotree.core.steps import NoPlan, Plan, Problem
from cotree.trees.offers import Unusable, in_short
from cotree.trees.reading.schedules import planners


def solve_with(name: str, problem: Problem, stop: Callable[[], bool]) -> Plan | NoPlan:
    """What the planner of this name answers; a failure of it is no plan, which says why."""
    try:
        answer = planner_of(name)(problem, stop)
    except Unusable as error:
        return NoPlan("not_supported", str(error))
    except Exception as error:  # noqa: BLE001, RUF100 (a package can fail in any way)
        return NoPlan("not_found", f"planner '{name}' failed ({in_short(error)})")
    if isinstance(answer, Plan | NoPlan):
        return answer
    return NoPlan("not_found", f"planner '{name}' returned {type(answer).__name__}, not a Plan")


@functools.cache
def planner_of(name: str) -> Callable[..., object]:
    """The planner of this name, loaded once; ``Unusable`` says why there is none."""
    return planners().get(name)
