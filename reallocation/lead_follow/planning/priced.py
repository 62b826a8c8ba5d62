"""A question as tables of prices: what each way of doing each item loses, by linear programming."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cotree.reallocation.lead_follow.planning.listing import followers, shortest, tails
from cotree.reallocation.lead_follow.planning.shares import Prices
from cotree.reallocation.lead_follow.planning.work import Work

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
    Whole = np.ndarray[tuple[int, ...], np.dtype[np.int64]]

NEVER_ENDS = 1e15


class Priced:
    """What a search over half-made plans asks for; nothing changes."""

    def __init__(self, work: Work, prices: Prices) -> None:
        import numpy as np  # with SciPy, for who plans

        count = len(work.items)
        self.work = work
        self.agent_price = np.array(prices.prices)
        """What a moment is worth in which an agent waits."""
        self.item_price = np.array(prices.ways)
        """The same of an item that could be begun."""
        self.ticks = np.full((len(work.agents), count), NEVER_ENDS)
        self.cost = np.zeros((len(work.agents), count))
        """What the weights add."""
        for i, item in enumerate(work.items):
            for a in item.agents():
                self.ticks[a, i] = item.ticks[a]
                self.cost[a, i] = 0 if i in work.doing else work.costs[i][a]
        each = self.agent_price[:, None] + self.item_price
        worth = np.where(self.ticks < NEVER_ENDS, self.ticks * each + self.cost, NEVER_ENDS)
        least = worth.min(0)
        self.regret = np.where(worth < NEVER_ENDS, worth - least, NEVER_ENDS)
        """How much more than need be it is that this agent does this item."""
        open_ = [i for i in range(count) if i not in work.doing]
        free = self.agent_price * np.array(work.free, dtype=float)
        self.bound = float(free.sum() + least[open_].sum())
        """Of the plan that loses nothing."""
        nodes = shortest(work)
        self.after = followers(nodes)
        self.tail = np.array(tails(nodes), dtype=float)
        self.usual = float(self.ticks.min(0).mean()) if count else 0.0
        self.urgency = self.tail * (self.usual / max(1.0, float(self.tail.max(initial=0.0))))
        """How long the way to the end is; the longest counts as much as a usual item."""

    def begun(self) -> tuple[list[int], list[float]]:
        """Per item, how many are missing before it (-1: it is done, or runs); when it is ready."""
        work = self.work
        missing = [len(item.after) for item in work.items]
        ready = [float(item.release) for item in work.items]
        for i, agent in work.doing.items():
            missing[i] = -1
            for each in self.after[i]:
                missing[each] -= 1
                ready[each] = max(ready[each], float(work.items[i].ticks[agent]))
        return missing, ready
