"""The permits of one robot: which piece of work may move, and until when."""

from __future__ import annotations

from cotree.core.actions import Permit
from cotree.core.reasons import Reason


class Permits:
    """Opens with a permit, closes when its time is over; a lower token is refused."""

    def __init__(self) -> None:
        self._open: dict[str, Permit] = {}
        self._highest: dict[str, tuple[int, str]] = {}

    def take(self, permit: Permit, now_s: float) -> bool:
        """Open or extend; True: another claim was replaced, and its motions must stop."""
        if permit.token < self._highest.get(permit.piece, permit.token):
            return False
        before = self._open.get(permit.piece)
        self._highest[permit.piece] = permit.token
        self._open[permit.piece] = permit
        return before is not None and before.token != permit.token

    def refusal(self, piece: str, now_s: float) -> Reason | None:
        """Why this piece may not move now, or None; work of no piece needs no permit."""
        if not piece:
            return None
        permit = self._open.get(piece)
        if permit is None:
            return Reason("no_permit", f"{piece} has no permit to move")
        if now_s >= permit.until_s:
            return Reason("no_permit", f"the permit of {piece} has run out")
        return None

    def lapsed(self, now_s: float) -> list[str]:
        """Pieces whose time is over since the last call."""
        over = [piece for piece, permit in self._open.items() if now_s >= permit.until_s]
        for piece in over:
            del self._open[piece]
        return over
