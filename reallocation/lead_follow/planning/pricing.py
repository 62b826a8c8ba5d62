"""What an agent's time is worth, and first plans where everybody does what suits them best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cotree.reallocation.lead_follow.planning.listing import followers, shortest, tails
from cotree.reallocation.lead_follow.planning.work import NOBODY, Work

EAGERNESS = (0, 1, 2, 4, 8, 16, 32, 64, 128)
"""How much suiting counts against urgency."""
PATIENCE = (0.0, 0.01, 0.3, 1.0)
"""How much sooner, in shares of its duration, another must end what an agent leaves to them."""


class Market:
    """Dispatching by prices: the agent that is free next takes what it loses least by."""

    def __init__(self, work: Work, prices: Sequence[float]) -> None:
        self.work = work
        self.able = [item.agents() for item in work.items]
        most = max(prices) or 1.0
        self.regret = [
            {a: (prices[a] * item.ticks[a] + self._cost(i, a)) / most for a in able}
            for i, (item, able) in enumerate(zip(work.items, self.able, strict=True))
        ]
        for row in self.regret:
            least = min(row.values())
            for agent in row:
                row[agent] -= least
        nodes = shortest(work)
        self.urgency = tails(nodes)
        self.after = followers(nodes)

    def _cost(self, i: int, agent: int) -> int:
        return 0 if i in self.work.doing else self.work.costs[i][agent]

    def dispatched(self, eagerness: float, patience: float) -> tuple[list[int], list[int]]:
        """Who does each item, and when, about (hand-overs and repairs are left out)."""
        return _Day(self, eagerness, patience).run()

    def shared(self, doer: Sequence[int], eagerness: float) -> tuple[list[int], list[int]]:
        """Doers and moments: of items that are alike everybody does as many as in these shares."""
        return _Rations(self, eagerness, doer).run()


class _Day:
    """One run of the market."""

    def __init__(self, market: Market, eagerness: float, patience: float) -> None:
        self.market, self.eagerness, self.patience = market, eagerness, patience
        work = self.work = market.work
        self.free = list(work.free)
        self.missing = [len(item.after) for item in work.items]
        self.ready = [item.release for item in work.items]
        self.open = {i for i, count in enumerate(self.missing) if not count}
        self.doer = [NOBODY] * len(work.items)
        self.starts = [0] * len(work.items)
        for i, agent in work.doing.items():
            self.take(i, agent, 0)

    def wanted(self, agent: int) -> list[int]:
        """What the agent may take, now or later."""
        return [i for i in self.open if agent in self.market.regret[i]]

    def run(self) -> tuple[list[int], list[int]]:
        """Until everything has its doer."""
        idle: set[int] = set()
        while self.open:
            agent = min(
                (a for a in range(len(self.free)) if a not in idle), key=self.free.__getitem__
            )
            now = self.free[agent]
            mine = self.wanted(agent)
            there = [i for i in mine if self.ready[i] <= now]
            if there:
                self.take(*self.better(self.suiting(there, agent), agent))
                idle.clear()
            elif not self.wait(agent, mine, now):
                idle.add(agent)
        return self.doer, self.starts

    def wait(self, agent: int, mine: list[int], now: int) -> bool:
        """Let the agent's time pass until something may have changed; False if nothing can."""
        moments = [self.ready[i] for i in mine] + [time for time in self.free if time > now]
        if not moments:
            return False
        self.free[agent] = min(moments)
        return True

    def suiting(self, there: list[int], agent: int) -> int:
        """The item that it loses least by, against how urgent that is."""
        regret, urgency = self.market.regret, self.market.urgency
        return min(there, key=lambda i: (self.eagerness * regret[i][agent] - urgency[i], i))

    def better(self, i: int, agent: int) -> tuple[int, int, int]:
        """The item, who does it and when: another agent, if that one ends it sooner by far."""
        ticks = self.work.items[i].ticks
        start = {a: max(self.free[a], self.ready[i]) for a in self.market.able[i]}
        if self.patience:
            other = min(start, key=lambda a: start[a] + ticks[a])
            if start[other] + ticks[other] < start[agent] + (1 - self.patience) * ticks[agent]:
                return i, other, start[other]
        return i, agent, start[agent]

    def take(self, i: int, agent: int, start: int) -> None:
        """The agent does it then."""
        end = start + self.work.items[i].ticks[agent]
        self.doer[i], self.starts[i] = agent, start
        self.free[agent] = max(self.free[agent], end)
        self.open.discard(i)
        for each in self.market.after[i]:
            self.missing[each] -= 1
            self.ready[each] = max(self.ready[each], end)
            if not self.missing[each]:
                self.open.add(each)


class _Rations(_Day):
    """A run where nobody takes more than their share of each kind of item."""

    def __init__(self, market: Market, eagerness: float, doer: Sequence[int]) -> None:
        self.kind = [(item.ticks, item.place) for item in market.work.items]
        self.left = Counter(
            (agent, self.kind[i]) for i, agent in enumerate(doer) if i not in market.work.doing
        )
        super().__init__(market, eagerness, 0.0)

    def wanted(self, agent: int) -> list[int]:
        """What is in the agent's share."""
        return [i for i in super().wanted(agent) if self.left[agent, self.kind[i]]]

    def take(self, i: int, agent: int, start: int) -> None:
        """The agent does it then, and has one less to take."""
        if i not in self.work.doing:
            self.left[agent, self.kind[i]] -= 1
        super().take(i, agent, start)
