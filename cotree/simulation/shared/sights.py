"""What a process knows of a world that it shares: of each thing the newest that anybody told.

Every change by a process is marked with a count above all that it has heard of that thing, so any
two processes that have heard the same know the same, in whatever order it came (a map of last
writers).  Everybody repeats everything now and then, so what a dead process saw is not forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cotree.core.actions import FactSeen, HandSeen, ObjectSeen
from cotree.core.belief import Key
from cotree.runtime.inbox import key_of
from cotree.runtime.process.telegrams import Noted, Seen, Sight

REPEAT_S = 1.0
MOST_NOTED = 200
"""In one telegram."""


class Sights:
    """The newest of everything; ``mine`` notes what happens here, ``hear`` what others tell."""

    def __init__(self, me: str) -> None:
        self.me = me
        self.opening = True
        """What happens now is how the mission begins, which everybody knows."""
        self._noted: dict[Key, Noted] = {}
        self._news: dict[Key, Noted] = {}
        self._facts: dict[str, int] = {}
        """How often each fact has changed by itself: the same in every process."""
        self._repeat_s = 0.0

    def mine(self, sight: Sight) -> bool:
        """Note what happened here; False: somebody knows something newer."""
        key = key_of(sight)
        known = self._noted.get(key)
        count = self._count(sight, known)
        if known is not None and (count, self.me) <= (known.count, known.by):
            return False
        noted = Noted(sight, count, self.me if count else "")
        self._noted[key] = noted
        if count:
            self._news[key] = noted
        return True

    def hear(self, noted: Iterable[Noted]) -> list[Sight]:
        """What of this is new here, in order."""
        found = []
        for each in noted:
            key = key_of(each.sight)
            known = self._noted.get(key)
            if known is None or (each.count, each.by) > (known.count, known.by):
                self._noted[key] = each
                self._news.pop(key, None)
                found.append(each.sight)
        return found

    def telling(self, now_s: float, *, all_: bool = False) -> list[Seen]:
        """What is new, or everything when it is time for that."""
        if all_ or now_s >= self._repeat_s:
            self._repeat_s = now_s + REPEAT_S
            some = self.all()
        else:
            some = list(self._news.values())
        self._news.clear()
        parts = range(0, len(some), MOST_NOTED)
        return [Seen(tuple(some[at : at + MOST_NOTED]), now_s) for at in parts]

    def all(self) -> list[Noted]:
        """Everything that is not as it was at the beginning; a hand only by who has it."""
        return [
            each
            for each in self._noted.values()
            if each.count and (each.by == self.me or not isinstance(each.sight, HandSeen))
        ]

    def _count(self, sight: Sight, known: Noted | None) -> int:
        if isinstance(sight, FactSeen):
            before = self._facts.get(sight.name, -1)
            self._facts[sight.name] = before + 1
            return before + 1
        return 0 if self.opening else 1 + (0 if known is None else known.count)


def on_clock(noted: Iterable[Noted], sent_s: float, now_s: float) -> list[Noted]:
    """The same with times on the clock of who hears it, as if it had taken no time to come."""
    return [
        msgspec.structs.replace(each, sight=_moved(each.sight, now_s - sent_s))
        if isinstance(each.sight, HandSeen)
        else each
        for each in noted
    ]


def _moved(seen: HandSeen, by_s: float) -> HandSeen:
    return msgspec.structs.replace(seen, t_s=seen.t_s + by_s)


def objects_in(sights: Iterable[Sight]) -> bool:
    """Whether an object is among what was seen."""
    return any(isinstance(each, ObjectSeen) for each in sights)
