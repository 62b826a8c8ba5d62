"""From the tree to the team: what it would have, what has come to its end, what is not needed."""

from __future__ import annotations

from collections.abc import Callable

from cotree.core.reasons import Reason
from cotree.core.resources import State
from cotree.core.stopping import Stop
from cotree.runtime.accord.hopes import Hopes
from cotree.runtime.accord.ledger import Ledger
from cotree.runtime.accord.manners import Manners
from cotree.runtime.accord.sight import is_stranded
from cotree.team.effects import Outcome
from cotree.trees.pieces import Piece
from cotree.trees.rights import Right


class Claims:
    """Claims for one robot, and gives back."""

    def __init__(self, ledger: Ledger, hopes: Hopes, manners: Manners | None) -> None:
        self.doubtful: dict[str, Outcome] = {}
        """What was found of pieces that had to be looked at first."""
        self._ledger = ledger
        self._hopes = hopes
        self._manners = manners
        self._peeks: set[str] = set()
        """Pieces that were claimed only to be looked at, because another one waits for that."""
        self._asking: str | None = None
        """The piece that the peers were asked for and have not answered."""
        self._resting_s: dict[str, float] = {}
        """Since when nothing runs of a piece that is held and was begun."""

    def answered(self, name: str) -> None:
        """The team has said yes or no."""
        if name == self._asking:
            self._asking = None

    def look(self, state: Callable[[], State], now_s: float) -> None:
        """Tell what has ended, give back what is not needed, ask for what the tree has chosen."""
        rights = self._ledger.rights
        if rights.ended:
            ended, rights.ended = rights.ended, []
            for piece, reason in ended:
                self._ended(piece, reason, now_s)
        for right in rights.unused(state):
            self._give_back(right, now_s)
        if rights.held or self._resting_s:
            self._let_rest(now_s)
        if rights.asks:
            self._ask_next(now_s)

    def _let_rest(self, now_s: float) -> None:
        """Stop what was begun and can not go on, as far as can be seen.

        Nobody else may do it, nor another branch of its ``or``, as long as it is held.
        """
        resting = self._ledger.rights.resting()
        for name in [name for name in self._resting_s if name not in resting]:
            del self._resting_s[name]
        for name, piece in resting.items():
            since_s = self._resting_s.setdefault(name, now_s)
            if now_s - since_s < self._ledger.mate.mind.timing.hold_s:
                continue
            del self._resting_s[name]
            if is_stranded(piece, self._ledger.desk):
                piece.cease(Stop.CANCEL)

    # -- asking --------------------------------------------------------------------------------

    def _ask_next(self, now_s: float) -> None:
        """Ask for one piece at a time, the most suitable first, and for things at once.

        Two robots with two hands each that asked for everything together would keep each other
        from what each of them does best.
        """
        rights = self._ledger.rights
        waiting = []
        for right in rights.asks:
            if right.piece is not None and self._asking is not None:
                waiting.append(right)
            elif right.asked:
                self._ask(right, now_s)
        rights.asks = waiting

    def _ask(self, right: Right, now_s: float) -> None:
        ledger = self._ledger
        hindrance = self._hindrance(right, now_s)
        if hindrance is not None:
            ledger.rights.denied(right.name, hindrance, now_s)
            return
        if right.piece is not None:
            self._asking = right.name
        self._peeks.discard(right.name)
        ledger.note(right.name, "asked", potential=_potential(right))
        ledger.mate.claim(ledger.number(right.name), now_s)

    def peek(self, leaf: int, now_s: float) -> None:
        """Claim a piece only to see what became of it."""
        if not self._ledger.right(self._ledger.name(leaf)).asked:
            self._peeks.add(self._ledger.name(leaf))
        self._ledger.mate.claim(leaf, now_s)

    def _hindrance(self, right: Right, now_s: float) -> Reason | None:
        """Why there is no sense in asking: a peer has it, or a person is at it."""
        if right.taken_by:
            return Reason("taken", f"{right.taken_by} has it")
        if right.piece is None or self._manners is None or self._manners.free(right.name, now_s):
            return None
        return right.piece.withheld or Reason("person", "a person does it")

    # -- giving back ---------------------------------------------------------------------------

    def _ended(self, piece: Piece, reason: Reason | None, now_s: float) -> None:
        ledger, mate = self._ledger, self._ledger.mate
        leaf = ledger.number(piece.path)
        token = ledger.token(piece.path) if ledger.right(piece.path).held else None
        if reason is not None:
            ledger.note(piece.path, "given_up", why=reason.message)
            if token is not None:
                mate.stopped(leaf, token, now_s)
            self._hopes.gave_up(leaf, now_s)
        elif token is not None:
            ledger.note(piece.path, "released", why="done")
            mate.finished(leaf, token, now_s)
        else:
            if self._manners is not None:
                self._manners.credit(piece.path, now_s)
            mate.saw_done(leaf, now_s)
        ledger.lose(piece.path)

    def _give_back(self, right: Right, now_s: float) -> None:
        ledger = self._ledger
        leaf, token = ledger.number(right.name), ledger.token(right.name)
        assert token is not None, "a right is held with a token"
        ledger.note(right.name, "released", why="not needed")
        if right.piece is None:
            ledger.mate.let_go(leaf, token, now_s)
        else:
            began = self._leave(right.name, leaf, now_s)
            ledger.mate.stopped(leaf, token, now_s, started=began)
        ledger.lose(right.name)

    def _leave(self, name: str, leaf: int, now_s: float) -> bool:
        """Nothing of a piece starts here after all; whether it must be looked at once more.

        What was found half done by another, and this robot wanted and cannot go on with, it gives
        up; what it only looked at is as it was.
        """
        outcome = self.doubtful.pop(name, None)
        if name in self._peeks:
            self._peeks.remove(name)
            return self._ledger.right(name).began
        if outcome is Outcome.PARTIAL:
            self._hopes.gave_up(leaf, now_s)
        return self._ledger.began(name)


def _potential(right: Right) -> float:
    units = right.piece.units if right.piece is not None else ()
    return max((unit.asker.potential for unit in units if unit.asker.granted), default=0.0)
