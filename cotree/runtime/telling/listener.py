"""What a team's processes tell, as the messages of one record; for terminals, pages, anything.

Every process has a clock of its own, and so has the listener.  The time of the mission is that of
the process that runs for longest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from cotree.core.reasons import Reason
from cotree.runtime.gauge import Measured
from cotree.runtime.messages import End, Message
from cotree.runtime.telling.narrator import Narrator
from cotree.runtime.telling.outset import Outset
from cotree.runtime.telling.pages import VERSION, Last, Page, decode

GATHER_S = 0.5
"""So long it only collects: some transports bring what was told before, of one after the other."""
MOST_GATHERED = 20_000
MOST_SPEAKERS = 300
GONE_S = 12.0
"""Who is silent for so long, when others have ended, will not say how it ended."""


class Came(NamedTuple):
    """A page, and who tells it."""

    page: Page
    narrator: Narrator

    @property
    def made_s(self) -> float:
        """When it was made, on the listener's clock."""
        return self.page.t - self.narrator.ahead_s


class Listener:
    """Hears pages, at times of its own clock; ``look`` gives the record, as far as it was told.

    What comes is nothing but a picture; what is wrong is counted and dropped.
    """

    def __init__(self, mission: str | None = None) -> None:
        self.mission = mission
        """What all of it is about; None: whatever is heard first."""
        self.bad: Counter[str] = Counter()
        """Pages that were dropped, by what was wrong with them."""
        self.end: End | None = None
        """Everybody has ended who was heard."""
        self._tree = ""
        self._outset = Outset()
        self._speakers: dict[str, Narrator] = {}
        self._robots: set[str] = set()
        self._gathered: list[Came] = []
        self._since_s: float | None = None
        self._base_s: float | None = None
        """What to add to the listener's clock; None: the mission is not known yet."""

    # -- what it knows -------------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        """Whether it knows the mission."""
        return self._base_s is not None

    @property
    def heard(self) -> bool:
        """Whether it hears anybody."""
        return bool(self._speakers)

    @property
    def missed(self) -> int:
        """Ticks that never came."""
        return sum(each.missed for each in self._speakers.values())

    def time_s(self, now_s: float) -> float:
        """The time of the mission, when the listener's clock shows this."""
        return 0.0 if self._base_s is None else max(0.0, now_s + self._base_s)

    def silent(self, now_s: float, longer_than_s: float) -> dict[str, float]:
        """Who has not ended, and was not heard for longer than this; and for how long."""
        going = (each for each in self._speakers.values() if each.last is None)
        ages = {each.name: now_s - each.heard_s for each in going}
        return {name: age_s for name, age_s in ages.items() if age_s > longer_than_s}

    @property
    def gauges(self) -> dict[str, Measured]:
        """How well those keep up who tell it."""
        known = {name: each.keeps for name, each in self._speakers.items()}
        return {name: keeps for name, keeps in known.items() if keeps is not None}

    # -- hearing -------------------------------------------------------------------------------

    def hear(self, sender: str, data: bytes, now_s: float) -> None:
        """One page; ``sender`` is who the transport says that it is from, if it knows."""
        try:
            page = decode(data)
        except ValueError:
            self.bad["malformed"] += 1
            return
        word = self._wrong(page, sender) or self._take(page, now_s)
        if word:
            self.bad[word] += 1

    def look(self, now_s: float) -> list[Message]:
        """What is new, in the order of the mission's time."""
        found = self._begin(now_s)
        if self._base_s is None:
            return []
        found += self._new(self._base_s)
        if self.end is None:
            self.end = self._over(now_s)
            found += [] if self.end is None else [self.end]
        return found

    def _wrong(self, page: Page, sender: str) -> str:
        """What is wrong with a page, in a word."""
        if sender not in ("", page.sender):
            return "sender"
        if page.v != VERSION:
            return "version"
        if self.mission not in (None, page.mission):
            return "mission"
        self.mission, self._tree = page.mission, self._tree or page.tree
        return "" if page.tree == self._tree else "tree"

    def _take(self, page: Page, now_s: float) -> str:
        """Let a page wait; why not, in a word."""
        narrator = self._speakers.get(page.sender)
        if narrator is None:
            if len(self._speakers) >= MOST_SPEAKERS:
                return "crowd"
            narrator = self._speakers[page.sender] = Narrator(page.sender)
        if not narrator.clock(page.process, page.t, now_s):
            return "late"
        if self._since_s is None:
            self._since_s = now_s
        if not self._outset.learns(page.inside):
            if len(self._gathered) >= MOST_GATHERED:
                return "heap"
            self._gathered.append(Came(page, narrator))
        return ""

    def _begin(self, now_s: float) -> list[Message]:
        """What the mission is, as soon as that is known."""
        if self.begun or self._since_s is None or now_s - self._since_s < GATHER_S:
            return []
        opening = self._outset.messages()
        if opening:
            self._robots = self._outset.robots
            speakers = self._speakers.values()
            robots = [each.ahead_s for each in speakers if each.name in self._robots]
            self._base_s = max(robots or [each.ahead_s for each in speakers])
        return opening

    def _new(self, base_s: float) -> Iterator[Message]:
        gathered, self._gathered = self._gathered, []
        gathered.sort(key=_made_s)
        for came in gathered:
            page, narrator = came
            messages = narrator.hear(page.process, page.inside, max(0.0, came.made_s + base_s))
            if page.sender in self._robots:  # the others only let it be seen that they are there
                yield from messages

    def _over(self, now_s: float) -> End | None:
        """How it ended, when nobody goes on whom it has heard."""
        robots = [each for name, each in self._speakers.items() if name in self._robots]
        lasts: list[Last] = [each.last for each in robots if each.last is not None]
        going = (each for each in robots if each.last is None)
        if not lasts or any(now_s - each.heard_s < GONE_S for each in going):
            return None
        results = {each.result for each in lasts}
        reasons: list[Reason] = []
        for last in lasts:
            reasons += [each for each in last.reasons if each not in reasons]
        result = results.pop() if len(results) == 1 else "failure"
        return End(self.time_s(now_s), 0, result, tuple(reasons))


def _made_s(came: Came) -> float:
    return came.made_s
