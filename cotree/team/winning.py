"""From the first question to the start: ask, count votes, look once more, start or verify."""

from __future__ import annotations

import msgspec

from cotree.team.ballots import ZERO
from cotree.team.durable import Durable, Own
from cotree.team.effects import Extend, Verify
from cotree.team.lease import Lease, Round, Stage
from cotree.team.messages import Claim, Vote
from cotree.team.verifying import Verifying


class Winning(Verifying):
    """Asks for leaves and wins them, or learns who has them."""

    def claim(self, leaf: int, now_s: float) -> None:
        """Ask the voters for a leaf; the answer is an order, now or later."""
        lease = self.leases.get(leaf)
        if lease is None:
            self._open(self._new(leaf, now_s), now_s)
        elif lease.revises:
            self._deny(self._new(leaf, now_s), "held", None, now_s)

    def _new(self, leaf: int, now_s: float) -> Lease:
        mind = self._mind
        ballot = mind.lamport.ballot(mind.name)
        epoch = mind.facts.epoch(leaf)
        return Lease(leaf, ballot, mind.boot, now_s, epoch=epoch, rounds={})

    def _open(self, lease: Lease, now_s: float) -> None:
        if self._mind.joined:
            self._begin(lease, now_s)
        else:
            self._deny(lease, "joining", None, now_s)

    def _begin(self, lease: Lease, now_s: float) -> None:
        mind = self._mind
        claim = lease.next_round(now_s)
        own = None if lease.revises else self._voter.refused_by_facts(claim, now_s)
        if own is None and mind.votes:
            own = self._voter.vote(mind.name, claim, now_s)
        if own is not None and not own.granted:
            if lease.revises:  # whoever is in its way must hear of it
                warning = msgspec.structs.replace(claim, warns=True)
                self._ask(warning, self._others(mind.roster.members))
            refuse = self._give_up if lease.resumes else self._deny
            refuse(lease, own.why, own, now_s)
            return
        self.leases[lease.leaf] = lease
        if not lease.revises:
            record = Own(lease.leaf, lease.ballot, lease.boot)
            self.records.append(Durable(("own", lease.leaf), record))
        self._ask(claim, self._others(self._audience(lease)))
        if own is not None:
            self.hear(mind.name, own, now_s)

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

    def _audience(self, lease: Lease) -> tuple[str, ...]:
        """Who is asked first: all hear of a revision, so that those stop who execute its leaves."""
        roster = self._mind.roster
        return roster.members if lease.revises else roster.voters

    def _others(self, voters: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(voter for voter in voters if voter != self._mind.name)

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
            lease.taint = max(lease.taint, vote.taint)
            lease.others = lease.others or vote.others
            lease.early = lease.early or vote.early
        if lease.revises and not lease.begins:
            lease.epoch = max(lease.epoch, vote.epoch)
        if not self._mind.is_quorum(around.granted, lease.leaf, lease.also, revises=lease.revises):
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
        refused = {*around.refused, *self._fell_silent(around, now_s)}
        if waits and self._mind.hopeless(refused, lease.leaf, lease.also, revises=lease.revises):
            self._give_up(lease, vote.why, vote, now_s)

    def step_back(self, claim: Claim, now_s: float) -> None:
        """Give up own claims that came to nothing yet, for a higher ballot that excludes them.

        Otherwise two who ask at the same time keep each other from a quorum, again and again.
        """
        for lease in list(self.leases.values()):
            asks = lease.stage is Stage.ASKING and not lease.resumes and not lease.revises
            if asks and lease.ballot < claim.ballot and self._excludes(lease, claim):
                self._give_up(lease, "contended", None, now_s)

    def _excludes(self, lease: Lease, claim: Claim) -> bool:
        mine, its = (lease.leaf, *lease.also), (claim.leaf, *claim.also)
        return self._mind.conflicts.among(mine, its)

    def _won(self, lease: Lease, now_s: float) -> None:
        """A quorum granted one round; look once more before anything moves.

        Those who granted it know the epoch in which it was asked for, and perhaps no later one.
        """
        refusal = self._voter.refused_by_facts(lease.claim(), now_s)
        if refusal is not None:
            self._give_up(lease, refusal.why, refusal, now_s)
        elif self._mind.facts.epoch(lease.leaf) != lease.epoch:
            self._give_up(lease, "undone", None, now_s)
        elif now_s >= self._deadline_s(lease):
            self._give_up(lease, "late", None, now_s)
        elif lease.taint != ZERO or lease.free or self._mind.facts.tainted(lease.leaf):
            lease.stage = Stage.VERIFYING
            self.orders.append(Verify(lease.leaf, lease.ballot))
        elif not self._mind.progress.enabled(lease.leaf):
            self._give_up(lease, "order", None, now_s)
        else:
            self._start(lease, resume=lease.resumes)
