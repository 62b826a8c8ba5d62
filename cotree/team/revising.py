"""Taking back (undo) and giving up (abandon): a new epoch, decided while nobody executes the leaf.

Two rounds of one claim.  The first excludes everybody who executes a leaf that is revised (they are
told to stop) and learns the newest epoch; the second lets the voters begin the next one.  When a
quorum has, whoever asks them afterwards learns it, and the revision is decided.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from cotree.team.dice import Dice
from cotree.team.effects import Denied, Revised
from cotree.team.facts import ABANDONED, OPEN
from cotree.team.lease import Lease, Stage
from cotree.team.messages import Claim, Vote
from cotree.team.mind import Mind
from cotree.team.voter import Voter
from cotree.team.winning import Winning

TRIES = 20
"""For how many claim times an undo goes on trying by itself."""
WAIT_S = (0.1, 0.4)
"""Between two tries: those who were told to stop need a moment."""
MOST_TIMES = 4
"""How many times as long the wait becomes, when others want to revise the same."""


class _Request(msgspec.Struct):
    also: tuple[int, ...]
    abandons: bool
    until_s: float
    next_s: float
    tries: int = 0


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
        self._requests: dict[int, _Request] = {}
        self._way_s: dict[int, float] = {}
        """Until when a leaf is left alone because somebody takes it back."""

    def revise(self, leaves: tuple[int, ...], now_s: float, *, abandons: bool) -> None:
        """Begin a new epoch of these leaves; the answer is ``Revised`` or ``Denied``, later."""
        leaf, also = leaves[0], leaves[1:]
        if leaf in self._requests:
            return
        until_s = now_s + TRIES * self._timing.claim_s
        self._requests[leaf] = _Request(also, abandons, until_s, now_s)
        self._retry(now_s)

    def _retry(self, now_s: float) -> None:
        """Ask (again) for what is wanted by now."""
        for leaf, request in list(self._requests.items()):
            if now_s < request.next_s:
                continue
            if any(lease.revises for lease in self.leases.values()):
                self._later(leaf, request, now_s)  # one after the other: they may overlap
            else:
                request.next_s = math.inf
                self._try(leaf, request, now_s)

    def _try(self, leaf: int, request: _Request, now_s: float) -> None:
        lease = self._new(leaf, now_s)
        lease.also, lease.abandons, lease.revises = request.also, request.abandons, True
        self.make_way(lease.claim(), now_s)
        if leaf in self.leases:
            self._later(leaf, request, now_s)  # what this robot itself executes stops first
        else:
            self._open(lease, now_s)

    def _later(self, leaf: int, request: _Request, now_s: float) -> None:
        request.tries = min(request.tries + 1, MOST_TIMES)
        request.next_s = now_s + self._dice.between(*WAIT_S) * request.tries

    def _deny(self, lease: Lease, why: str, refusal: Vote | None, now_s: float) -> None:
        """A revision that was refused is tried again, for a while."""
        if not lease.revises:
            super()._deny(lease, why, refusal, now_s)
            return
        request = self._requests[lease.leaf]
        if now_s < request.until_s:
            self._later(lease.leaf, request, now_s)
            return
        del self._requests[lease.leaf]
        holder = "" if refusal is None else refusal.holder
        self.orders.append(Denied(lease.leaf, why, holder, now_s, revises=True))

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
        del self._requests[lease.leaf]
        self._end(lease, now_s)
        self.orders.append(Revised(leaves, lease.epoch))

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
