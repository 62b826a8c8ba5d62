"""Pieces of which nobody can see what became of them: a person is asked.

The first robot that is in doubt asks.  A yes makes the piece done; after a no that robot looks
again and finds it untouched, which every robot learns; without an answer it is given up.
"""

from __future__ import annotations

from cotree.core.reasons import Reason
from cotree.runtime.accord.ledger import Ledger
from cotree.runtime.accord.manners import Manners
from cotree.runtime.accord.others import first_alive
from cotree.team.ballots import Ballot
from cotree.team.mirror.favour import Wish

UNSURE = "unsure"
VAIN = "vain"
"""The word of a robot that has asked about a leaf, and nobody could tell."""
DOUBT = Reason(UNSURE, "nobody can see whether it was done: a person must say")


class Doubtful:
    """What one robot is in doubt about."""

    def __init__(self, ledger: Ledger, manners: Manners) -> None:
        self._ledger = ledger
        self._mate = ledger.mate
        self._me = ledger.mate.mind.name
        self._manners = manners
        self._askers: dict[int, str] = {}
        """By leaf: who asks."""
        self._untouched: dict[int, Ballot] = {}
        """By leaf that is not done, as a person said: the last that was known of it then."""

    def __bool__(self) -> bool:
        return bool(self._askers)

    @property
    def asks(self) -> bool:
        """Whether this robot asks a person about anything."""
        return self._me in self._askers.values()

    def begins(self, leaf: int, now_s: float) -> None:
        """Nobody can see whether a leaf is done."""
        self._untouched.pop(leaf, None)
        self._askers.setdefault(leaf, "")
        self._mate.cannot(leaf, UNSURE, now_s)

    def is_untouched(self, leaf: int) -> bool:
        """Whether a person said that it is not done, and nobody was at it since."""
        return self._untouched.get(leaf) == self._mate.mind.facts[leaf].taint

    def look(self, now_s: float) -> list[int]:
        """Go on asking; returns the leaves of which nobody could tell anything."""
        vain = []
        for leaf in list(self._askers):
            unable = self._mate.unable(leaf)
            doubting = [robot for robot, word in unable.items() if word == UNSURE]
            asker = self._askers[leaf] = first_alive(self._mate, now_s, doubting)
            if self._is_settled(leaf):
                self._may_do_it(leaf, now_s)
            elif any(word == VAIN for robot, word in unable.items() if robot != self._me):
                vain.append(leaf)  # nobody is asked the same again
            elif asker != self._me:
                self._manners.unwish(self._ledger.name(leaf), now_s)
            elif not self._ask(leaf, now_s):
                vain.append(leaf)
        for leaf in vain:
            self._asks_no_more(leaf, now_s)
            name = self._ledger.name(leaf)
            self._show(name, DOUBT.at(name))
        return vain

    def _is_settled(self, leaf: int) -> bool:
        """Whether it is done, given up, or somebody looked meanwhile and found it untouched."""
        return self._mate.knows_done(leaf) or not self._mate.mind.facts.tainted(leaf)

    def _ask(self, leaf: int, now_s: float) -> bool:
        """Ask on, or take the answer; whether there is one, or one to come."""
        name = self._ledger.name(leaf)
        if self._manners.is_undone(name):
            self._untouched[leaf] = self._mate.mind.facts[leaf].taint
            self._may_do_it(leaf, now_s)
            return True
        favour = self._manners.wish(name, Wish.NEWS, now_s, asks=True)
        if favour is not None:
            self._show(name, Reason(UNSURE, f"asks {favour.person} whether it was done"))
        return favour is not None

    def _may_do_it(self, leaf: int, now_s: float) -> None:
        """There is nothing to be asked any more: it is done, or may be done."""
        self._asks_no_more(leaf, now_s, forgets=True)
        self._mate.cannot(leaf, None, now_s)
        piece = self._ledger.rights.pieces[self._ledger.name(leaf)]
        if piece.withheld is not None and piece.withheld.code == UNSURE:
            piece.allow()

    def _asks_no_more(self, leaf: int, now_s: float, *, forgets: bool = False) -> None:
        del self._askers[leaf]
        self._manners.unwish(self._ledger.name(leaf), now_s, forgets=forgets)

    def _show(self, name: str, why: Reason) -> None:
        """Let the piece say what it waits for."""
        piece = self._ledger.rights.pieces[name]
        if piece.withheld != why:
            piece.withhold(why)
