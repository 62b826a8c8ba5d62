"""Which classes a team of few can do without, whatever the team: the k-skyband.

Where one robot is at least as tall, as well connected, as far reaching on every row, and brings no
more parts than another, it can stand in the other's place in every tower, at a score at least as
good.  A class that has as many such robots above it as the team has helpers is never needed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cotree.reallocation.capability.search.classes import Classes, Numbers


def kept(found: Classes, helpers: int) -> Classes:
    """The classes that a team with so many helpers may need."""
    merits = _merits(found)
    order = np.argsort(-merits.sum(axis=1), kind="stable")
    above = np.empty_like(merits)
    weight = np.empty(len(merits), dtype=np.int64)
    chosen: list[int] = []
    for index in order:
        better = np.all(above[: len(chosen)] >= merits[index], axis=1)
        if int(weight[: len(chosen)][better].sum()) >= helpers:
            continue
        above[len(chosen)] = merits[index]
        weight[len(chosen)] = found.many[index]
        chosen.append(int(index))
    indices: NDArray[np.int64] = np.array(chosen, dtype=np.int64)
    return found.pick(indices)


def _merits(found: Classes) -> Numbers:
    """Everything of which more is better, one row per class."""
    return np.column_stack(
        [
            found.heights.reshape(len(found.size), -1),
            found.size,
            found.ports.astype(np.float64),
            -found.totals.astype(np.float64),
        ]
    )
