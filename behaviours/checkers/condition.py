"""A mission's own condition on a fact, as ``if`` of a reaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cotree.behaviours.checkers.declare import Checker
from cotree.behaviours.checkers.look import Look
from cotree.behaviours.guard import Fact, say
from cotree.core.reasons import Reason

ME = "$me"
"""In the name of a fact: the robot that looks."""


@dataclass(frozen=True)
class If:
    """A fact, and what it must be like to be a disturbance."""

    fact: str
    test: Literal["equals", "below", "above", "missing"]
    than: Fact

    def __str__(self) -> str:
        if self.test == "missing":
            return f"{self.fact} is missing for {self.than:g} s"
        word = "is" if self.test == "equals" else f"is {self.test}"
        return f"{self.fact} {word} {say(self.than)}"


class Condition(Checker):
    """Looks at one fact."""

    def __init__(self, condition: If) -> None:
        self._if = condition
        self._missing_s: float | None = None
        """Since when nobody knows the fact."""

    def check(self, look: Look) -> Reason | None:
        """Whether the condition holds."""
        name = self._if.fact.replace(ME, look.robot)
        value, than = look.fact(name), self._if.than
        if self._if.test == "missing":
            return self._missing(look, name, value)
        if self._if.test == "equals":
            found = value == than and isinstance(value, bool) == isinstance(than, bool)
        else:
            found = _number(value) and _beyond(self._if.test, float(value or 0.0), float(than))
        if not found:
            return None
        told = "" if self._if.test == "equals" else f", {self._if.test} {say(than)}"
        return Reason("condition", f"{name} is {say(value)}{told}", {"fact": name, "value": value})

    def _missing(self, look: Look, name: str, value: Fact | None) -> Reason | None:
        if value is not None:
            self._missing_s = None
            return None
        if self._missing_s is None:
            self._missing_s = look.now_s
        due_s = self._missing_s + float(self._if.than)
        if look.now_s < due_s - 1e-9:
            look.again_s = due_s
            return None
        message = f"nobody has told {name} for {self._if.than:g} s"
        return Reason("missing", message, {"fact": name})


def _number(value: Fact | None) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _beyond(test: str, value: float, limit: float) -> bool:
    return value < limit if test == "below" else value > limit
