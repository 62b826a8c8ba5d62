"""What follows from a look at a leaf (or a thing) of which nobody knows what became of it."""

from __future__ import annotations

from cotree.team.ballots import Ballot
from cotree.team.effects import Ask, Outcome, Over, Start
from cotree.team.holding import Holding
from cotree.team.lease import Lease, Stage


class Verifying(Holding):
    """Starts what may be started, once it is known how it stands."""

    def _start(self, lease: Lease, *, resume: bool) -> None:
        self._patience.rewarded(lease.leaf)
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
        elif self._mind.facts.epoch(leaf) != lease.epoch:
            self._give_up(lease, "undone", None, now_s)
        elif self._mind.task.is_thing(leaf):
            self._found_thing(lease, outcome, now_s)
        else:
            self._found_leaf(lease, outcome, now_s)

    def _found_leaf(self, lease: Lease, outcome: Outcome, now_s: float) -> None:
        leaf, facts = lease.leaf, self._mind.facts
        go_on = self._mind.progress.enabled(leaf) and not lease.early and not lease.others
        if outcome is Outcome.DONE:
            facts.set_done(leaf)
        elif outcome is Outcome.UNTOUCHED:
            facts.set_clear(leaf, lease.ballot)
        elif not go_on:
            facts.set_part(leaf, lease.ballot)
        if outcome is Outcome.DONE or not go_on:
            self._patience.rewarded(leaf)
            self._end(lease, now_s)
            self.orders.append(Over(leaf, outcome.value))
        elif self._mind.people.active(leaf, now_s):
            self._give_up(lease, "person", None, now_s)
        else:
            self._carry_on(lease, outcome, now_s)

    def _found_thing(self, lease: Lease, outcome: Outcome, now_s: float) -> None:
        """A thing is free, or somebody who does not hold it is still there: then try later."""
        if outcome is not Outcome.UNTOUCHED:
            self._give_up(lease, "occupied", None, now_s)
            return
        self._mind.facts.set_clear(lease.leaf, lease.ballot)
        if self._mind.people.active(lease.leaf, now_s):
            self._give_up(lease, "person", None, now_s)
        else:
            self._start(lease, resume=False)

    def _carry_on(self, lease: Lease, outcome: Outcome, now_s: float) -> None:
        lease.partial = outcome is Outcome.PARTIAL
        repair = self._mind.task.leaves[lease.leaf].repair
        if outcome is Outcome.PARTIAL and repair == "ask" and not self._left_it_itself(lease):
            self._patience.rewarded(lease.leaf)
            self._end(lease, now_s)
            self.orders += (Over(lease.leaf, "partial"), Ask(lease.leaf))
            return
        self._start(lease, resume=outcome is Outcome.PARTIAL and repair == "resume")

    def _left_it_itself(self, lease: Lease) -> bool:
        """Whether nobody began it since this robot stopped it, so that nothing is in doubt."""
        return max(lease.taint, self._mind.facts.taint(lease.leaf)) == self._left.get(lease.leaf)
