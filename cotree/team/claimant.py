"""One robot's claims: ask, verify, start, renew, give back.  Safety is in the order of steps."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable

from cotree.team.ballots import Ballot
from cotree.team.dice import Dice
from cotree.team.durable import Durable, Own
from cotree.team.effects import (
    Ask,
    Denied,
    Extend,
    Halt,
    Order,
    Over,
    Revised,
    Start,
    Verify,
)
from cotree.team.lease import HELD, STARTED, Lease, Round, Stage
from cotree.team.messages import Claim, Release, Vote
from cotree.team.mind import Mind
from cotree.team.patience import Patience
from cotree.team.releases import Releases
from cotree.team.voter import Voter


class Outcome(str, enum.Enum):
    """What perception says of a leaf's goal."""

    DONE = "done"
    UNTOUCHED = "untouched"
    PARTIAL = "partial"


class Claimant:
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
        self.releases = Releases(timing.resend_s, timing.rest_s, timing.term_s)
        self._mind = mind
        self._timing = timing
        self._voter = voter
        self._patience = Patience(dice)
        self._ask = ask

    # -- asking --------------------------------------------------------------------------------

    def claim(
        self,
        leaf: int,
        now_s: float,
        *,
        also: tuple[int, ...] = (),
        revises: bool = False,
        abandons: bool = False,
    ) -> None:
        """Ask the voters for a leaf; the answer is an order, now or later."""
        if leaf in self.leases:
            return
        mind = self._mind
        lease = Lease(
            leaf,
            mind.lamport.ballot(mind.name),
            mind.boot,
            now_s,
            also,
            revises,
            abandons,
            rounds={},
        )
        if not mind.joined:
            self._deny(lease, "joining", None, now_s)
            return
        self._begin(lease, now_s)

    def _begin(self, lease: Lease, now_s: float) -> None:
        mind = self._mind
        claim = lease.next_round(now_s)
        own = None if lease.revises else self._voter.refused_by_facts(claim, now_s)
        if own is None and mind.votes:
            own = self._voter.vote(mind.name, claim, now_s)
        if own is not None and not own.granted:
            refuse = self._give_up if lease.resumes else self._deny
            refuse(lease, own.why, own, now_s)
            return
        self.leases[lease.leaf] = lease
        if not lease.revises:
            record = Own(lease.leaf, lease.ballot, lease.boot)
            self.records.append(Durable(("own", lease.leaf), record))
        self._ask(claim, self._others(mind.roster.voters))
        if own is not None:
            self.hear(mind.name, own, now_s)

    def _others(self, voters: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(voter for voter in voters if voter != self._mind.name)

    # -- hearing -------------------------------------------------------------------------------

    def hear(self, voter: str, vote: Vote, now_s: float) -> None:
        """An answer counts only for its own round of its own lease."""
        lease = self.leases.get(vote.leaf)
        around = None if lease is None else lease.answers(vote)
        if lease is None or around is None or voter not in self._mind.roster.voters:
            return
        if vote.granted:
            self._granted(lease, around, voter, vote, now_s)
        else:
            self._refused(lease, around, voter, vote, now_s)

    def _granted(self, lease: Lease, around: Round, voter: str, vote: Vote, now_s: float) -> None:
        around.granted.add(voter)
        if lease.stage is Stage.ASKING:
            lease.tainted = lease.tainted or vote.tainted
            lease.others = lease.others or vote.others
        if not self._mind.is_quorum(around.granted, lease.leaf):
            return
        lease.until_s = max(lease.until_s, around.sent_s + self._timing.hold_s)
        if lease.stage is Stage.ASKING:
            self._won(lease, now_s)
        elif lease.stage is Stage.RUNNING:
            self.orders.append(Extend(lease.leaf, lease.ballot, self._deadline_s(lease)))

    def _refused(self, lease: Lease, around: Round, voter: str, vote: Vote, now_s: float) -> None:
        around.refused[voter] = vote
        if vote.why in ("person", "done") and lease.stage is Stage.RUNNING:
            self._halt(lease, vote.why)
        waits = lease.stage in (Stage.ASKING, Stage.VERIFYING) and vote.round == lease.round
        if waits and self._mind.hopeless(set(around.refused), lease.leaf):
            self._give_up(lease, vote.why, vote, now_s)

    def _deadline_s(self, lease: Lease) -> float:
        return lease.until_s - self._timing.stop_s

    def _won(self, lease: Lease, now_s: float) -> None:
        """A quorum granted one round; look once more before anything moves."""
        self._patience.rewarded(lease.leaf)
        if lease.revises:
            self._revise(lease, now_s)
            return
        refusal = self._voter.refused_by_facts(lease.claim(), now_s)
        if refusal is not None:
            self._give_up(lease, refusal.why, refusal, now_s)
        elif now_s >= self._deadline_s(lease):
            self._give_up(lease, "late", None, now_s)
        elif lease.tainted or lease.free or self._mind.facts.tainted(lease.leaf):
            lease.stage = Stage.VERIFYING
            self.orders.append(Verify(lease.leaf, lease.ballot))
        elif not self._mind.progress.enabled(lease.leaf):
            self._give_up(lease, "order", None, now_s)
        else:
            self._start(lease, resume=lease.resumes)

    def _start(self, lease: Lease, *, resume: bool) -> None:
        lease.stage = Stage.RUNNING
        deadline_s = self._deadline_s(lease)
        self.orders.append(Start(lease.leaf, lease.ballot, deadline_s, resume))

    def verified(self, leaf: int, token: Ballot, outcome: Outcome, now_s: float) -> None:
        """What the look at the goal showed, while the lease holds that asked for it."""
        lease = self._of(leaf, token)
        if lease is None or lease.stage is not Stage.VERIFYING:
            return
        if now_s >= self._deadline_s(lease):
            self._end(lease, now_s)
            self.orders.append(Over(leaf, "late"))
            return
        facts = self._mind.facts
        enabled = self._mind.progress.enabled(leaf)
        if outcome is Outcome.DONE:
            facts.set_done(leaf)
        elif outcome is Outcome.UNTOUCHED:
            facts.set_clear(leaf, lease.ballot)
        go_on = enabled and not (outcome is Outcome.UNTOUCHED and lease.others)
        if outcome is Outcome.DONE or not go_on:
            self._end(lease, now_s)
            self.orders.append(Over(leaf, outcome.value))
        elif self._mind.people.active(leaf, now_s):
            self._give_up(lease, "person", None, now_s)
        else:
            self._carry_on(lease, outcome, now_s)

    def _carry_on(self, lease: Lease, outcome: Outcome, now_s: float) -> None:
        repair = self._mind.task.leaves[lease.leaf].repair
        if outcome is Outcome.PARTIAL and repair == "ask":
            self._end(lease, now_s)
            self.orders += (Over(lease.leaf, "partial"), Ask(lease.leaf))
            return
        self._start(lease, resume=outcome is Outcome.PARTIAL and repair == "resume")

    def _revise(self, lease: Lease, now_s: float) -> None:
        """Nobody executes any of these leaves: take back what was done."""
        facts = self._mind.facts
        leaves = (lease.leaf, *lease.also)
        for leaf in leaves:
            if lease.abandons:
                facts.set_abandoned(leaf)
            elif facts.done(leaf):
                facts.set_open_again(leaf)
        self._end(lease, now_s)
        self.orders.append(Revised(leaves))

    def _of(self, leaf: int, token: Ballot) -> Lease | None:
        """The lease that an answer is about; answers to earlier ones come too late."""
        lease = self.leases.get(leaf)
        return lease if lease is not None and lease.ballot == token else None

    # -- ending --------------------------------------------------------------------------------

    def finished(self, leaf: int, token: Ballot, now_s: float) -> None:
        """The leaf is executed to its end: say so with the release."""
        lease = self._of(leaf, token)
        if lease is not None and lease.stage in STARTED:
            self._mind.facts.set_done(leaf)
            self._end(lease, now_s)

    def stopped(
        self, leaf: int, token: Ballot, now_s: float, *, started: bool = True, keep: bool = False
    ) -> None:
        """Nothing of the leaf moves any more, and it is not finished.

        ``started`` is False when the guard refused the start.  ``keep``: hold the lease on, because
        a person is being asked.
        """
        lease = self._of(leaf, token)
        if lease is None or lease.stage not in STARTED:
            return
        if started and keep and now_s < lease.until_s:
            lease.stage = Stage.STILL
            return
        if started:
            self._mind.facts.set_taint(leaf, lease.ballot)
        self._end(lease, now_s)

    def resume(self, leaf: int, now_s: float) -> None:
        """The person lets the robot go on: a new ballot, because it is a new execution."""
        lease = self.leases.get(leaf)
        if lease is None or lease.stage is not Stage.STILL:
            return
        mind = self._mind
        lease.stage, lease.resumes = Stage.ASKING, True
        lease.ballot, lease.began_s = mind.lamport.ballot(mind.name), now_s
        lease.rounds.clear()
        self._begin(lease, now_s)

    def withdraw(self, leaf: int, now_s: float, why: str = "withdrawn") -> None:
        """The executor does not want it any more."""
        lease = self.leases.get(leaf)
        if lease is None:
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
        retry_s = now_s + self._patience.after(lease.leaf, lease.ballot, refusal)
        holder = "" if refusal is None else refusal.holder
        instead = -1 if refusal is None else refusal.instead
        self.orders.append(Denied(lease.leaf, why, holder, retry_s, instead))

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

    # -- time ----------------------------------------------------------------------------------

    def look(self, now_s: float) -> None:
        """Do what time or news make necessary."""
        for lease in list(self.leases.values()):
            match lease.stage:
                case Stage.ASKING:
                    self._wait_for_votes(lease, now_s)
                case Stage.VERIFYING:
                    if now_s >= lease.until_s:
                        self._end(lease, now_s)
                        self.orders.append(Over(lease.leaf, "late"))
                case Stage.RUNNING:
                    self._watch(lease, now_s)
                case Stage.STILL:
                    if now_s >= lease.until_s:
                        self.stopped(lease.leaf, lease.ballot, now_s)
                        self.orders.append(Over(lease.leaf, "late"))

    def _wait_for_votes(self, lease: Lease, now_s: float) -> None:
        if now_s >= lease.began_s + self._timing.claim_s:
            if self._may_go_alone(lease):
                lease.free = True
                lease.until_s = now_s + self._timing.hold_s
                self._won(lease, now_s)
                return
            self._give_up(lease, "silence", None, now_s)
        elif now_s >= lease.asked_s + self._timing.resend_s:
            lease.asked_s = now_s
            silent = self._others(lease.silent(self._mind.roster.voters))
            if silent:
                self._ask(lease.claim(), silent)

    def _may_go_alone(self, lease: Lease) -> bool:
        """Optimistic: nobody answered, and doing it twice does no harm."""
        mind = self._mind
        if mind.policy.word != "optimistic" or lease.revises:
            return False
        safe = mind.task.leaves[lease.leaf].duplicate_safe
        return safe and mind.conflicts.alone(lease.leaf) and not lease.rounds[lease.round].refused

    def _watch(self, lease: Lease, now_s: float) -> None:
        if lease.free and now_s >= lease.until_s - self._timing.hold_s / 2:
            lease.until_s = now_s + self._timing.hold_s
            self.orders.append(Extend(lease.leaf, lease.ballot, self._deadline_s(lease)))
        if self._mind.facts.over(lease.leaf):
            self._halt(lease, "done")
        elif self._mind.people.active(lease.leaf, now_s):
            self._halt(lease, "person")
        elif self._mind.alternatives.settled_elsewhere(lease.leaf):
            self._halt(lease, "settled")
        elif now_s >= self._deadline_s(lease):
            self._halt(lease, "lease")

    def renewals(self, now_s: float) -> list[Claim]:
        """Rounds that are due, to ride on a heartbeat; the own vote is asked at once."""
        claims = []
        for lease in list(self.leases.values()):
            if lease.stage in HELD and now_s >= lease.asked_s + self._timing.renew_s:
                claims.append(self._renew(lease, now_s))
        return [claim for claim in claims if claim.leaf in self.leases]

    def _renew(self, lease: Lease, now_s: float) -> Claim:
        claim = lease.next_round(now_s)
        if self._mind.votes:
            own = self._voter.vote(self._mind.name, claim, now_s)
            if own is not None:
                self.hear(self._mind.name, own, now_s)
        return claim

    def next_due_s(self) -> float:
        """When ``look`` has something to do, if nothing is heard before."""
        due_s = self.releases.next_due_s()
        soonest_s = math.inf if due_s is None else due_s
        for lease in self.leases.values():
            soonest_s = min(soonest_s, self._lease_due_s(lease))
        return soonest_s

    def _lease_due_s(self, lease: Lease) -> float:
        timing = self._timing
        if lease.stage is Stage.ASKING:
            return min(lease.began_s + timing.claim_s, lease.asked_s + timing.resend_s)
        if lease.stage is Stage.STOPPING:
            return math.inf
        if lease.free:
            return lease.until_s - timing.hold_s / 2
        return self._deadline_s(lease) if lease.stage is Stage.RUNNING else lease.until_s
