"""Distributions over a few values of a trait between 0 and 1, and kernels that move them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeAlias

Grid: TypeAlias = tuple[float, ...]
"""The values, rising."""
Odds: TypeAlias = tuple[float, ...]
"""How likely each value is; the sum is 1."""
Kernel: TypeAlias = tuple[Odds, ...]
"""A row for each value: where it goes."""


def ends(n: int) -> Grid:
    """``n`` values from 0 to 1, both included, as the paper has them."""
    return tuple(i / (n - 1) for i in range(n))


def centres(n: int) -> Grid:
    """The middles of ``n`` equal parts: none of them is 0 or 1."""
    return tuple((i + 0.5) / n for i in range(n))


def normal(weights: Sequence[float]) -> Odds:
    """The weights as odds."""
    total = math.fsum(weights)
    if not total > 0.0:
        raise ValueError("the weights of a belief are all 0; give at least one that is not")
    return tuple(weight / total for weight in weights)


def mean(grid: Grid, odds: Odds) -> float:
    """The expected value."""
    return math.fsum(value * chance for value, chance in zip(grid, odds, strict=True))


def binomial(n: int, p: float) -> Odds:
    """The paper's prior: the chances of 0 to ``n`` hits."""
    return normal([math.comb(n, i) * p**i * (1.0 - p) ** (n - i) for i in range(n + 1)])


def beta(grid: Grid, a: float, b: float) -> Odds:
    """The beta distribution's shape on a grid without 0 and 1."""
    return normal([y ** (a - 1.0) * (1.0 - y) ** (b - 1.0) for y in grid])


def moved(odds: Odds, kernel: Kernel) -> Odds:
    """The odds after one step of a kernel; what leaks out of the grid is spread over all."""
    columns = zip(*kernel, strict=True)
    return normal(
        [math.fsum(o * k for o, k in zip(odds, column, strict=True)) for column in columns]
    )


def observed(grid: Grid, odds: Odds, likelihood: Callable[[float], float]) -> Odds:
    """The odds after an observation that is this likely for each value."""
    return normal([chance * likelihood(value) for value, chance in zip(grid, odds, strict=True)])


def wandering(n: int, sigma: float, fresh: Odds, jump: float) -> Kernel:
    """A row-stochastic kernel: small steps, reflected at both ends, and seldom a new start.

    ``sigma`` is the size of a step as a share of the grid; with the chance ``jump`` the value is
    drawn anew from ``fresh``: so the belief forgets, and no state holds it for ever.
    """
    width = max(n * sigma, 1e-6)
    rows = []
    for i in range(n):
        weights = [0.0] * n
        for j in range(-n, 2 * n):
            step = (j - i) / width
            weights[_reflected(j, n)] += math.exp(-0.5 * step * step)
        near = normal(weights)
        rows.append(tuple((1.0 - jump) * a + jump * b for a, b in zip(near, fresh, strict=True)))
    return tuple(rows)


def _reflected(j: int, n: int) -> int:
    """The place inside the grid that a place outside is the mirror image of."""
    return -j - 1 if j < 0 else 2 * n - 1 - j if j >= n else j
