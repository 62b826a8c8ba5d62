"""Dispatching with foresight: many half-made plans side by side, and the least lossy go on.

By the prices of linear programming every half-made plan knows what it has lost so far: agents and
items that waited, items that went to somebody whose time is dear.  Whoever is free next takes each
item that is open, or waits until somebody else becomes free; of all that comes out the best are
kept, and of two with the same items done and the same agents free at the same times only one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cotree.reallocation.lead_follow.planning.priced import NEVER_ENDS, Priced
from cotree.reallocation.lead_follow.planning.work import NOBODY
from cotree.reallocation.schedule.solution import Stop

if TYPE_CHECKING:
    from cotree.reallocation.lead_follow.planning.priced import Floats, Whole

KEENNESS = (0.2, 0.05, 1.0, 0.02, 5.0, 2.0)
"""How much a long way to the end counts against losses, each in a search of its own."""
PATIENCE = 0.02
"""Of a usual item's time, how much waiting counts as lost beside what it loses."""
SPARE = 2
"""So many times what is kept is looked at, as some of it is there twice."""


class Drafted(NamedTuple):
    """Who does each item and when, about (hand-overs, repairs and places are left out)."""

    doer: list[int]
    moment: list[int]


class _States(NamedTuple):
    """Half-made plans, one per row."""

    free: Floats
    """When each agent is."""
    ready: Floats
    """When each item can begin, as far as is known."""
    missing: Whole
    """How many items must be done before each item; below 0 it is done itself."""
    lost: Floats
    keen: Floats
    """How much of the long ways is behind it."""
    cost: Floats
    """What the weights add."""
    marks: Whole
    """Equal for equal items done."""

    def of(self, rows: Whole) -> _States:
        """These rows, to be changed."""
        return _States(
            self.free[rows],
            self.ready[rows],
            self.missing[rows],
            self.lost[rows],
            self.keen[rows],
            self.cost[rows],
            self.marks[rows],
        )


class _Step(NamedTuple):
    """What led to each row: the row before, who did which item, and when (-1: nothing)."""

    parent: Whole
    item: Whole
    agent: Whole
    start: Floats

    def of(self, rows: Whole) -> _Step:
        """These rows."""
        return _Step(self.parent[rows], self.item[rows], self.agent[rows], self.start[rows])


class Beam:
    """One search; it ends when no row could become better than what is known."""

    def __init__(self, priced: Priced, width: int, keenness: float, known: float) -> None:
        import numpy as np

        self.np, self.priced, self.width, self.known = np, priced, width, known
        self.items = len(priced.after)
        self.urgency = np.append(priced.urgency * keenness, -PATIENCE * priced.usual)
        dice = np.random.RandomState(1)
        self.item_mark = dice.randint(1, 1 << 62, self.items, dtype=np.int64)
        self.agent_mark = dice.randint(1, 1 << 62, len(priced.agent_price), dtype=np.int64)
        self.steps: list[_Step] = []
        self.found: Drafted | None = None
        missing, ready = priced.begun()
        free = [float(each) for each in priced.work.free]
        first = ([free], [ready], [missing], [0.0], [0.0], [0.0], [0])
        self.states = _States(*map(np.array, first))

    def run(self, stop: Stop) -> Drafted | None:
        """The best plan that it came across, if any is better than what was known."""
        for _ in range(self.items * (1 + len(self.agent_mark))):  # not for ever
            if not len(self.states.free) or stop():
                break
            self._step()
        return self.found

    def _step(self) -> None:
        """Whoever is free next in each row takes something, or waits."""
        np, priced, now = self.np, self.priced, self.states
        agent, moment = now.free.argmin(1), now.free.min(1)
        later = np.where(now.free > moment[:, None], now.free, NEVER_ENDS).min(1)
        later = np.where(later < NEVER_ENDS, later, moment + 1)  # let others go first
        start = np.maximum(now.ready, moment[:, None])
        lost = self._lost(agent, moment, start, later)
        score = lost - self.urgency - now.keen[:, None]
        parent, column = self._chosen(score.ravel(), self.items + 1)
        lost, waits = lost[parent, column], column == self.items
        item = np.where(waits, NOBODY, column)  # the last item, where it is used as a number
        step = _Step(parent, item, agent[parent], start[parent, item])
        end = np.where(waits, later[parent], step.start + priced.ticks[step.agent, item])
        grown = now.of(parent)
        grown.free[np.arange(len(parent)), step.agent] = end
        grown.lost[:] = lost
        grown.keen[:] += self.urgency[column]
        grown.cost[:] += np.where(waits, 0.0, priced.cost[step.agent, item])
        grown.marks[:] += np.where(waits, 0, self.item_mark[item])
        self._open(grown, item, end)
        self._keep(grown, step)

    def _lost(self, agent: Whole, moment: Floats, start: Floats, later: Floats) -> Floats:
        """Per row and item, and for waiting: what is lost then."""
        np, priced, now = self.np, self.priced, self.states
        price = priced.agent_price[agent][:, None]
        lost = price * (start - moment[:, None]) + priced.item_price * (start - now.ready)
        lost = np.where(now.missing == 0, lost + priced.regret[agent], NEVER_ENDS)
        alone = len(priced.agent_price) == 1
        waits = price[:, 0] * (later - moment) + (NEVER_ENDS if alone else 0.0)
        all_: Floats = np.append(lost, waits[:, None], 1) + now.lost[:, None]
        return all_

    def _chosen(self, score: Floats, columns: int) -> tuple[Whole, Whole]:
        """The best of all as row and column; the same on every machine."""
        np, most = self.np, self.width * SPARE
        limit = np.partition(score, most - 1)[most - 1] if most < len(score) else NEVER_ENDS
        place = np.flatnonzero(score <= min(limit, NEVER_ENDS / 2))
        place = place[np.argsort(score[place], kind="stable")][:most]
        return place // columns, place % columns

    def _open(self, grown: _States, item: Whole, end: Floats) -> None:
        """The items are done; what comes after them is nearer."""
        np = self.np
        for i in np.unique(item[item != NOBODY]):
            rows = np.flatnonzero(item == i)
            grown.missing[rows, i] = -1
            for each in self.priced.after[i]:
                grown.missing[rows, each] -= 1
                grown.ready[rows, each] = np.maximum(grown.ready[rows, each], end[rows])

    def _keep(self, grown: _States, step: _Step) -> None:
        """Each only once, and only what may still be better than what is known."""
        np, priced = self.np, self.priced
        marks = grown.marks + (grown.free.astype(np.int64) * self.agent_mark).sum(1)
        once = np.sort(np.unique(marks, return_index=True)[1])[: self.width]
        grown, step = grown.of(once), step.of(once)
        ends = grown.free.max(1)
        soonest = np.maximum(grown.ready, grown.free.min(1)[:, None]) + priced.tail
        way = np.where(grown.missing == 0, soonest, 0.0).max(1)
        total = np.maximum(ends, way) + grown.cost
        self.steps.append(step)
        self._finished(total, grown.missing.max(1) < 0)
        open_ = (grown.missing.max(1) >= 0) & (total < self.known)
        rows = np.flatnonzero(open_ & (priced.bound + grown.lost < self.known))
        self.steps[-1] = step.of(rows)
        self.states = grown.of(rows)

    def _finished(self, total: Floats, done: Floats) -> None:
        """Remember the best plan that is complete now."""
        rows = self.np.flatnonzero(done)
        if not len(rows):
            return
        row = int(rows[total[rows].argmin()])
        if total[row] < self.known:
            self.known, self.found = float(total[row]), self._told(row)

    def _told(self, row: int) -> Drafted:
        """The plan of a row of the last step."""
        work = self.priced.work
        doer, moment = [NOBODY] * self.items, [0] * self.items
        for i, agent in work.doing.items():
            doer[i] = agent
        for step in reversed(self.steps):
            item = int(step.item[row])
            if item != NOBODY:
                doer[item], moment[item] = int(step.agent[row]), int(step.start[row])
            row = int(step.parent[row])
        return Drafted(doer, moment)
