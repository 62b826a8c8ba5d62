"""``state``: the robot is seen in another state than it must be in by what it did."""

from __future__ import annotations

from cotree.behaviours.checkers.declare import Checker, checker
from cotree.behaviours.checkers.look import Look
from cotree.core.reasons import Reason

LOST = "lost"
ELSE = "state"


@checker("state", rate=5.0, do="[reallocate, reallocate team]", stops="nothing")
class State(Checker):
    """The robot is seen in another state than it must be in by what it did.

    It does not hold what it picked up, or its operating state (the fact ``<robot>/state``) is
    another one than a leaf has left it in.  The task goes on; what has lost its
    meaning is decided anew.

    ```yaml
    reactions:
      state: {rate: 5, do: [reallocate, reallocate team]}
    ```
    """

    def check(self, look: Look) -> Reason | None:
        """What differs, loads first."""
        return _lost(look) or _else(look)


def _lost(look: Look) -> Reason | None:
    for gripper, resource in look.resources.items():
        if resource.load is None or resource.users:
            continue
        seen = look.object(resource.load)
        if seen is not None and seen.held_by != (look.robot, gripper):
            data = {"object": resource.load, "gripper": gripper}
            return Reason(LOST, f"{look.robot} does not hold {resource.load} any more", data)
    return None


def _else(look: Look) -> Reason | None:
    for name, value in look.expected.items():
        seen = look.fact(name)
        if seen is not None and seen != value:
            return Reason(ELSE, f"{name} is {seen}, not {value}", {"fact": name})
    return None
