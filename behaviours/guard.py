"""``guard``: go on only while a fact holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from py_trees.common import Status

from cotree.behaviours.declare import Children, behaviour, parameter
from cotree.behaviours.wrapper import Wrapper

Fact: TypeAlias = str | float | bool
"""What a fact can be; None stands for one that is not known."""


@dataclass(frozen=True)
class GuardParams:
    """Parameters of ``guard``."""

    fact: str = parameter("the name of the fact")
    equals: Fact = parameter("the value it must have", default=True)


@behaviour("guard", params=GuardParams, children=Children.ONE)
class Guard(Wrapper):
    """Go on only while a fact has a value; otherwise stop and fail with the code ``guard``.

    Facts come from ``world: {facts: {door_open: true}}``, from what sensors tell, and in simulation
    from ``simulation: {events: [{at: 10 s, fact: door_open, equals: false}]}``.

    ```yaml
    - guard: {fact: door_open, equals: true, do: {wait: 5 s}}
    ```
    """

    params: GuardParams

    def before(self) -> Status | None:
        """Fail as soon as the fact is another."""
        name, wanted = self.params.fact, self.params.equals
        value = self.desk.view().fact(name)
        if same(value, wanted):
            return None
        return self.fail("guard", f"{name} is {say(value)}, not {say(wanted)}", value=value)


def same(value: Fact | None, wanted: Fact) -> bool:
    """Whether they are equal; 1 is not ``true``."""
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def say(value: Fact | None) -> str:
    """A fact's value as it stands in YAML."""
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) else str(value)
