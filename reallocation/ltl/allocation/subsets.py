"""The optimal share by dynamic programming over sets of tasks, exact for up to a dozen tasks.

After each robot the table knows, for every set of tasks, the best that the robots so far can do
with it.  A robot counts for a set only if it is among the ``k`` cheapest: of more than ``k`` one is
always idle, and can do it instead.  So of hundreds of robots a few are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cotree.reallocation.ltl.allocation.share import Objective, Share, value
from cotree.reallocation.ltl.tables.roads import FAR
from cotree.reallocation.ltl.world.system import Ints

MOST_TASKS = 12
"""3 to this power pairs of sets are compared per robot."""


class _Pairs(NamedTuple):
    """All pairs of a set and one of its subsets, sorted by the set."""

    rest: Ints
    part: Ints
    starts: Ints


@lru_cache(maxsize=4)
def _pairs(tasks: int) -> _Pairs:
    rest = part = np.zeros(1, dtype=np.int64)
    for task in range(tasks):
        bit = 1 << task
        rest = np.concatenate([rest, rest | bit, rest])
        part = np.concatenate([part, part, part | bit])
    whole = rest | part
    order = np.argsort(whole, kind="stable")
    starts = np.searchsorted(whole[order], np.arange(1 << tasks))
    return _Pairs(rest[order], part[order], starts)


def share(costs: Ints, objective: Objective, keep: Sequence[int] | None = None) -> Share | None:
    """The best share of all tasks, None if there is none; ``costs[robot, set]``, FAR: impossible.

    Of equal shares the one that changes fewest of the sets to ``keep`` (not for ``makespan`` alone,
    which has no second thoughts).
    """
    kept = np.zeros(len(costs), dtype=np.int64) if keep is None else np.array(keep)
    robots = _worth_looking_at(costs, kept)
    few = costs[robots]
    found = _best(few, longest=True) if objective != "sum" else None
    if objective == "lexicographic" and found is not None:
        within = max((int(few[i, mask]) for i, mask in enumerate(found)), default=0)
        few = np.where(few <= within, few, FAR)
    if objective != "makespan":
        found = _best(_with_keeping(few, kept[robots]), longest=False)
    if found is None:
        return None
    tasks = [0] * len(costs)
    for robot, mask in zip(robots.tolist(), found, strict=True):
        tasks[robot] = mask
    paid = tuple(int(costs[robot, mask]) for robot, mask in enumerate(tasks))
    return Share(tuple(tasks), paid, value(paid, objective))


def _with_keeping(costs: Ints, kept: Ints) -> Ints:
    """The costs, where another set than before costs the least bit more."""
    changed = np.arange(costs.shape[1]) != kept[:, None]
    return np.where(costs < FAR, costs * (len(costs) + 1) + changed, FAR)


def _worth_looking_at(costs: Ints, kept: Ints) -> Ints:
    """Robots that are among the ``k`` cheapest for some set, or have something to keep."""
    robots, sets = costs.shape
    k = sets.bit_length() - 1
    if robots <= k:
        return np.arange(robots)
    order = np.argsort(costs[:, 1:], axis=0, kind="stable")[:k]
    cheap = kept != 0
    cheap[order[np.take_along_axis(costs[:, 1:], order, axis=0) < FAR]] = True
    return np.flatnonzero(cheap)


def _best(costs: Ints, *, longest: bool) -> list[int] | None:
    """A set per robot; ``longest`` minimises the largest cost instead of the sum."""
    sets = costs.shape[1]
    pairs = _pairs(sets.bit_length() - 1)
    join = np.maximum if longest else np.add
    table = np.full(sets, FAR, dtype=np.int64)
    table[0] = 0
    tables = [table]
    for row in costs:
        ways = join(table[pairs.rest], row[pairs.part])
        table = np.minimum(np.minimum.reduceat(ways, pairs.starts), FAR)
        tables.append(table)
    if table[-1] >= FAR:
        return None
    return _backwards(costs, tables, pairs, longest)


def _backwards(costs: Ints, tables: list[Ints], pairs: _Pairs, longest: bool) -> list[int]:
    join = np.maximum if longest else np.add
    left = costs.shape[1] - 1
    chosen = []
    for row, before, after in zip(costs[::-1], tables[-2::-1], tables[:0:-1], strict=True):
        begin = int(pairs.starts[left])
        end = begin + (1 << left.bit_count())
        parts = pairs.part[begin:end]
        ways = join(before[pairs.rest[begin:end]], row[parts])
        equal = parts[ways == after[left]]
        mask = int(equal.min())
        chosen.append(mask)
        left ^= mask
    return chosen[::-1]
