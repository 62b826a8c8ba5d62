"""Leases of one robot and how they end: what became of a leaf is a fact before it is given back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cotree.team.ballots import Ballot
from cotree.team.dice import Dice
from cotree.team.durable import Durable
from cotree.team.effects import Denied, Halt, Order
from cotree.team.lease import STARTED, Lease, Round, Stage
from cotree.team.messages import Claim, Release, Vote
from cotree.team.mind import Mind
from cotree.team.patience import Patience
from cotree.team.releases import Releases
from cotree.team.voter import Voter


class Holding:
    """The leases of one robot; several at once when it has several hands."""

    def __init__(
        self,
        mind: Mind,
        voter: Voter,
        dice: Dice,
        ask: Callable[[Claim, tuple[str, ...]], None],
    ) -> None:
        timing = mind.timing
        self.leases: dict[int, Lease] = {}
        self.orders: list[Order] = []
        self.records: list[Durable] = []
        self._left: dict[int, Ballot] = {}
        """Leaves that this robot stopped before their end, and the ballots it had begun with."""
        self.releases = Releases(timing.resend_s, timing.rest_s, timing.term_s)
        self._mind = mind
        self._timing = timing
        self._voter = voter
        self._patience = Patience(dice)
        self._ask = ask

    def _of(self, leaf: int, token: Ballot) -> Lease | None:
        """The lease that an answer is about; answers to earlier ones come too late."""
        lease = self.leases.get(leaf)
        return lease if lease is not None and lease.ballot == token else None

    def _deadline_s(self, lease: Lease) -> float:
        return lease.until_s - self._timing.stop_s

    def finished(self, leaf: int, token: Ballot, now_s: float) -> None:
        """The leaf is executed to its end: say so with the release."""
        lease = self._of(leaf, token)
        if lease is not None and lease.stage in STARTED:
            if not self._mind.task.is_thing(leaf):
                # In the epoch in which it was begun: it may have been taken back meanwhile.
                self._mind.facts.set_done(leaf, lease.epoch)
            self._end(lease, now_s)

    def let_go(self, leaf: int, token: Ballot, now_s: float) -> None:
        """A thing is as it was found: the next one may have it at once, and need not look.

        A leaf that was started and is not finished is never as it was found.
        """
        lease = self._of(leaf, token)
        if lease is None:
            return
        if self._mind.task.is_thing(leaf):
            self._end(lease, now_s)
        else:
            self.stopped(leaf, token, now_s)

    def stopped(
        self, leaf: int, token: Ballot, now_s: float, *, started: bool = True, keep: bool = False
    ) -> None:
        """Nothing of the leaf moves any more, and it is not finished.

        ``started`` is False when nothing began: the guard refused the start, or the robot did not
        want more than the look.  ``keep``: hold the lease on, because a person is being asked.
        """
        lease = self._of(leaf, token)
        if lease is None or lease.stage not in STARTED:
            return
        if started and keep and now_s < lease.until_s:
            lease.stage = Stage.STILL
            return
        if started:
            self._mind.facts.set_taint(leaf, lease.ballot)
            if not self._mind.people.active(leaf, now_s):  # who could do something of it, too
                self._left[leaf] = lease.ballot
        elif lease.partial:  # seen, and left as it was: alternatives need not wait for it
            self._mind.facts.set_part(leaf, lease.ballot)
        self._end(lease, now_s)

    def withdraw(self, leaf: int, now_s: float, why: str = "withdrawn") -> None:
        """The executor does not want it any more."""
        lease = self.leases.get(leaf)
        if lease is None or lease.revises:
            return
        if lease.stage is Stage.RUNNING:
            self._halt(lease, why)
        elif lease.stage is Stage.STILL:
            self.stopped(leaf, lease.ballot, now_s)
        elif lease.stage is not Stage.STOPPING:
            self._end(lease, now_s)

    def _halt(self, lease: Lease, why: str) -> None:
        lease.stage = Stage.STOPPING
        self.orders.append(Halt(lease.leaf, lease.ballot, why))

    def _deny(self, lease: Lease, why: str, refusal: Vote | None, now_s: float) -> None:
        holder = "" if refusal is None else refusal.holder
        until_s = self._said_until_s(holder)
        alone = refusal is not None and not lease.rounds[lease.round].refused  # by its own promise
        if until_s is not None and until_s <= now_s:
            wait_s = self._patience.after_silence(now_s - until_s)
        else:
            courteous = bool(holder) and (until_s is not None or alone)
            wait_s = self._patience.after(lease.leaf, lease.ballot, refusal, courteous=courteous)
        retry_s = now_s + wait_s
        instead = -1 if refusal is None else refusal.instead
        self.orders.append(Denied(lease.leaf, why, holder, retry_s, instead))

    def _said_until_s(self, holder: str) -> float | None:
        """So long its word counts that it has something; None: it said nothing like that."""
        taken = self._mind.taken.values()
        return max((until_s for peer, until_s in taken if peer == holder), default=None)

    def _held_by_another(self, around: Round) -> Vote | None:
        """A refusal that names who has it."""
        return next((vote for vote in around.refused.values() if vote.holder), None)

    def _fell_silent(self, around: Round, now_s: float) -> Iterator[str]:
        """Who has it according to a refusal, and will not say so any more.

        It would refuse, too, or it is dead: nobody need wait for its vote.
        """
        for vote in around.refused.values():
            until_s = self._said_until_s(vote.holder)
            if until_s is not None and until_s <= now_s:
                yield vote.holder

    def _give_up(self, lease: Lease, why: str, refusal: Vote | None, now_s: float) -> None:
        """It was never started (or, after a dialogue, not again)."""
        if lease.resumes:
            self._mind.facts.set_taint(lease.leaf, lease.ballot)
        self._end(lease, now_s)
        self._deny(lease, why, refusal, now_s)

    def _end(self, lease: Lease, now_s: float) -> None:
        """Give it back.  What became of the leaf is in the facts already."""
        del self.leases[lease.leaf]
        if not lease.revises:
            self.records.append(Durable(("own", lease.leaf), None))
        release = Release(lease.leaf, lease.ballot, lease.boot, lease.round, lease.also)
        if self._mind.votes:
            self._voter.release(self._mind.name, release)
        self.releases.add(release, self._mind.name, now_s)
