"""One teammate of the claim protocol: letters and sightings in, letters, records and orders out.

Nothing here waits, reads a clock or rolls dice.  After any call, ``drain`` gives what is to be
done, in write-ahead order: store the records, then send the letters and obey the orders.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cotree.team.ballots import Ballot
from cotree.team.durable import Durable
from cotree.team.effects import Denied, Order, Out, Outcome
from cotree.team.hearing import Hearing
from cotree.team.mirror.sightings import Sighting
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

    def let_go(self, leaf: int, token: Ballot, now_s: float) -> None:
        """The robot has left a thing as it found it (out of the corridor, tool put back)."""
        self.claims.let_go(leaf, token, now_s)
        self._settle(now_s)

    def resume(self, leaf: int, now_s: float) -> None:
        """After a dialogue the robot goes on with what it kept."""
        self.claims.resume(leaf, now_s)
        self._settle(now_s)

    def withdraw(self, leaf: int, now_s: float) -> None:
        """The robot does not want the leaf any more."""
        self.claims.withdraw(leaf, now_s)
        self._settle(now_s)

    def cannot(self, leaf: int, word: str | None, now_s: float) -> None:
        """The robot cannot do its part of a leaf: "shut", "failed"; None: it can (again)."""
        if self._inability.say(leaf, word or ""):
            self._beat_soon(now_s)
        self._settle(now_s)

    def say(self, word: Sighting, now_s: float) -> None:
        """What the robot saw or heard a person do, for the others; repeated while it matters."""
        self._words.say(word)
        self._beat_soon(now_s)
        self._settle(now_s)

    def ask_favour(self, to: tuple[str, ...], note: str) -> None:
        """Say this to some teammates in the favour protocol, which the team only carries."""
        self._post.put(to, "favours", note)
        self._letters.append(self._post.flush_to(to))

    def see(self, leaf: int, active: bool, now_s: float) -> None:
        """A person is (not) at this leaf; to be repeated while it lasts."""
        self.mind.people.see(leaf, active, now_s)
        self._beat_soon(now_s)
        self._settle(now_s)

    def saw_done(self, leaf: int, now_s: float) -> None:
        """Perception says that the leaf's goal holds for good (a person did it)."""
        if not self.mind.task.is_thing(leaf):
            self.mind.facts.set_done(leaf)
        self._settle(now_s)

    def undo(self, leaf: int, now_s: float) -> None:
        """Take a done leaf back, and everything that a ``then`` puts after it.

        Who executes any of it is told to stop (``Halt`` "undone"); the answer is ``Revised`` when
        the new epoch is decided, or after many tries a ``Denied`` that ``revises``.
        """
        self._revise((leaf, *self._open_after(leaf)), now_s, abandons=False)

    def _open_after(self, leaf: int) -> list[int]:
        """What comes after a leaf and is not given up for good."""
        facts = self.mind.facts
        return [x for x in self.mind.task.after(leaf) if not facts.over(x) or facts.done(x)]

    def _revise(self, leaves: tuple[int, ...], now_s: float, *, abandons: bool) -> None:
        if any(self.mind.task.is_thing(leaf) for leaf in leaves):
            self.claims.orders.append(Denied(leaves[0], "thing", "", now_s, revises=True))
        elif leaves:
            self.claims.revise(leaves, now_s, abandons=abandons)
        self._settle(now_s)

    def abandon(self, leaves: tuple[int, ...], now_s: float) -> None:
        """Nobody shall do these leaves any more (a branch that is given up); else like ``undo``."""
        self._revise(leaves, now_s, abandons=True)

    # -- what comes out ------------------------------------------------------------------------

    def drain(self) -> Out:
        """Everything that is to be stored, sent and done, once."""
        self._digest()  # a record of having joined never goes without what was learnt by it
        orders: tuple[Order, ...] = tuple(self.claims.orders)
        self.claims.orders.clear()
        letters = tuple(self._letters) + tuple(self._post.flush())
        self._letters = []
        records = tuple(self._all_records())
        return Out(records, letters, orders, self._words.take())

    def _all_records(self) -> Iterable[Durable]:
        for source in (self._records, self.voter.records, self.claims.records):
            yield from source
            source.clear()

    def favours(self) -> list[tuple[str, str]]:
        """What peers said in the favour protocol, each with who said it, once."""
        return self._notes.take()

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

    def unable(self, leaf: int) -> Mapping[str, str]:
        """Which robots of the roster cannot do their part of a leaf, each with its word."""
        return self._inability.of(leaf)

    def alive(self, robot: str, now_s: float) -> bool:
        """Whether a teammate was heard lately; nobody is given up right after waking."""
        if robot == self.mind.name:
            return True
        return now_s < self._heard_s.get(robot, self._awake_s) + self.mind.timing.dead_s

    def hopeless(self, leaf: int, now_s: float) -> bool:
        """Whether every robot of the team is unable to do a leaf, or dead; only advice."""
        unable = self._inability.of(leaf)
        robots = self.mind.roster.robots
        return all(robot in unable or not self.alive(robot, now_s) for robot in robots)

    def unknown(self) -> list[int]:
        """Leaves that somebody must verify, in the order of the tree.

        Things are not among them: who wants one looks whether it is free.  Nor is what was found
        partly done: it is looked at again when its turn comes.
        """
        doubtful = self.mind.facts.doubtful
        return [leaf for leaf in range(self.mind.task.first_thing) if doubtful(leaf)]

    def holds(self) -> list[int]:
        """Leaves that are claimed or held, to be executed."""
        return [leaf for leaf, lease in self.claims.leases.items() if not lease.revises]

    def knows_done(self, leaf: int) -> bool:
        """Whether nobody needs to execute a leaf any more, as far as is known here."""
        return self.mind.facts.over(leaf)

    def epoch(self, leaf: int) -> int:
        """Grows each time a leaf is taken back; equal for what belongs together."""
        return self.mind.facts.epoch(leaf)

    def knows_person(self, leaf: int, now_s: float) -> bool:
        """Whether a person is known to be at a leaf."""
        return self.mind.people.active(leaf, now_s)

    @property
    def complete(self) -> bool:
        """Whether the whole task is done, as far as is known here."""
        return self.mind.progress.complete

    @property
    def lost(self) -> bool:
        """Whether so much was given up that the task can never be complete any more."""
        return self.mind.alternatives.lost(self.mind.task.places[0])
