"""One robot's claims: ask, verify, start, renew, give back.  Safety is in the order of steps."""

from __future__ import annotations

import math

from cotree.team.effects import Extend, Over
from cotree.team.lease import HELD, Lease, Stage
from cotree.team.messages import Claim
from cotree.team.pace import again_s
from cotree.team.revising import Revising


class Claimant(Revising):
    """Looks after its leases as time passes, and renews what it holds."""

    def look(self, now_s: float) -> None:
        """Do what time or news make necessary."""
        self._retry(now_s)
        for lease in list(self.leases.values()):
            if lease.stage in HELD:
                self._insist(lease, now_s)
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
            refusal = self._held_by_another(lease.rounds[lease.round])
            why = "silence" if refusal is None else refusal.why
            self._give_up(lease, why, refusal, now_s)
        elif now_s >= lease.asked_s + self._timing.resend_s:
            lease.asked_s = now_s
            silent = self._others(lease.silent(self._mind.roster.voters))
            if silent:
                self._ask(lease.claim(), silent)

    def _may_go_alone(self, lease: Lease) -> bool:
        """Optimistic: nobody answered, and doing it twice does no harm.

        What was taken back is begun only with others: they know what follows it, and what runs.
        """
        mind = self._mind
        if mind.policy.word != "optimistic" or lease.revises or mind.facts.epoch(lease.leaf):
            return False
        safe = mind.task.leaves[lease.leaf].duplicate_safe
        return safe and mind.conflicts.alone(lease.leaf) and not lease.rounds[lease.round].refused

    def _watch(self, lease: Lease, now_s: float) -> None:
        if lease.free and now_s >= lease.until_s - self._timing.hold_s / 2:
            lease.until_s = now_s + self._timing.hold_s
            self.orders.append(Extend(lease.leaf, lease.ballot, self._deadline_s(lease)))
        facts = self._mind.facts
        if facts.epoch(lease.leaf) != lease.epoch:
            self._halt(lease, "undone")
        elif facts.over(lease.leaf):
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

    def _insist(self, lease: Lease, now_s: float) -> None:
        """Renewals get lost as other letters do: ask the silent again, until a quorum is heard."""
        if now_s >= self._again_due_s(lease):
            lease.again_s = now_s
            silent = self._others(lease.silent(self._mind.roster.voters))
            if silent:
                self._ask(lease.claim(), silent)

    def _again_due_s(self, lease: Lease) -> float:
        answered = lease.until_s >= lease.rounds[lease.round].sent_s + self._timing.hold_s
        if answered or lease.free:
            return math.inf
        return lease.again_s + again_s(self._timing, len(self._mind.roster.members))

    def next_due_s(self) -> float:
        """When ``look`` has something to do, if nothing is heard before."""
        due_s = self.releases.next_due_s()
        soonest_s = math.inf if due_s is None else due_s
        for lease in self.leases.values():
            soonest_s = min(soonest_s, self._lease_due_s(lease))
        return min(soonest_s, self._revision_due_s())

    def _lease_due_s(self, lease: Lease) -> float:
        timing = self._timing
        if lease.stage is Stage.ASKING:
            return min(lease.began_s + timing.claim_s, lease.asked_s + timing.resend_s)
        again_s = self._again_due_s(lease)
        if lease.stage is Stage.STOPPING:
            return again_s
        if lease.free:
            return lease.until_s - timing.hold_s / 2
        end_s = self._deadline_s(lease) if lease.stage is Stage.RUNNING else lease.until_s
        return min(again_s, end_s)
