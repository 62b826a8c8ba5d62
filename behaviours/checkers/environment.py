"""``environment``: a way that the robot needs is blocked, or the world is not as it was planned."""

from __future__ import annotations

from cotree.behaviours.checkers.declare import Checker, checker
from cotree.behaviours.checkers.look import Look
from cotree.behaviours.guard import Fact, say
from cotree.core.disturbances import AREAS, BLOCKED, CLOSED, COST, around, way_named
from cotree.core.reasons import Reason

CHANGED = "changed"


@checker("environment", rate=2.0, do="[reallocate, reallocate team]", stops="nothing")
class Environment(Checker):
    """A way that the robot needs is blocked, or something that its plan counts on has changed.

    A drive ended with the code ``blocked``, or the way that it drives, or will, is blocked by a
    fact (``blocked/c3-p3`` for everybody, ``<robot>/blocked/c3-p3`` for one robot).  Where
    errands are planned as one sentence it is also a way that opens or costs something else
    (``cost/c3-p3``), a place that is closed or open again (``closed/c6``), that lies in other areas
    (``areas/c5``), or a fact of the sentence.  The task goes on with what needs no such way.

    ```yaml
    reactions:
      environment: {rate: 2, do: [reallocate, reallocate team]}
    ```
    """

    def check(self, look: Look) -> Reason | None:
        """The first way that is needed and blocked."""
        for reason in look.setbacks.values():
            if reason.code == BLOCKED:
                return Reason(BLOCKED, reason.message, reason.data)
        blocked = look.blocked_ways()
        for name in look.ways:
            if name in blocked:
                return Reason(BLOCKED, f"the way {name} is blocked", {"way": name})
        return _changed(look)


def _changed(look: Look) -> Reason | None:
    """The first fact, by name, that is another than the plan of this robot counts on."""
    counted = look.counted
    if counted is None:
        return None
    now: dict[str, Fact | None] = {**look.surroundings()}
    for name in sorted({*now, *counted}):
        value = now.get(name) if around(name) is not None else look.fact(name)
        if value == counted.get(name) or (way_named(name) and value is True):
            continue  # a blockade matters only on a way that is needed
        return Reason(CHANGED, say_change(name, value), {"fact": name})
    return None


def say_change(name: str, value: Fact | None) -> str:
    """What is otherwise now, in words."""
    kind, robot, what = around(name) or ("", "", "")
    whose = f" for {robot}" if robot else ""
    if kind == COST and isinstance(value, int | float):
        return f"there is a way {what} now{whose}, at cost {value:g}"
    if kind == CLOSED:
        return f"{what} is {'closed' if value is True else 'open again'}{whose}"
    if kind == AREAS:
        return f"{what} lies in {value or 'no area'} now"
    if kind == BLOCKED:
        return f"the way {what} is free again{whose}"
    return f"{name} is {say(value)} now"
