"""The door through which pages act: who is whom, who is armed, and what they are told of it.

Everything here is on the page's own thread.  An act is checked, left in a hatch, and answered when
the run has done it; what is wrong with it is said at once.
"""

from __future__ import annotations

import msgspec

from cotree.runtime.acts import Act, Arm, Be, Taking, read
from cotree.runtime.hatch import Hatch, Ticket
from cotree.runtime.replies import Ack, May, No, Reply, Standing, You
from cotree.viewer.web.offer import Offer
from cotree.viewer.web.visitor import Visitor

MOST = 20
"""Pages that may act at the same time, or think about it."""


class Acting:
    """All pages that may act."""

    def __init__(self, offer: Offer, most: int = MOST) -> None:
        self.offer = offer
        self._most = most
        self._count = 0
        self._visitors: dict[int, Visitor] = {}
        """By the page's number."""
        self._is: dict[str, int] = {}
        """By person: the page that she is at; the newest one that said so."""
        self._armed: int | None = None
        """The page that operates; the newest one that was armed."""
        self._shown: dict[str, You | None] = {}
        self._standing: Standing | None = None

    @property
    def full(self) -> bool:
        """Whether nobody else can come in."""
        return len(self._visitors) >= self._most

    # -- coming and going ----------------------------------------------------------------------

    def join(self, visitor: Visitor) -> int:
        """A page comes, and is told what it may do; its number."""
        self._count += 1
        self._visitors[self._count] = visitor
        visitor.tell(self.may(self._count))
        return self._count

    def leave(self, page: int) -> None:
        """A page is gone: its person says nothing more, and nothing is armed by it."""
        self._visitors.pop(page, None)
        for person in [name for name, at in self._is.items() if at == page]:
            del self._is[person]
        if self._armed == page:
            self._disarm()

    def may(self, page: int) -> May:
        """What a page may do now."""
        standing = self._standing or Standing()
        return May(
            tuple(self.offer.people),
            self._person(page),
            self.offer.operator is not None,
            self._armed == page,
            standing.paused,
            standing.breakpoints,
            standing.stopped_at,
            standing.injections,
            standing.removable,
        )

    def _person(self, page: int) -> str:
        return next((name for name, at in self._is.items() if at == page), "")

    # -- what a page says ----------------------------------------------------------------------

    def hear(self, page: int, text: str) -> Reply | None:
        """One message of a page; the answer, unless the run has to give it."""
        try:
            act = read(text)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self._visitors[page].allowance.strike()
            return No(0, f"this is no act: {error}"[:300])
        wrong = self._do(page, act)
        if wrong is not None:
            return No(act.n, wrong)
        return Ack(act.n) if isinstance(act, Be) else None

    def _do(self, page: int, act: Act) -> str | None:
        if isinstance(act, Be):
            return self._be(page, act.person)
        if isinstance(act, Taking):
            return self._take_part(page, act)
        return self._operate(page, act)

    def _be(self, page: int, person: str) -> str | None:
        if person not in self.offer.people:
            there = ", ".join(self.offer.people)
            known = f"there is: {there}" if there else "start the run with --at-page NAME"
            return f"nobody can be '{person}' here; {known}"
        before = self._is.get(person)
        for name in [name for name, at in self._is.items() if at == page]:
            del self._is[name]
        self._is[person] = page
        if before not in (None, page):
            self._tell_may(before)
        self._tell_may(page)
        shown = self.offer.people[person].shown
        if shown is not None:
            self._visitors[page].tell(shown)
        return None

    def _take_part(self, page: int, act: Act) -> str | None:
        person = self._person(page)
        if not person:
            return "say first who you are; another page may have become her"
        return _put(self.offer.people[person], page, act)

    def _operate(self, page: int, act: Act) -> str | None:
        hatch = self.offer.operator
        if hatch is None:
            return "this run cannot be operated; start it with --operate"
        if isinstance(act, Arm):
            return self._arm(page, act, hatch)
        if self._armed != page:
            return "not armed; turn the arm switch on first"
        return _put(hatch, page, act)

    def _arm(self, page: int, act: Arm, hatch: Hatch[Standing]) -> str | None:
        wrong = _put(hatch, page, act)
        if wrong is not None:
            return wrong
        before = self._armed
        if act.on:
            self._armed = page
        elif before == page:
            self._armed = None
        for each in {before, page} - {None}:
            self._tell_may(each)
        return None

    def _disarm(self) -> None:
        self._armed = None
        if self.offer.operator is not None:
            self.offer.operator.put(Ticket(0, Arm(on=False)))

    def _tell_may(self, page: int | None) -> None:
        if page is not None and page in self._visitors:
            self._visitors[page].tell(self.may(page))

    # -- what the run says ---------------------------------------------------------------------

    def turn(self) -> None:
        """Pass on what the run has answered and shows."""
        for person, hatch in self.offer.people.items():
            self._pass_on(hatch.news())
            shown = hatch.shown
            if shown is not None and shown is not self._shown.get(person):
                self._shown[person] = shown
                if person in self._is:
                    self._visitors[self._is[person]].tell(shown)
        operator = self.offer.operator
        if operator is not None:
            self._pass_on(operator.news())
            if operator.shown is not None and operator.shown != self._standing:
                self._standing = operator.shown
                for page in self._visitors:
                    self._tell_may(page)

    def _pass_on(self, news: list[tuple[int, Reply]]) -> None:
        for page, reply in news:
            if page in self._visitors:
                self._visitors[page].tell(reply)


def _put(hatch: Hatch[You] | Hatch[Standing], page: int, act: Act) -> str | None:
    return None if hatch.put(Ticket(page, act)) else "too much waits to be done; try again soon"
