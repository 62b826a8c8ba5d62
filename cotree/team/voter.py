"""One vote: promises to let one robot at a time execute a leaf, kept for a term.

A promise is stored before it is answered, outlives the lease it stands for, and ends only by its
own release, by expiry (then the outcome is unknown) or by a new incarnation of the same robot.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from cotree.team.ballots import ZERO, Ballot
from cotree.team.conflicts import Conflicts
from cotree.team.durable import Durable, High
from cotree.team.facts import ABANDONED, OPEN, Facts
from cotree.team.messages import Claim, Promised, Release, Vote
from cotree.team.people import People
from cotree.team.settled import Alternatives


class Promise(msgspec.Struct):
    """This robot may execute this leaf until then (on the voter's clock)."""

    given: Promised
    until_s: float

    @property
    def leaves(self) -> tuple[int, ...]:
        """All that it is about."""
        return (self.given.leaf, *self.given.also)


class Voter:
    """The memory and the judgement of one voter."""

    def __init__(self, conflicts: Conflicts, facts: Facts, people: People, term_s: float) -> None:
        self.promises: dict[int, Promise] = {}
        self._revising_now: dict[int, None] = {}
        """Which of the promises are for revisions."""
        self._soonest_s = math.inf
        """No promise expires earlier."""
        self.high: dict[int, Ballot] = {}
        self.records: list[Durable] = []
        self._conflicts = conflicts
        self._facts = facts
        self._people = people
        self._alternatives = Alternatives(conflicts, facts)
        self._term_s = term_s

    # -- voting --------------------------------------------------------------------------------

    def vote(self, robot: str, claim: Claim, now_s: float) -> Vote | None:
        """The answer to a claim; None: an older round of something that went on."""
        self.expire(now_s)
        self._end_other_boot(robot, claim)
        own = self.promises.get(claim.leaf)
        if own is not None and _same(own.given, robot, claim) and claim.round < own.given.round:
            return None
        refusal = self._refusal(robot, claim, now_s)
        if refusal is not None:
            return refusal
        self._promise(robot, claim, now_s)
        if claim.revises:
            return self._revising(claim)
        return _answer(
            claim,
            granted=True,
            taint=self._facts.taint(claim.leaf),
            others=self._alternatives.unknown(claim.leaf) >= 0,
            early=self._alternatives.reopened_before(claim.leaf),
        )

    def _revising(self, claim: Claim) -> Vote:
        """Begin the new epoch, or say which is the newest."""
        facts, leaves = self._facts, (claim.leaf, *claim.also)
        if claim.epoch:
            for leaf in leaves:
                facts.set_epoch(leaf, claim.epoch, ABANDONED if claim.abandons else OPEN)
        return _answer(claim, granted=True, epoch=max(facts.epoch(leaf) for leaf in leaves))

    def _refusal(self, robot: str, claim: Claim, now_s: float) -> Vote | None:
        return (
            self._refused_by_promise(robot, claim)
            or (None if claim.revises else self.refused_by_facts(claim, now_s))
            or self._refused_as_stale(robot, claim)
        )

    def refused_by_facts(self, claim: Claim, now_s: float) -> Vote | None:
        """Why what is known forbids this leaf, whoever asks; None: it does not."""
        leaf = claim.leaf
        if self._facts.over(leaf):
            return _answer(claim, why="done")
        if not claim.still and self._people.active(leaf, now_s):
            return _answer(claim, why="person")
        if self._alternatives.settled_elsewhere(leaf):
            return _answer(claim, why="settled")
        tainted = self._facts.tainted(leaf)
        if self._alternatives.reopened_before(leaf) and not tainted:
            return _answer(claim, why="order")
        unknown = self._alternatives.unknown(leaf)
        if unknown >= 0 and not (self._facts.doubtful(leaf) and leaf < unknown):
            return _answer(claim, why="verify", instead=unknown)
        return None

    def _refused_by_promise(self, robot: str, claim: Claim) -> Vote | None:
        for key in self._rivals(claim):
            given = self.promises[key].given
            if not _own(given, robot, claim) and self._excludes(given, claim):
                return _answer(claim, why="held", holder=given.robot, against=given.ballot)
        return None

    def _rivals(self, claim: Claim) -> Iterable[int]:
        """Promises that may exclude a claim: of most leaves only their own, and revisions."""
        leaf = claim.leaf
        if claim.revises or self._facts.epoch(leaf) or not self._conflicts.alone(leaf):
            return self.promises
        own = [leaf] if leaf in self.promises else []
        return [*own, *self._revising_now] if self._revising_now else own

    def _excludes(self, given: Promised, claim: Claim) -> bool:
        """Whether a promise forbids what is claimed.

        A revision excludes whoever executes one of its leaves, and is excluded by them.  What was
        taken back is not begun while something that comes after it is executed.
        """
        if given.revises or claim.revises:
            leaves = (given.leaf, *given.also)
            return any(leaf in leaves for leaf in (claim.leaf, *claim.also))
        if self._conflicts.between(claim.leaf, given.leaf):
            return True
        if not self._facts.epoch(claim.leaf):
            return False
        return given.leaf in self._conflicts.task.after(claim.leaf)

    def _refused_as_stale(self, robot: str, claim: Claim) -> Vote | None:
        """What is promised already may go on, but not begin below what was noted meanwhile."""
        own = self.promises.get(claim.leaf)
        high = self.high.get(claim.leaf, ZERO)
        promised = own is not None and _same(own.given, robot, claim)
        if promised and (claim.renews or claim.ballot == high):
            return None
        if claim.ballot <= high:
            return _answer(claim, why="stale", against=high)
        return None

    def _end_other_boot(self, robot: str, claim: Claim) -> None:
        """The same robot lives again: whatever its old incarnation did with the leaf is unknown."""
        own = self.promises.get(claim.leaf)
        if own is None or own.given.robot != robot or own.given.boot == claim.boot:
            return
        if claim.ballot > self.high.get(claim.leaf, ZERO):
            self._end(own, tainted=not own.given.revises)

    def _promise(self, robot: str, claim: Claim, now_s: float) -> None:
        given = Promised(
            claim.leaf, robot, claim.boot, claim.ballot, claim.round, claim.also, claim.revises
        )
        self._keep(given, now_s + self._term_s)
        self._raise_high(claim.leaf, claim.ballot)
        self._record_promise(given)

    def _keep(self, given: Promised, until_s: float) -> None:
        self.promises[given.leaf] = Promise(given, until_s)
        self._soonest_s = min(self._soonest_s, until_s)
        if given.revises:
            self._revising_now[given.leaf] = None
        else:
            self._revising_now.pop(given.leaf, None)

    # -- endings -------------------------------------------------------------------------------

    def release(self, robot: str, release: Release) -> None:
        """Remove exactly the promise that is given back, and note that its ballot is over."""
        self._raise_high(release.leaf, release.ballot)
        promise = self.promises.get(release.leaf)
        if promise is None:
            return
        given = promise.given
        same = given.robot == robot and given.boot == release.boot
        if same and given.ballot == release.ballot and given.round <= release.round:
            self._end(promise, tainted=False)

    def expire(self, now_s: float) -> None:
        """End promises whose term is over; nobody knows what became of their leaves."""
        if now_s < self._soonest_s:
            return
        for promise in list(self.promises.values()):
            if now_s >= promise.until_s:
                self._end(promise, tainted=not promise.given.revises)
        untils = (promise.until_s for promise in self.promises.values())
        self._soonest_s = min(untils, default=math.inf)

    def _end(self, promise: Promise, *, tainted: bool) -> None:
        leaf = promise.given.leaf
        del self.promises[leaf]
        self._revising_now.pop(leaf, None)
        self.records.append(Durable(("promise", leaf), None))
        if tainted:
            self._facts.set_taint(leaf, promise.given.ballot)

    def next_due_s(self) -> float | None:
        """When to look whether a promise expires: not later than the next one does."""
        return self._soonest_s if self.promises else None

    # -- memory --------------------------------------------------------------------------------

    def remember(
        self,
        promises: Iterable[Promised],
        high: Iterable[tuple[int, Ballot]],
        now_s: float,
    ) -> None:
        """Take over what a disk or another voter knows; every promise gets a full new term.

        Of two promises for one leaf the higher stays, and the lower leaves the outcome unknown.
        """
        for leaf, ballot in high:
            self._raise_high(leaf, ballot)
        for given in promises:
            self._take_over(given, now_s + self._term_s)

    def begin_above(self, ballot: Ballot) -> None:
        """Nothing begins with this ballot or a lower one any more; what is promised goes on."""
        for leaf in range(len(self._conflicts.task)):
            self._raise_high(leaf, ballot)

    def _take_over(self, given: Promised, until_s: float) -> None:
        old = self.promises.get(given.leaf)
        if old is not None and old.given.ballot != given.ballot:
            lower = min(old.given, given, key=lambda each: each.ballot)
            if not lower.revises:
                self._facts.set_taint(given.leaf, lower.ballot)
        self._raise_high(given.leaf, given.ballot)
        if old is None or given.ballot >= old.given.ballot:
            self._keep(given, until_s)
            self._record_promise(given)

    def _raise_high(self, leaf: int, ballot: Ballot) -> None:
        if ballot > self.high.get(leaf, ZERO):
            self.high[leaf] = ballot
            self.records.append(Durable(("high", leaf), High(leaf, ballot)))

    def _record_promise(self, given: Promised) -> None:
        self.records.append(Durable(("promise", given.leaf), given))


def _own(given: Promised, robot: str, claim: Claim) -> bool:
    """Whether a promise is about the same thing of the same incarnation, perhaps an earlier try."""
    same = given.robot == robot and given.boot == claim.boot and given.leaf == claim.leaf
    return same and given.revises == claim.revises


def _same(given: Promised, robot: str, claim: Claim) -> bool:
    return (given.robot, given.boot, given.ballot) == (robot, claim.boot, claim.ballot)


def _answer(
    claim: Claim,
    *,
    granted: bool = False,
    taint: Ballot = ZERO,
    others: bool = False,
    early: bool = False,
    why: str = "",
    holder: str = "",
    against: Ballot = ZERO,
    instead: int = -1,
    epoch: int = 0,
) -> Vote:
    return Vote(
        claim.leaf,
        claim.ballot,
        claim.boot,
        claim.round,
        granted,
        taint,
        others,
        why,
        holder,
        against,
        instead,
        epoch,
        early,
    )
