"""What a process knows of a world that it shares: of each thing the newest that anybody told.

Every change by a process is marked with a count above all that it has heard of that thing, so any
two processes that have heard the same know the same, in whatever order it came (a map of last
writers).  Everybody repeats everything now and then, so what a dead process saw is not forgotten.

A fact under a teammate's name (``a1/word``) is for that teammate alone to tell.  What others repeat
of it counts only while it is silent itself, and gives way to its own next word; a process that has
lost its keepsake learns from them what it had told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec

from cotree.core.actions import FactSeen, HandSeen, ObjectSeen
from cotree.core.belief import Key
from cotree.core.owners import owner_of
from cotree.runtime.bus import MOST_BYTES
from cotree.runtime.inbox import key_of
from cotree.runtime.process.names import Unfit
from cotree.runtime.process.telegrams import REPEAT_S, Noted, Seen, Sight

SILENT_S = 3 * REPEAT_S
"""After so long without its own word others are believed about a teammate."""
MOST_NOTED = 200
"""In one telegram."""
MOST_TOLD_BYTES = MOST_BYTES // 2
"""In one telegram, unless a single thing takes more."""
MOST_KEPT = 1 << 20
"""Letters of text in the names and values of facts that are kept of what one teammate tells."""


class Sights:
    """The newest of everything; ``mine`` notes what happens here, ``hear`` what others tell.

    ``since`` rises with each process of this name: what it tells itself is newer than all that an
    earlier one told.
    """

    def __init__(self, me: str, team: Collection[str] = (), *, since: int = 0) -> None:
        self.me = me
        self.opening = True
        """What happens now is how the mission begins, which everybody knows."""
        self._team = frozenset(team)
        self._since = since
        self._noted: dict[Key, Noted] = {}
        self._news: dict[Key, Noted] = {}
        self._facts: dict[str, int] = {}
        """How often each fact has changed by itself: the same in every process."""
        self._remembers = False
        """An earlier process has left what it had told."""
        self._second_hand: set[Key] = set()
        """Facts of teammates, as others tell them."""
        self._kept: dict[str, int] = {}
        """How much text is kept because this teammate told it."""
        self._over: set[str] = set()
        """Of whom something was not kept since the last ``check``."""
        self._heard_s: dict[str, float] = {}
        self._repeat_s = 0.0

    def mine(self, sight: Sight) -> bool:
        """Note what happened here; False: somebody knows something newer, or it is not for me."""
        key = key_of(sight)
        known = self._noted.get(key)
        if self._owner(sight) not in ("", self.me) and not self.opening:
            return False
        count = self._count(sight, known)
        if known is not None and (count, self.me) <= (known.count, known.by):
            return False
        noted = Noted(sight, count, self.me if count else "")
        self._noted[key] = noted
        if count:
            self._news[key] = noted
        return True

    def recall(self, noted: Iterable[Noted]) -> list[Sight]:
        """What an earlier process of this name has left."""
        noted = list(noted)
        self._remembers = bool(noted)
        return self._take(noted, {key_of(each.sight) for each in noted if each.by == self.me})

    def hear(self, noted: Iterable[Noted], sender: str = "", now_s: float = 0.0) -> list[Sight]:
        """What of this is new here, in order."""
        if sender:
            self._heard_s[sender] = now_s
        credible = [
            each
            for each in noted
            if self._believes(each, sender, now_s) and self._has_room(each, sender)
        ]
        own = {key_of(each.sight) for each in credible if self._owner(each.sight) == sender}
        return self._take(credible, own)

    def check(self, sender: str) -> None:
        """``Unfit``, if this teammate has told more than is kept of anybody."""
        if sender in self._over:
            self._over.remove(sender)
            raise Unfit("full", f"tells more facts than {MOST_KEPT} letters of text")

    def telling(self, now_s: float, *, all_: bool = False) -> list[Seen]:
        """What is new, or everything when it is time for that."""
        if all_ or now_s >= self._repeat_s:
            self._repeat_s = now_s + REPEAT_S
            some = self.all()
        else:
            some = list(self._news.values())
        self._news.clear()
        return [Seen(part, now_s) for part in _parts(some)]

    def all(self) -> list[Noted]:
        """Everything that is not as it was at the beginning; a hand only by who has it."""
        return [
            each
            for each in self._noted.values()
            if each.count and (each.by == self.me or not isinstance(each.sight, HandSeen))
        ]

    # -- how -----------------------------------------------------------------------------------

    def _owner(self, sight: Sight) -> str:
        return owner_of(sight.name, self._team) if isinstance(sight, FactSeen) else ""

    def _believes(self, noted: Noted, sender: str, now_s: float) -> bool:
        """Whether this sender may tell this."""
        owner = self._owner(noted.sight)
        if owner in ("", sender):
            return True
        if noted.by != owner:
            return False
        if owner == self.me:
            return not self._remembers
        heard_s = self._heard_s.get(owner)
        return heard_s is None or now_s - heard_s > SILENT_S

    def _has_room(self, noted: Noted, sender: str) -> bool:
        """Whether this may be kept: nobody fills the memory of all others with what it tells."""
        if not (sender and isinstance(noted.sight, FactSeen)):
            return True
        known = self._noted.get(key_of(noted.sight))
        more = _size(noted.sight) - (0 if known is None else _size(known.sight))
        kept = self._kept.get(sender, 0) + more
        if more > 0 and kept > MOST_KEPT:
            self._over.add(sender)
            return False
        self._kept[sender] = max(0, kept)
        return True

    def _take(self, noted: Iterable[Noted], own: Collection[Key]) -> list[Sight]:
        """Note what is newer; ``own``: told by whose word it is."""
        found = []
        for each in noted:
            key = key_of(each.sight)
            known = self._noted.get(key)
            first_hand = key in own
            corrects = first_hand and key in self._second_hand and each != known
            if first_hand:
                self._second_hand.discard(key)
            if corrects or known is None or (each.count, each.by) > (known.count, known.by):
                self._noted[key] = each
                self._news.pop(key, None)
                found.append(each.sight)
                if not first_hand and self._owner(each.sight) not in ("", self.me):
                    self._second_hand.add(key)
        return found

    def _count(self, sight: Sight, known: Noted | None) -> int:
        before = 0 if known is None else known.count
        if not isinstance(sight, FactSeen):
            return 0 if self.opening else 1 + before
        if self._owner(sight):
            return 0 if self.opening else 1 + max(before, self._since)
        count = self._facts.get(sight.name, -1) + 1
        self._facts[sight.name] = count if self.opening else max(1, count)
        return self._facts[sight.name]


def _size(sight: Sight) -> int:
    return len(sight.name) + len(str(sight.value)) if isinstance(sight, FactSeen) else 0


def _parts(some: Iterable[Noted]) -> Iterator[tuple[Noted, ...]]:
    """As much of it at once as goes into one datagram."""
    part: list[Noted] = []
    size = 0
    for each in some:
        takes = len(msgspec.json.encode(each))
        if part and (len(part) == MOST_NOTED or size + takes > MOST_TOLD_BYTES):
            yield tuple(part)
            part, size = [], 0
        part.append(each)
        size += takes
    if part:
        yield tuple(part)


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
