"""Two agents and nothing but the makespan: the best plan, proved by counting and a short search.

For each load of the first agent, how much the second has to do at least: one look at each subtask
(by load, in whole hundredths of a second).  Shares are then taken by the end that they allow, and
each is put in order (``lanes.py``), until no other share could end sooner.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cotree.reallocation.lead_follow.planning.lanes import Lanes
from cotree.reallocation.lead_follow.planning.work import NEVER, Work

if TYPE_CHECKING:
    import numpy as np

    Loads = np.ndarray[tuple[int], np.dtype[np.int32]]

MOST_LOAD = 200_000
"""Hundredths of a second; of longer jobs the table would be large."""
NEVER_ENDS = 1 << 29
SHARES = 120
"""To be put in order, at most."""
STEPS = 1000
"""Of the search for an order of one share."""
LATER = (0, 2, 4, 8, 16, 32, 64, 128, 256)
"""How much later than the bound the shares may end that are looked at next."""
Doers = tuple[int, ...]


class Shared(NamedTuple):
    """The best doers and when they start each item (None: none ends before what was known)."""

    doer: Doers
    starts: tuple[int, ...]


class Answered(NamedTuple):
    """What was found, and a bound."""

    shared: Shared | None
    bound: int


def fits(work: Work) -> bool:
    """Whether this is a question for two lanes, and for nothing more."""
    plain = len(work.agents) == 2 and not any(cost for row in work.costs for cost in row)
    return plain and not any(
        item.repair or item.place >= 0 or any(work.tells(i, agent) for agent in item.agents())
        for i, item in enumerate(work.items)
    )


def shared(work: Work, known: int, steps: int) -> Answered:
    """A plan that ends before ``known``, if so many steps of the search find any."""
    width, most = (
        work.free[a] + sum(max(0, item.ticks[a]) for item in work.items) + 1 for a in (0, 1)
    )
    if width > MOST_LOAD or most > NEVER_ENDS:
        return Answered(None, 0)
    table, lanes = _Table(work, width), Lanes(work)
    best: Shared | None = None
    proved, left = known, steps
    for end, doer in table.shares():
        if end >= known or left <= 0:
            proved = min(proved, end)
            break
        starts = lanes.ordered(doer, end, known, min(left, STEPS))
        left -= min(left, STEPS) - max(0, lanes.left)
        if starts is not None:
            best, known = Shared(doer, starts), lanes.end
        if lanes.left < 0 and lanes.end > end:
            proved = min(proved, end)
    else:
        proved = min(proved, table.looked_at)
    return Answered(best, min(known, proved))


class _Table:
    """Row ``k``: per load of the first agent, the least of the second, from the first k items."""

    def __init__(self, work: Work, width: int) -> None:
        import numpy as np  # with SciPy, for who plans

        self.work = work
        self.open = [i for i in range(len(work.items)) if i not in work.doing]
        row = np.full(width, NEVER_ENDS, dtype=np.int32)
        row[work.free[0]] = work.free[1]
        self.rows: list[Loads] = [row]
        for i in self.open:
            one, other = work.items[i].ticks
            new = np.full(width, NEVER_ENDS, dtype=np.int32) if other == NEVER else row + other
            if one != NEVER:
                np.minimum(new[one:], row[: width - one], out=new[one:])
            self.rows.append(new)
            row = new
        self.ends = np.maximum(np.arange(width, dtype=np.int32), row)
        self.bound = self.looked_at = int(self.ends.min())

    def shares(self) -> Iterator[tuple[int, Doers]]:
        """Ends that loads allow, with doers, the soonest first; ``looked_at`` says how far."""
        count, seen = 0, -1
        for step in LATER:
            most = self.bound + step
            for end, doer in sorted(self._until(seen, most)):
                count += 1
                if count > SHARES:
                    self.looked_at = end
                    return
                yield end, doer
            seen, self.looked_at = most, most + 1

    def _until(self, after: int, most: int) -> Iterator[tuple[int, Doers]]:
        """Shares that end by ``most``, those that end by ``after`` left out."""
        doer = [self.work.doing.get(i, 0) for i in range(len(self.work.items))]
        found = 0
        for load in (self.ends <= most).nonzero()[0]:
            for second, chosen in self._back(int(load), most):
                end = max(int(load), second)
                if end > after:
                    for i, who in chosen:
                        doer[i] = who
                    yield end, tuple(doer)
                    found += 1
                if found > 4 * SHARES:
                    return

    def _back(self, load: int, most: int) -> Iterator[tuple[int, list[tuple[int, int]]]]:
        """Ways to this load of the first agent, with at most ``most`` of the second."""
        todo: list[tuple[int, int, int, list[tuple[int, int]]]] = [(len(self.open), load, 0, [])]
        while todo:
            k, first, second, chosen = todo.pop()
            if k == 0:
                yield second + self.work.free[1], chosen
                continue
            i, row = self.open[k - 1], self.rows[k - 1]
            one, other = self.work.items[i].ticks
            if other != NEVER and row[first] + second + other <= most:
                todo.append((k - 1, first, second + other, [*chosen, (i, 1)]))
            if one != NEVER and first >= one and row[first - one] + second <= most:
                todo.append((k - 1, first - one, second, [*chosen, (i, 0)]))
