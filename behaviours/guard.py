"""``guard``: go on only while a fact holds."""

from __future__ import annotations

from dataclasses import dataclass

from py_trees.common import Status

from cotree.behaviours.declare import Children, behaviour, parameter
from cotree.behaviours.wrapper import Wrapper


@dataclass(frozen=True)
class GuardParams:
    """Parameters of ``guard``."""

    fact: str = parameter("the name of the fact")
    equals: str | float | bool = parameter("the value it must have", default=True)


@behaviour("guard", params=GuardParams, children=Children.ONE)
class Guard(Wrapper):
    """Go on only while a fact has a value; otherwise stop and fail with the code ``guard``.

    ```yaml
    - guard: {fact: door_open, equals: true, do: {wait: 5 s}}
    ```
    """

    params: GuardParams

    def before(self) -> Status | None:
        """Fail as soon as the fact is another."""
        value = self.desk.view().fact(self.params.fact)
        if value == self.params.equals:
            return None
        wanted = self.params.equals
        return self.fail("guard", f"{self.params.fact} is {value}, not {wanted}", value=value)
