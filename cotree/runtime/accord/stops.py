"""What the team wants back is stopped, step by step, and given back once nothing of it moves."""

from __future__ import annotations

from cotree.core.stopping import Stop
from cotree.runtime.accord.ledger import Ledger
from cotree.runtime.accord.manners import Manners
from cotree.team.effects import Halt

HOW = {"lease": Stop.KILL, "person": Stop.INTERRUPT}
"""How a piece is stopped, by the reason; for any other reason it is cancelled."""


class Stops:
    """Stops pieces, and the pieces that use a shared thing."""

    def __init__(self, ledger: Ledger, manners: Manners | None) -> None:
        self._ledger = ledger
        self._manners = manners
        self._things: dict[str, None] = {}
        """Shared things that the team wants back."""

    def halt(self, order: Halt, now_s: float) -> None:
        """Begin to stop."""
        ledger = self._ledger
        name = ledger.name(order.leaf)
        ledger.note(name, "halted", why=order.why)
        piece = ledger.right(name).piece
        pieces = ledger.rights.users(name) if piece is None else [piece]
        for each in pieces:
            each.cease(HOW.get(order.why, Stop.CANCEL))
        if not pieces:
            self._stopped(name, now_s)
        elif piece is None:
            self._things[name] = None

    def look(self, now_s: float) -> None:
        """Go on stopping; what stands still is given back, and asked for again in its turn."""
        rights = self._ledger.rights
        for piece in rights.go_on_ceasing():
            self._stopped(piece.path, now_s)
            piece.rejoin()
        for name in list(self._things):
            if not rights.users(name):
                del self._things[name]
                self._stopped(name, now_s)

    def _stopped(self, name: str, now_s: float) -> None:
        """Nothing of a piece moves any more, or nobody uses a thing any more."""
        ledger = self._ledger
        token, began = ledger.token(name), ledger.began(name)
        if token is not None and not (began and self._is_kept(name, now_s)):
            ledger.mate.stopped(ledger.number(name), token, now_s, started=began)
        ledger.lose(name)

    def _is_kept(self, name: str, now_s: float) -> bool:
        """Whether the lease goes on while a person is asked."""
        token = self._ledger.token(name)
        if self._manners is None or token is None or name not in self._ledger.rights.pieces:
            return False
        return self._manners.keep(name, token, now_s)
