"""What the team's facts mean for the tree: done by others, given up by all, taken back."""

from __future__ import annotations

from cotree.core.reasons import Reason
from cotree.runtime.accord.ledger import Ledger
from cotree.team.facts import Fact


class Lessons:
    """Keeps the tree in step with the facts."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._marks: dict[int, int] = {}
        self._done: dict[str, None] = {}

    def done(self) -> frozenset[str]:
        """The pieces that are done, by whomever."""
        return frozenset(self._done)

    def learn(self, fact: Fact) -> bool:
        """Take in one fact; whether anything is done now that was not, or the other way round."""
        before, self._marks[fact.leaf] = self._marks.get(fact.leaf, 0), fact.mark
        if fact.mark == before or self._ledger.is_thing(fact.leaf):
            return False
        piece = self._ledger.rights.pieces[self._ledger.name(fact.leaf)]
        self._done.pop(piece.path, None)
        if fact.mark // 3 > before // 3 and (piece.done or piece.lost is not None):
            piece.reopen()
        if fact.done:
            self._done[piece.path] = None
            piece.learn()
        elif fact.abandoned:
            piece.abandon(Reason("abandoned", "the team has given it up", path=piece.path))
        return True
