"""When everybody starts what is theirs: a search through the orders that leave nobody waiting."""

from __future__ import annotations

from collections.abc import Sequence
from operator import le

from cotree.reallocation.lead_follow.planning.listing import followers, shortest
from cotree.reallocation.lead_follow.planning.work import Work


class Lanes:
    """Orders of one work without shared places.

    At each step the action that could end soonest names an agent; each action of this agent that
    could start before that end may go first (so every active schedule is among those tried).
    """

    def __init__(self, work: Work) -> None:
        self.work = work
        self.after = followers(shortest(work))
        self.backwards = _backwards(work, self.after)
        self.left = 0
        """Steps that were left in the last search; less than 0: it was cut short."""
        self.end = 0

    def ordered(
        self, doer: Sequence[int], enough: int, known: int, steps: int
    ) -> tuple[int, ...] | None:
        """Starts that end all before ``known``: the soonest, or the first by ``enough``."""
        items = self.work.items
        self.doer, self.enough, self.known, self.left = doer, enough, known, steps
        self.end = known
        self.ticks = [item.ticks[agent] for item, agent in zip(items, doer, strict=True)]
        self.tail = [0] * len(items)
        for i in self.backwards:
            self.tail[i] = self.ticks[i] + max((self.tail[k] for k in self.after[i]), default=0)
        self.rest = [0] * len(self.work.agents)
        for i, agent in enumerate(doer):
            self.rest[agent] += self.ticks[i] if i not in self.work.doing else 0
        self.seen: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        self.starts = [0] * len(items)
        self.found: tuple[int, ...] | None = None
        self.missing = [len(item.after) for item in items]
        self.ready = [item.release for item in items]
        self.open = {i for i, count in enumerate(self.missing) if not count}
        self.free = list(self.work.free)
        for i in self.work.doing:
            self._place(i, 0)
        self._go()
        return self.found

    def _place(self, i: int, start: int) -> None:
        end = start + self.ticks[i]
        self.starts[i] = start
        self.open.discard(i)
        for k in self.after[i]:
            self.missing[k] -= 1
            self.ready[k] = max(self.ready[k], end)
            if not self.missing[k]:
                self.open.add(k)

    def _go(self) -> bool:
        """All that can follow; True if enough is found or nothing is left to try with."""
        if not self.open:
            self.known = self.end = max(
                *self.free, *(s + t for s, t in zip(self.starts, self.ticks, strict=True)), 0
            )
            self.found = tuple(self.starts)
            return self.end <= self.enough
        self.left -= 1
        if self.left < 0:
            return True
        doer, free, ready = self.doer, self.free, self.ready
        starts = {i: max(free[doer[i]], ready[i]) for i in self.open}
        if self._hopeless(starts) or self._known_worse(starts):
            return False
        soonest = min((start + self.ticks[i], i) for i, start in starts.items())[1]
        agent, end = doer[soonest], starts[soonest] + self.ticks[soonest]
        rivals = [i for i in self.open if doer[i] == agent and (starts[i] < end or i == soonest)]
        rivals.sort(key=lambda i: (max(starts[i], free[agent]), -self.tail[i], i))
        return any(self._try(i, agent, starts[i]) for i in rivals)

    def _hopeless(self, starts: dict[int, int]) -> bool:
        """Whether some way, or what somebody has still to do, takes too long by itself."""
        known, tail, ticks, doer = self.known, self.tail, self.ticks, self.doer
        later, first = known, [known] * len(self.rest)
        for i, start in starts.items():
            if start + tail[i] >= known:
                return True
            later = min(later, start + ticks[i])
            first[doer[i]] = min(first[doer[i]], start)
        return any(
            rest and max(free, min(soonest, later)) + rest >= known
            for rest, free, soonest in zip(self.rest, self.free, first, strict=True)
        )

    def _known_worse(self, starts: dict[int, int]) -> bool:
        """Whether as much was done before, and nobody and nothing was later then."""
        done = tuple(sorted(starts))
        now = (*self.free, *[starts[i] for i in done])
        then = self.seen.setdefault(done, [])
        if any(all(map(le, one, now)) for one in then):
            return True
        then.append(now)
        return False

    def _try(self, i: int, agent: int, start: int) -> bool:
        """What follows when this one goes first."""
        if start + self.rest[agent] >= self.known:
            return False
        kept = self.missing[:], self.ready[:], set(self.open), self.free[:]
        self.free[agent] = start + self.ticks[i]
        self.rest[agent] -= self.ticks[i]
        self._place(i, start)
        over = self._go()
        self.missing, self.ready, self.open, self.free = kept
        self.rest[agent] += self.ticks[i]
        return over


def _backwards(work: Work, after: Sequence[Sequence[int]]) -> list[int]:
    """Items, each behind all that waits for it."""
    waits = [len(each) for each in after]
    found = [i for i, count in enumerate(waits) if not count]
    for i in found:
        for before in work.items[i].after:
            waits[before] -= 1
            if not waits[before]:
                found.append(before)
    return found
