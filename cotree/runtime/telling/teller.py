"""The side that tells: what a process writes into its record becomes pages, a few in each turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from cotree.core.actions import Event
from cotree.core.changes import Change
from cotree.runtime.bus import MOST_BYTES
from cotree.runtime.gauge import Measured
from cotree.runtime.messages import Born, End, Heard, Hello, Message, Node, Team, Told, Tree
from cotree.runtime.promises import Identity
from cotree.runtime.telling.glimpses import Glimpses
from cotree.runtime.telling.pages import (
    VERSION,
    Inside,
    Keeps,
    Last,
    Life,
    Nodes,
    Opening,
    Page,
    Stand,
    Tick,
    encode,
    fitting,
)
from cotree.runtime.telling.rounds import Round
from cotree.runtime.telling.standing import Standing
from cotree.runtime.telling.worth import is_shown, light, matters

OPENING_S, STAND_S = 5.0, 5.0
"""So often everything is told again, for who comes late or has missed something."""
KEEPS_S = 5.0
"""So often it is told how well the process keeps up."""
AT_ONCE = 4
"""Pages in one turn; the others wait."""
MOST_WAITING = 64
SOME = 250
"""Nodes or changes in one page, so that no turn has much to write."""


class Teller:
    """Listens to a record as it is made; ``pages`` is what to send in this turn.

    What it costs is bounded: only so many pages wait, and of what comes in too large a heap nothing
    is told but, in the turns that follow, how things stand then.  A tick only writes; pages are
    made when they are asked for, which is between two ticks.
    """

    def __init__(self, me: Identity, process: int) -> None:
        self.skipped = 0
        """Ticks that were not told as they were."""
        self._me = me
        self._process = process
        self._hello: Hello | None = None
        self._team = Team(())
        self._nodes: tuple[Node, ...] = ()
        self._standing = Standing()
        self._glimpses = Glimpses(me.name)
        self._written: list[Message] = []
        """What the record was told since the last turn."""
        self._heard: Heard | None = None
        """A tick whose changes may still come."""
        self._n = 0
        self._t = 0.0
        self._waiting: deque[bytes] = deque()
        self.gauge: Measured | None = None
        """Where to look how well the process keeps up."""
        self._keeps = Round(KEEPS_S, self._figures)
        self._openings = Round(OPENING_S, self._mission)
        self._stands = Round(STAND_S, self._state)

    # -- the record's side ---------------------------------------------------------------------

    def write(self, message: Message) -> None:
        """One more message of the record; it is looked at between this tick and the next one."""
        self._written.append(message)

    def _read(self) -> None:
        """Make pages of what was written."""
        written, self._written = self._written, []
        for message in written:
            self._take(message)

    def _take(self, message: Message) -> None:
        match message:
            case Heard() | Told() if message.robot not in ("", self._me.name):
                pass  # quoted from somebody who tells it as well
            case Heard():
                self._flush()
                self._heard = message
                self._glimpses.see(message.events)
            case Told():
                heard, self._heard = self._heard, None
                self._tick(message.t, heard.events if heard else (), message)
            case Hello():
                self._hello = light(message)
            case Tree(nodes=nodes):
                self._nodes = nodes
            case Team():
                self._team = message
            case Born():
                self._t = message.clock_s
                self._put(Life(message.life, message.memory is not None))
            case End(t=t, result=result, reasons=reasons):
                self._flush()
                self._t = max(self._t, t)
                for page in islice(self._state(), AT_ONCE):
                    self._waiting.append(page)
                self._put(Last(result, reasons))

    def _flush(self) -> None:
        """A tick that changed nothing may have heard something."""
        heard, self._heard = self._heard, None
        if heard is not None:
            self._tick(heard.t, heard.events, None)

    def _tick(self, t: float, events: Iterable[Event], told: Told | None) -> None:
        self._t = t
        seen = tuple(event for event in events if matters(event))
        changes = told.changes if told else ()
        commands = tuple(filter(is_shown, told.commands if told else ()))
        if not (seen or changes or commands):
            return
        self._n += 1
        self._standing.take(changes)
        many = len(changes) + len(commands) + len(seen) > SOME
        if many or not self._put(Tick(self._n, seen, changes, commands)):
            self.skipped += 1
            self._stands.hurry()  # this says it, in smaller parts

    def _put(self, inside: Inside) -> bool:
        """Let it wait for its turn; False: it is too long, or too much waits already."""
        page = self._page(inside)
        if len(page) > MOST_BYTES or len(self._waiting) >= MOST_WAITING:
            return False
        self._waiting.append(page)
        return True

    # -- the wire's side -----------------------------------------------------------------------

    def pages(self, now_s: float) -> list[bytes]:
        """What to send now, on the clock of the process."""
        self._read()
        self._flush()
        self._t = max(self._t, now_s)
        self._glance(now_s)
        found = self._news()
        if len(found) < AT_ONCE:
            page = self._openings.page(now_s) or self._stands.page(now_s)
            page = page or self._keeps.page(now_s)
            found += [] if page is None else [page]
        return found

    def _glance(self, now_s: float) -> None:
        """What was seen, when nothing else waits."""
        seen = () if self._waiting else self._glimpses.due(now_s)
        if seen:
            self._n += 1
            self._put(Tick(self._n, seen))

    def rest(self) -> list[bytes]:
        """What still waits, when the process ends."""
        self._read()
        self._flush()
        rest, self._waiting = list(self._waiting), deque()
        return rest

    def _news(self) -> list[bytes]:
        return [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]

    def _mission(self) -> Iterator[bytes]:
        """What the mission is; nothing, as long as that is not known."""
        hello, team = self._hello, self._team
        if hello is None:
            return
        page = self._page(Opening(hello, team, len(self._nodes)))
        if len(page) > MOST_BYTES:
            members = (msgspec.structs.replace(each, resources=()) for each in team.members)
            page = self._page(Opening(hello, Team(tuple(members)), len(self._nodes)))
        if len(page) > MOST_BYTES:
            return
        yield page
        for first in range(0, len(self._nodes), SOME):
            yield from self._parts(first, self._nodes[first : first + SOME])

    def _figures(self) -> Iterator[bytes]:
        gauge = self.gauge
        if gauge is not None:
            late_s = gauge.late_p99_s
            yield self._page(Keeps(gauge.ticks, gauge.overruns, gauge.longest_s, late_s))

    def _parts(self, start: int, nodes: Sequence[Node]) -> Iterator[bytes]:
        def made(first: int, some: Sequence[Node]) -> bytes:
            return self._page(Nodes(start + first, tuple(some)))

        return fitting(nodes, made)

    def _state(self) -> Iterator[bytes]:
        """How everything stands; each page says after which tick, as the work goes on meanwhile."""
        changes = self._standing.all()

        def made(_: int, some: Sequence[Change]) -> bytes:
            return self._page(Stand(self._n, tuple(some)))

        for first in range(0, max(1, len(changes)), SOME):
            keys = changes[first : first + SOME]
            yield from fitting(self._standing.now(keys), made)

    def _page(self, inside: Inside) -> bytes:
        me = self._me
        return encode(Page(VERSION, me.mission, me.tree, me.name, self._process, self._t, inside))
