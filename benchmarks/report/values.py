"""What a report is made of: figures with their gates and peers, and curves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec

Points: TypeAlias = tuple[tuple[float, float], ...]


class Gate(msgspec.Struct, frozen=True):
    """What is promised of a figure, and how much looser the check is on other machines."""

    at_most: float | None = None
    at_least: float | None = None
    slack: float = 1.0
    """The check fails beyond the promise times (or, for ``at_least``, divided by) this."""

    def verdict(self, value: float) -> str:
        """``kept``, ``in slack`` (worse than promised, within what is checked), or ``missed``."""
        if self._holds(value, 1.0):
            return "kept"
        return "in slack" if self._holds(value, self.slack) else "missed"

    def _holds(self, value: float, slack: float) -> bool:
        if self.at_most is not None and not value <= self.at_most * slack:
            return False
        return self.at_least is None or value >= self.at_least / slack


class Beside(msgspec.Struct, frozen=True):
    """The same figure of somebody else."""

    who: str
    value: float
    measured: bool = True
    """Here and now; otherwise it is what was published."""


class Figure(msgspec.Struct, frozen=True):
    """One number, and what it says."""

    what: str
    value: float
    unit: str = ""
    gate: Gate | None = None
    peers: tuple[Beside, ...] = ()

    @property
    def verdict(self) -> str:
        """Of its gate; empty: it has none."""
        return "" if self.gate is None else self.gate.verdict(self.value)


class Line(msgspec.Struct, frozen=True):
    """One line of a curve."""

    name: str
    points: Points


class Curve(msgspec.Struct, frozen=True):
    """How something grows."""

    id: str
    title: str
    x: str
    y: str
    lines: tuple[Line, ...]
    log: bool = True
    """Both axes are logarithmic."""
    note: str = ""


class Reading(msgspec.Struct, frozen=True):
    """What a report tells of one benchmark's document."""

    figures: tuple[Figure, ...]
    curves: tuple[Curve, ...] = ()


Read: TypeAlias = Callable[[Any], Reading]


def line(name: str, rows: list[dict[str, Any]], x: str, y: str) -> Line:
    """The line through these rows that have both."""
    return Line(name, tuple((row[x], row[y]) for row in rows if row.get(y) is not None))


def number(value: float) -> str:
    """Three digits that count."""
    if abs(value) >= 1000 or value == int(value):
        return f"{value:.0f}"
    return f"{value:.3g}"
