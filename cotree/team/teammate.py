"""One teammate of the claim protocol: letters and sightings in, letters, records and orders out.

Nothing here waits, reads a clock or rolls dice.  After any call, ``drain`` gives what is to be
done, in write-ahead order: store the records, then send the letters and obey the orders.
"""

from __future__ import annotations

from collections.abc import Iterable

from cotree.team.ballots import Ballot
from cotree.team.durable import Durable
from cotree.team.effects import Order, Out, Outcome
from cotree.team.hearing import Hearing
from cotree.team.waking import Setting

__all__ = ["Setting", "Teammate"]


class Teammate(Hearing):
    """Votes, claims and gossips for one robot, or only votes (a witness).

    ``memory`` is what the disk says; without one the teammate comes in silence and asks, unless
    ``first``: the mission begins, and nobody can have promised anything.  ``boot`` names this
    incarnation when the disk does not.
    """

    # -- what its robot tells ------------------------------------------------------------------

    def claim(self, leaf: int, now_s: float) -> None:
        """The robot wants to execute this leaf (its own resources are granted already)."""
        self.claims.claim(leaf, now_s)
        self._settle(now_s)

    def verified(self, leaf: int, token: Ballot, outcome: Outcome, now_s: float) -> None:
        """The answer to ``Verify``."""
        self.claims.verified(leaf, token, outcome, now_s)
        self._settle(now_s)

    def finished(self, leaf: int, token: Ballot, now_s: float) -> None:
        """The leaf is executed to its end."""
        self.claims.finished(leaf, token, now_s)
        self._settle(now_s)

    def stopped(
        self, leaf: int, token: Ballot, now_s: float, *, started: bool = True, keep: bool = False
    ) -> None:
        """Nothing of the leaf moves any more, and it is not finished."""
        self.claims.stopped(leaf, token, now_s, started=started, keep=keep)
        self._settle(now_s)

    def resume(self, leaf: int, now_s: float) -> None:
        """After a dialogue the robot goes on with what it kept."""
        self.claims.resume(leaf, now_s)
        self._settle(now_s)

    def withdraw(self, leaf: int, now_s: float) -> None:
        """The robot does not want the leaf any more."""
        self.claims.withdraw(leaf, now_s)
        self._settle(now_s)

    def see(self, leaf: int, active: bool, now_s: float) -> None:
        """A person is (not) at this leaf; to be repeated while it lasts."""
        self.mind.people.see(leaf, active, now_s)
        self._beat_soon(now_s)
        self._settle(now_s)

    def saw_done(self, leaf: int, now_s: float) -> None:
        """Perception says that the leaf's goal holds for good (a person did it)."""
        self.mind.facts.set_done(leaf)
        self._settle(now_s)

    def undo(self, leaf: int, now_s: float) -> None:
        """Take a done leaf back, and everything after it; refused while any of it is executed."""
        also = tuple(self.mind.task.after(leaf))
        self.claims.claim(leaf, now_s, also=also, revises=True)
        self._settle(now_s)

    def abandon(self, leaves: tuple[int, ...], now_s: float) -> None:
        """Nobody shall do these leaves any more (a branch that is given up)."""
        first, also = leaves[0], leaves[1:]
        self.claims.claim(first, now_s, also=also, revises=True, abandons=True)
        self._settle(now_s)

    # -- what comes out ------------------------------------------------------------------------

    def drain(self) -> Out:
        """Everything that is to be stored, sent and done, once."""
        self._digest()  # a record of having joined never goes without what was learnt by it
        orders: tuple[Order, ...] = tuple(self.claims.orders)
        self.claims.orders.clear()
        letters = tuple(self._letters) + tuple(self._post.flush())
        self._letters = []
        records = tuple(self._all_records())
        return Out(records, letters, orders)

    def _all_records(self) -> Iterable[Durable]:
        for source in (self._records, self.voter.records, self.claims.records):
            yield from source
            source.clear()

    # -- questions -----------------------------------------------------------------------------

    def enabled(self, leaf: int) -> bool:
        """Whether it is this leaf's turn, as far as is known here."""
        return self.mind.progress.enabled(leaf) and not self.mind.facts.over(leaf)

    def taken_by(self, leaf: int, now_s: float) -> str:
        """The peer that said it holds a conflicting leaf; empty when none did lately."""
        taken, conflicts = self.mind.taken, self.mind.conflicts
        some = (leaf,) if conflicts.alone(leaf) else tuple(taken)
        for other in some:
            peer, until_s = taken.get(other, ("", 0.0))
            if peer and now_s < until_s and conflicts.between(leaf, other):
                return peer
        return ""

    def unknown(self) -> list[int]:
        """Leaves that somebody must verify, in the order of the tree."""
        facts = self.mind.facts
        return [leaf for leaf in range(len(self.mind.task)) if facts.tainted(leaf)]

    def holds(self) -> list[int]:
        """Leaves that are claimed or held."""
        return list(self.claims.leases)

    def knows_done(self, leaf: int) -> bool:
        """Whether nobody needs to execute a leaf any more, as far as is known here."""
        return self.mind.facts.over(leaf)

    def knows_person(self, leaf: int, now_s: float) -> bool:
        """Whether a person is known to be at a leaf."""
        return self.mind.people.active(leaf, now_s)

    @property
    def complete(self) -> bool:
        """Whether the whole task is done, as far as is known here."""
        return self.mind.progress.complete
