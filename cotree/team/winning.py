"""From the first question to the start: ask, count votes, verify, look once more, start."""

from __future__ import annotations

from cotree.team.ballots import Ballot
from cotree.team.durable import Durable, Own
from cotree.team.effects import Ask, Extend, Outcome, Over, Revised, Start, Verify
from cotree.team.holding import Holding
from cotree.team.lease import Lease, Round, Stage
from cotree.team.messages import Claim, Vote


class Winning(Holding):
    """Asks for leaves and wins them, or learns who has them."""

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

    def step_back(self, claim: Claim, now_s: float) -> None:
        """Give up own claims that came to nothing yet, for a higher ballot that excludes them.

        Otherwise two who ask at the same time keep each other from a quorum, again and again.
        """
        for lease in list(self.leases.values()):
            asks = lease.stage is Stage.ASKING and not lease.resumes
            if asks and lease.ballot < claim.ballot and self._excludes(lease, claim):
                self._give_up(lease, "contended", None, now_s)

    def _excludes(self, lease: Lease, claim: Claim) -> bool:
        mine, its = (lease.leaf, *lease.also), (claim.leaf, *claim.also)
        return self._mind.conflicts.among(mine, its)

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
