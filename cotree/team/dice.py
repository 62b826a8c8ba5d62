"""Dice that show the same from the same seed on every machine: SplitMix64, sixteen lines long.

The protocol rolls no dice of its own: whoever makes a teammate hands it these, seeded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


class Dice:
    """A seeded stream of numbers."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = (seed * 0xD1342543DE82EF95 + _STEP) & _MASK
        self.bits()

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + _STEP) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def random(self) -> float:
        """From 0 up to 1, without 1."""
        return (self.bits() >> 11) / (1 << 53)

    def between(self, low: float, high: float) -> float:
        """From low up to high."""
        return low + (high - low) * self.random()

    def below(self, n: int) -> int:
        """One of 0, 1, … n-1."""
        return self.bits() % n

    def chance(self, p: float) -> bool:
        """True with this probability."""
        return self.random() < p

    def choice(self, items: Sequence[T]) -> T:
        """One of these."""
        return items[self.bits() % len(items)]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All of these in another order."""
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in items]
