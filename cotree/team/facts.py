"""What stays true: done, outcome unknown, verified untouched.  Merged, never voted on.

Per leaf three registers that only grow, so merging is taking the larger of each, in any order and
as often as you like (a join-semilattice).  ``mark`` holds the epoch and how the leaf stands in it:
``3 * epoch`` is open, one more is done, two more is abandoned; an undo is the next epoch.  So what
was given up stays so in its epoch, also when somebody still does it: every robot has failed then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

import msgspec

from cotree.team.ballots import ZERO, Ballot

OPEN, DONE, ABANDONED = 0, 1, 2
BUCKET = 64
"""Leaves per digest: what is exchanged at once when two digests differ."""


class Fact(msgspec.Struct, frozen=True, array_like=True):
    """All that is known for good about one leaf."""

    leaf: int
    """The piece of work, by its number in the task."""
    mark: int = 0
    """Three times its epoch; one more if it is done, two if nobody shall do it."""
    taint: Ballot = ZERO
    """The highest ballot whose lease ended uncleanly."""
    clear: Ballot = ZERO
    """The highest ballot that found the leaf untouched."""
    part: Ballot = ZERO
    """The highest ballot that found the leaf partly done when it could not go on with it."""

    @property
    def abandoned(self) -> bool:
        """Whether nobody shall do it."""
        return self.mark % 3 == ABANDONED

    @property
    def done(self) -> bool:
        """Whether it is done in its epoch."""
        return self.mark % 3 == DONE

    @property
    def says_something(self) -> bool:
        """Whether anything is known at all."""
        return (self.mark, self.taint, self.clear, self.part) != (0, ZERO, ZERO, ZERO)


def done_in(mark: int) -> int:
    """The mark of the same epoch, done."""
    return mark - mark % 3 + DONE


def joined(a: Fact, b: Fact) -> Fact:
    """What two know together."""
    if b.mark <= a.mark and b.taint <= a.taint and b.clear <= a.clear and b.part <= a.part:
        return a
    taint, clear, part = max(a.taint, b.taint), max(a.clear, b.clear), max(a.part, b.part)
    return Fact(a.leaf, max(a.mark, b.mark), taint, clear, part)


def _hash(fact: Fact) -> int:
    if not fact.says_something:
        return 0
    # Not a CRC: that is linear, so two leaves that differ in the same way would cancel out.
    return int.from_bytes(blake2b(msgspec.json.encode(fact), digest_size=6).digest(), "big")


class Facts:
    """The facts of one teammate about every leaf, with a digest per bucket of leaves."""

    def __init__(self, leaves: int) -> None:
        self._all = [Fact(leaf) for leaf in range(leaves)]
        self.digests = [0] * ((leaves + BUCKET - 1) // BUCKET)
        """Equal facts, equal digests."""
        self.changed: list[int] = []
        """Leaves whose fact changed, for whoever drains this list."""
        self.revised = False
        """Whether anything was ever taken back."""
        self.revision = 0
        """Grows with every change."""
        self.counter = 0
        """The largest ballot counter in any fact."""

    def __getitem__(self, leaf: int) -> Fact:
        return self._all[leaf]

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._all)

    def learn(self, fact: Fact) -> bool:
        """Merge one fact; whether it was news."""
        old = self._all[fact.leaf]
        new = joined(old, fact)
        if new is old:
            return False
        self._all[fact.leaf] = new
        self.digests[fact.leaf // BUCKET] ^= _hash(old) ^ _hash(new)
        self.revision += 1
        self.revised = self.revised or new.mark >= 3
        self.changed.append(fact.leaf)
        self.counter = max(self.counter, new.taint[0], new.clear[0], new.part[0])
        return True

    def merge(self, facts: Iterable[Fact]) -> None:
        """Merge all of these."""
        known = self._all
        for fact in facts:
            if fact != known[fact.leaf]:  # most are known
                self.learn(fact)

    def bucket(self, number: int) -> list[Fact]:
        """What is known about a bucket of leaves, without what says nothing."""
        some = self._all[number * BUCKET : (number + 1) * BUCKET]
        return [fact for fact in some if fact.says_something]

    # -- questions -----------------------------------------------------------------------------

    def done(self, leaf: int) -> bool:
        """Whether a leaf is done."""
        return self._all[leaf].mark % 3 == DONE

    def over(self, leaf: int) -> bool:
        """Whether nobody needs to do it any more."""
        return self._all[leaf].mark % 3 != OPEN

    def tainted(self, leaf: int) -> bool:
        """Whether it must be looked at before it is executed: nobody knows what became of it."""
        fact = self._all[leaf]
        return fact.taint > fact.clear and fact.mark % 3 == OPEN

    def taint(self, leaf: int) -> Ballot:
        """With which ballot it was left so; zero: it was not."""
        return self._all[leaf].taint if self.tainted(leaf) else ZERO

    def doubtful(self, leaf: int) -> bool:
        """Whether it may even be done; what was found partly done is not."""
        return self.tainted(leaf) and self._all[leaf].taint > self._all[leaf].part

    # -- news ----------------------------------------------------------------------------------

    def epoch(self, leaf: int) -> int:
        """How often it was taken back, so far as counts matter: a later epoch is larger."""
        return self._all[leaf].mark // 3

    def set_done(self, leaf: int, epoch: int | None = None) -> None:
        """It is done: in this epoch, or in the newest that is known."""
        mark = self._all[leaf].mark if epoch is None else 3 * epoch
        self.learn(Fact(leaf, done_in(mark)))

    def set_taint(self, leaf: int, ballot: Ballot) -> None:
        """A lease of this ballot ended, and nobody knows how."""
        self.learn(Fact(leaf, 0, ballot))

    def set_clear(self, leaf: int, ballot: Ballot) -> None:
        """The holder of this ballot found it untouched.

        What it does afterwards may end uncleanly again, so its own ballot is not cleared.
        """
        self.learn(Fact(leaf, 0, ZERO, (ballot[0], "")))

    def set_part(self, leaf: int, ballot: Ballot) -> None:
        """The holder of this ballot found it partly done, and could not go on with it."""
        self.learn(Fact(leaf, 0, ZERO, ZERO, (ballot[0], "")))

    def set_epoch(self, leaf: int, epoch: int, how: int = OPEN) -> None:
        """A new epoch begins: what was done in an earlier one is not done any more."""
        self.learn(Fact(leaf, 3 * epoch + how))
