"""How a team begins: quickly when everybody is there for the first time, safely in any case.

The protocol lets a teammate without memory vote at once only when nobody can have promised
anything.  Here is when that is so: every member of the team says that it is new, and that it has
heard exactly this process of everybody else.  Whoever has begun hears nobody new any more, so a
process that comes back with its memory lost is never counted as new: it joins by asking the others.

``first`` is an operator's word that the mission has never run, for who begins without the others.
It may stand in a file that starts the process each time, so it is not believed blindly: the process
listens, and joins if anybody has begun who remembers, or who has met an earlier process of it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

from cotree.runtime.process.telegrams import Here

AGAIN_S = 0.1
"""Between two calls."""
CALM_S = 1.0
"""Between two calls, once nobody has come for a while."""
LISTENS_S = 1.0
"""So long who begins without the others listens whether they have begun."""
Verdict: TypeAlias = Literal["first", "remembers", "joins"]


class RollCall:
    """One process's part in the beginning."""

    def __init__(
        self,
        name: str,
        members: Collection[str],
        nonce: int,
        *,
        fresh: bool,
        remembers: bool,
        first: bool = False,
    ) -> None:
        self.verdict: Verdict | None = None
        """How this process begins; None: that is not known yet."""
        self.lost = not fresh and not remembers
        """It has promised something, and does not know what."""
        self._name = name
        self._others = tuple(member for member in members if member != name)
        self._nonce = nonce
        self._fresh = fresh
        self._first = fresh and first and not remembers
        self._begins_s: float | None = None
        """When it begins without the others."""
        self._met: dict[str, int] = {}
        """The first process of each that was ever heard, with its nonce."""
        self.counted: dict[str, int] = {}
        """Fresh processes that were heard, with their nonces; fixed once it has begun."""
        self._hears_me: set[tuple[str, int]] = set()
        """Which of them have heard this process."""
        self._next_s = 0.0
        self._calls = 0
        self._answers = False
        if remembers:
            self.verdict = "remembers"
        elif not fresh:
            self.verdict = "joins"
        else:
            self._count()

    def hear(self, sender: str, here: Here) -> None:
        """Somebody is here."""
        if sender not in self._others:
            return
        self._met.setdefault(sender, here.nonce)
        if not here.begun:
            self._answers = True
        if self.verdict is not None:
            return
        if not here.fresh or (here.begun and self._is_late(here)):
            self.verdict = "joins"
            return
        hears_me = (self._name, self._nonce) in here.heard
        self.counted[sender] = here.nonce
        if hears_me:
            self._hears_me.add((sender, here.nonce))
        self._count()

    def _is_late(self, here: Here) -> bool:
        """Whether who has begun did so without this process, or with an earlier one."""
        if self._first:
            return any(name == self._name and nonce != self._nonce for name, nonce in here.met)
        return (self._name, self._nonce) not in here.heard

    def calls(self, now_s: float) -> Here | None:
        """What to tell everybody now, or nothing."""
        if self._begins_s is None:
            self._begins_s = now_s + LISTENS_S
        if self._first and self.verdict is None and now_s >= self._begins_s:
            self.verdict = "first"
        if self.verdict is not None and not self._answers:
            return None
        if now_s < self._next_s:
            return None
        self._calls += 1
        self._next_s = now_s + (AGAIN_S if self._calls < 50 or self._answers else CALM_S)
        self._answers = False
        begun = self.verdict is not None
        fresh = self._fresh and self.verdict in (None, "first")
        heard, met = (tuple(sorted(each.items())) for each in (self.counted, self._met))
        return Here(self._nonce, fresh, begun, heard, met if begun else ())

    @property
    def missing(self) -> list[str]:
        """Whom it waits for."""
        return [other for other in self._others if other not in self.counted]

    def _count(self) -> None:
        """Whether everybody is new and has heard everybody."""
        if all((other, self.counted.get(other)) in self._hears_me for other in self._others):
            self.verdict = "first"
