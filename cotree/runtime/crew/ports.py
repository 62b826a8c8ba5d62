"""What a crew needs from its surroundings: one world for all, a clock for each."""

from __future__ import annotations

from typing import Protocol

from cotree.runtime.ports import Body


class LocalTime(Protocol):
    """A robot's steady clock as two functions, each the other's inverse."""

    def steady(self, true_s: float) -> float:
        """What the clock shows then."""

    def true(self, steady_s: float) -> float:
        """When the clock shows this."""


class World(Protocol):
    """Where all robots of a team are, in true time."""

    def part(self, robot: str, clock: LocalTime | None = None) -> Body:
        """A robot's body, the same each time; the clock of the first call counts."""

    def advance(self, true_s: float) -> None:
        """Let true time pass."""

    def next_event_s(self) -> float | None:
        """When something happens by itself; None: never without a command."""

    def waiting(self) -> list[str]:
        """Teammates that have something to look at."""

    def crash(self, robot: str, *, orphan: bool = False) -> None:
        """A robot's process is gone; ``orphan``: its motions go on until the guard stops them."""

    def restart(self, robot: str) -> list[str]:
        """A robot's process begins anew; the pieces of which something was left are named."""
