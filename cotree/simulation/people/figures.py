"""Means and how far they may be off."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

import msgspec

Z95 = 1.96
"""Half the width of a 95 % interval, in standard errors."""


class Sample(msgspec.Struct, frozen=True):
    """Some runs of one sort."""

    n: int
    mean: float
    sd: float

    def error(self, runs: int = 0) -> float:
        """The standard error of the mean; with ``runs``, of its distance to a mean of so many."""
        return self.sd * math.sqrt(1.0 / self.n + (1.0 / runs if runs else 0.0))


class Paired(msgspec.Struct, frozen=True):
    """How much lower one variant is than another on the same seeds, with a 95 % interval."""

    gain: float
    low: float
    high: float

    @property
    def better(self) -> bool:
        """Whether the gain is there beyond chance."""
        return self.low > 0.0

    @property
    def worse(self) -> bool:
        """Whether there is a loss beyond chance."""
        return self.high < 0.0


def sample(values: Sequence[float]) -> Sample:
    """Mean and standard deviation."""
    sd = statistics.stdev(values) if len(values) > 1 else 0.0
    return Sample(len(values), statistics.fmean(values), sd)


def paired(ours: Sequence[float], theirs: Sequence[float]) -> Paired:
    """How much lower ours are, pair by pair."""
    found = sample([b - a for a, b in zip(ours, theirs, strict=True)])
    half = Z95 * found.error()
    return Paired(found.mean, found.mean - half, found.mean + half)
