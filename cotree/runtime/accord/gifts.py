"""Pieces that a person gave to one robot: every other one stops them, and leaves them alone."""

from __future__ import annotations

from collections.abc import Set

from cotree.core.reasons import Reason
from cotree.runtime.accord.ledger import Ledger
from cotree.team.mirror.wishes import Given, Wishes

GIVEN = "given"


class Gifts:
    """Keeps this robot from what was given to others, as long as those may do it."""

    def __init__(self, wishes: Wishes, ledger: Ledger) -> None:
        self._wishes = wishes
        self._ledger = ledger
        self._left: set[str] = set()
        """Pieces that this robot leaves to another one."""

    def __bool__(self) -> bool:
        return bool(self._left)

    def look(self, now_s: float, done: Set[str]) -> list[str]:
        """Leave alone what was given away, and take up again what nobody took; what to cancel."""
        if not self._wishes.given and not self._left:
            return []
        self._wishes.forget(
            piece
            for piece, given in self._wishes.given.items()
            if piece in done or not self._may_come(piece, given, now_s)
        )
        others = dict(self._wishes.others())
        for path in self._left - set(others):
            self._allow(path)
        self._left = set(others)
        return [path for path, given in others.items() if self._leave(path, given)]

    def _may_come(self, piece: str, given: Given, now_s: float) -> bool:
        """Whether the robot that was given it can still do it."""
        mate = self._ledger.mate
        robot, me = given.robot, mate.mind.name
        if now_s >= given.until_s or robot in mate.unable(self._ledger.number(piece)):
            return False
        return robot == me or mate.alive(robot, now_s)

    def _leave(self, path: str, given: Given) -> bool:
        """Do not ask for it; whether it has to be given back, too."""
        piece = self._ledger.rights.pieces[path]
        if piece.withheld is None:
            piece.withhold(Reason(GIVEN, f"{given.person} gave it to {given.robot}"))
        return self._ledger.right(path).held and piece.ceasing is None

    def _allow(self, path: str) -> None:
        piece = self._ledger.rights.pieces[path]
        if piece.withheld is not None and piece.withheld.code == GIVEN:
            piece.allow()
