"""Standing aside: a robot gives all its work back to the team, and asks for nothing meanwhile."""

from __future__ import annotations

from collections.abc import Callable

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.trees.rights import Rights

ASIDE = "aside"


class Aside:
    """Keeps one robot out of its team for as long as somebody wishes it."""

    def __init__(self, robot: str, rights: Callable[[], Rights | None]) -> None:
        self._robot = robot
        self._rights = rights
        self._wishes: dict[str, Reason] = {}
        """By wish: why."""
        self._retired: Reason | None = None
        self._told = False

    def begin(self, wish: str, about: Reason | None) -> Reason | None:
        """Give everything back; why that is impossible, or None."""
        rights = self._rights()
        why = Reason(ASIDE, f"{self._robot} stands aside")
        if about is not None:
            why = Reason(ASIDE, f"{self._robot} stands aside: {about.message}")
        if rights is None:
            return Reason("alone", f"{self._robot} has no teammate that could do its work")
        self._wishes[wish] = why
        self._leave(rights)
        return None

    def end(self, wish: str) -> None:
        """That wish is over; the robot takes part again unless another one keeps it aside."""
        if self._wishes.pop(wish, None) is None:
            return
        rights = self._rights()
        if rights is not None:
            self._leave(rights)

    def retire(self, why: Reason) -> bool:
        """For good: peers do its work, and if none of them can, it has failed."""
        rights = self._rights()
        if rights is None:
            return False
        if self._retired is None:
            self._retired = why
            self._leave(rights)
        return True

    def step(self) -> None:
        """Once it stands still, tell the team what a retired robot will never do."""
        if self._retired is not None and not self._told and self.complete():
            self._told = True
            self.forgo(self._retired)

    def forgo(self, why: Reason) -> None:
        """Peers need not wait until this robot does anything."""
        rights = self._rights()
        if rights is not None and rights.aside is not None:
            for piece in rights.pieces.values():
                piece.forgo(why)

    def give_up(self) -> None:
        """Everybody waits, perhaps for this robot, and nothing will happen any more."""
        if self._wishes and self.complete():
            self.forgo(next(iter(self._wishes.values())))

    def complete(self) -> bool:
        """Whether it stands aside, and nothing of it moves any more."""
        rights = self._rights()
        return rights is not None and rights.aside is not None and not rights.ceasing

    def _leave(self, rights: Rights) -> None:
        """Follow the wishes that there are."""
        why = self._retired or next(iter(self._wishes.values()), None)
        was, rights.aside = rights.aside, why
        if was is None and why is not None:
            for piece in rights.pieces.values():
                if rights.all[piece.path].held:
                    piece.cease(Stop.KILL)
        if (was is None) != (why is None):
            for piece in rights.pieces.values():
                piece.ask_again()
