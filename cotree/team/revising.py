"""Taking back (undo) and giving up (abandon): a new epoch, decided while nobody executes the leaf.

Two rounds of one claim.  The first excludes everybody who executes a leaf that is revised (they are
told to stop) and learns the newest epoch; the second lets the voters begin the next one.  When a
quorum has, whoever asks them afterwards learns it, and the revision is decided.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from cotree.team.dice import Dice
from cotree.team.effects import Denied, Revised
from cotree.team.facts import ABANDONED, OPEN
from cotree.team.lease import STARTED, Lease, Stage
from cotree.team.messages import Claim, Vote
from cotree.team.mind import Mind
from cotree.team.revisions import TRIES, Revision, Revisions
from cotree.team.voter import Voter
from cotree.team.winning import Winning

ALONE = "alone"
"""Why a revision waits: somebody executes a part of it without votes."""


class Revising(Winning):
    """Revises for its robot's operator, and makes way for those of others."""

    def __init__(
        self,
        mind: Mind,
        voter: Voter,
        dice: Dice,
        ask: Callable[[Claim, tuple[str, ...]], None],
    ) -> None:
        super().__init__(mind, voter, dice, ask)
        self._dice = dice
        self._revisions = Revisions(dice, TRIES * mind.timing.claim_s)
        self._way_s: dict[int, float] = {}
        """Until when a leaf is left alone because somebody takes it back."""

    def revise(self, leaves: tuple[int, ...], now_s: float, *, abandons: bool) -> None:
        """Begin a new epoch of these leaves; the answer is ``Revised`` or ``Denied``, later."""
        self._revisions.add(leaves, now_s, abandons=abandons)
        self._retry(now_s)

    def _retry(self, now_s: float) -> None:
        """Ask (again) for what is wanted by now, one after the other: they may overlap."""
        revision = None if self._revises() else self._revisions.take(now_s)
        if revision is not None:
            self._try(revision, now_s)

    def _revises(self) -> bool:
        return any(lease.revises for lease in self.leases.values())

    def _revision_due_s(self) -> float:
        return math.inf if self._revises() else self._revisions.next_due_s()

    def _try(self, revision: Revision, now_s: float) -> None:
        lease = self._new(revision.leaves[0], now_s)
        lease.also, lease.abandons, lease.revises = revision.leaves[1:], revision.abandons, True
        self.make_way(lease.claim(), now_s)
        if any(leaf in self.leases for leaf in revision.leaves):
            revision.later(now_s, self._dice)  # what this robot itself executes stops first
        else:
            self._open(lease, now_s)

    def _deny(self, lease: Lease, why: str, refusal: Vote | None, now_s: float) -> None:
        """A revision that was refused is tried again, for a while."""
        tried = self._revisions.tried
        if not lease.revises or tried is None:
            super()._deny(lease, why, refusal, now_s)
        elif now_s < tried.until_s:
            tried.later(now_s, self._dice)
        else:
            holder = "" if refusal is None else refusal.holder
            self._failed(tried, why, holder, now_s)

    def _failed(self, revision: Revision, why: str, holder: str, now_s: float) -> None:
        self._revisions.settled(revision)
        self.orders.append(Denied(revision.leaves[0], why, holder, now_s, revises=True))

    def _won(self, lease: Lease, now_s: float) -> None:
        """Excluded is who could execute; next the voters begin the epoch; then it is decided."""
        if not lease.revises:
            super()._won(lease, now_s)
        elif now_s >= lease.until_s:  # promises may be over, and others may have begun it by now
            self._give_up(lease, "late", None, now_s)
        elif lease.begins:
            self._decided(lease, now_s)
        else:
            self._let_begin(lease, now_s)

    def _let_begin(self, lease: Lease, now_s: float) -> None:
        mind = self._mind
        known = max(mind.facts.epoch(leaf) for leaf in (lease.leaf, *lease.also))
        lease.epoch, lease.begins = max(lease.epoch, known) + 1, True
        lease.began_s = now_s
        lease.rounds.clear()  # answers to the first question say nothing about the second
        claim = lease.next_round(now_s)
        self._ask(claim, self._others(mind.roster.voters))
        if mind.votes:
            own = self._voter.vote(mind.name, claim, now_s)
            if own is not None:
                self.hear(mind.name, own, now_s)

    def _decided(self, lease: Lease, now_s: float) -> None:
        leaves = (lease.leaf, *lease.also)
        for leaf in leaves:
            how = ABANDONED if lease.abandons else OPEN
            self._mind.facts.set_epoch(leaf, lease.epoch, how)
        revision = self._revisions.tried
        self._end(lease, now_s)
        if revision is not None:
            self._revisions.settled(revision)
        self.orders.append(Revised(leaves, lease.epoch))

    def hear(self, voter: str, vote: Vote, now_s: float) -> None:
        """Who executes a leaf without votes need not be a voter to object to a revision of it."""
        if vote.why != ALONE:
            super().hear(voter, vote, now_s)
            return
        lease = self.leases.get(vote.leaf)
        if lease is not None and lease.revises and lease.ballot == vote.ballot:
            self._give_up(lease, ALONE, vote, now_s)

    # -- those of others -----------------------------------------------------------------------

    def claim(self, leaf: int, now_s: float) -> None:
        """Ask the voters for a leaf, unless somebody takes it back just now."""
        until_s = self._way_s.get(leaf, -math.inf)
        if now_s >= until_s:
            super().claim(leaf, now_s)
        elif leaf not in self.leases or self.leases[leaf].revises:
            self.orders.append(Denied(leaf, "undone", "", until_s))

    def make_way(self, claim: Claim, now_s: float) -> None:
        """Stop what is about to be taken back, and leave it alone for a while."""
        why = "abandoned" if claim.abandons else "undone"
        until_s = now_s + self._timing.claim_s
        for leaf in (claim.leaf, *claim.also):
            self._way_s[leaf] = until_s
            lease = self.leases.get(leaf)
            if lease is not None and not lease.revises:
                self._clear_off(lease, why, now_s)
        self._yield_to(claim, now_s)

    def objection(self, claim: Claim) -> Vote | None:
        """What to answer to a revision while this robot moves on a part of it without votes."""
        moving = (self.leases.get(leaf) for leaf in (claim.leaf, *claim.also))
        if not any(each is not None and each.free and each.stage in STARTED for each in moving):
            return None
        return Vote(
            claim.leaf, claim.ballot, claim.boot, claim.round, False, why=ALONE,
            holder=self._mind.name,
        )  # fmt: skip

    def _yield_to(self, claim: Claim, now_s: float) -> None:
        """Of two revisions that overlap the higher ballot goes first, or neither gets a quorum."""
        leaves = (claim.leaf, *claim.also)
        for lease in list(self.leases.values()):
            early = lease.revises and not lease.begins and lease.ballot < claim.ballot
            if early and any(leaf in leaves for leaf in (lease.leaf, *lease.also)):
                self._give_up(lease, "contended", None, now_s)

    def _clear_off(self, lease: Lease, why: str, now_s: float) -> None:
        if lease.stage in (Stage.ASKING, Stage.VERIFYING):
            self._give_up(lease, why, None, now_s)
        else:
            self.withdraw(lease.leaf, now_s, why)
