"""Checks the invariants against the physical truth, the moment something begins to move."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from cotree.runtime.swarm.member import Member
from cotree.runtime.swarm.truth import Truth
from cotree.team.ballots import Ballot
from cotree.team.durable import Durable
from cotree.team.facts import Fact

KNOWN_S = 2.5
"""So long a quorum must have known of a person before a start counts against the voters: a claim
that they granted just before may still start until its lease is over, by whatever clock."""


class Violation(msgspec.Struct, frozen=True):
    """One broken invariant."""

    rule: str
    at_s: float
    host: int
    leaf: int
    what: str


class Monitor:
    """Sees everything; tells nobody."""

    def __init__(
        self,
        truth: Truth,
        now_s: Callable[[], float],
        harmless: frozenset[int] = frozenset(),
    ) -> None:
        self.violations: list[Violation] = []
        self._harmless = harmless
        """Leaves that an optimistic team may do twice and at once, also when that counts no more;
        of these only what concerns people is watched, and what is believed to be done."""
        self._truth = truth
        self._now_s = now_s
        self._quorum_knew: dict[int, float] = {}
        self.remembered: Callable[[int], int] = lambda leaf: 1 << 60
        """The newest epoch of a leaf that is on any disk."""
        self.quorum_knows: Callable[[int], bool] = lambda leaf: False
        """Whether a quorum of voters knows of a person at a leaf now."""

    def _broken(self, rule: str, host: int, leaf: int, what: str) -> None:
        self.violations.append(Violation(rule, self._now_s(), host, leaf, what))

    # -- a start -------------------------------------------------------------------------------

    def begins(
        self,
        host: int,
        leaf: int,
        token: Ballot,
        *,
        verified: bool,
        knew: tuple[bool, bool],
        epoch: int = 0,
        uses: tuple[int, ...] = (),
    ) -> None:
        """A robot is about to move on a leaf; ``knew`` of a person there, and that it is done."""
        truth = self._truth
        if leaf in self._harmless:
            self._person(host, leaf, knew=knew[0])
            return
        for other in truth.motions.values():
            self._with_other(host, leaf, other.leaf, other.host)
        self._branches(host, leaf)
        for branch in self._order(leaf):
            self._broken("I4", host, leaf, f"before {branch}, which is not done")
        self._epochs(host, leaf, epoch, knew_done=knew[1])
        for thing in uses:
            for user in truth.others_in(thing, host):
                self._broken("I3", host, leaf, f"the thing {thing} is used by {user}")
        self._person(host, leaf, knew=knew[0])
        self.census(leaf)
        known_s = self._quorum_knew.get(leaf)
        if known_s is not None and self._now_s() - known_s > KNOWN_S:
            self._broken("I6c", host, leaf, "started although a quorum knew of a person")
        if truth.touched_by[leaf] >= 0 and not verified:
            self._broken("I7", host, leaf, "was touched before, and nobody has looked")
        if token <= truth.tokens[leaf]:
            self._broken("I8", host, leaf, f"token {token} after {truth.tokens[leaf]}")

    def _person(self, host: int, leaf: int, *, knew: bool) -> None:
        if knew:
            self._broken("I6a", host, leaf, "started where it knew a person to be")

    def _epochs(self, host: int, leaf: int, epoch: int, *, knew_done: bool) -> None:
        """Nothing is executed once more in its epoch, or in an epoch that is over.

        A team that lost all its disks has forgotten the epochs, too.
        """
        truth = self._truth
        again = truth.complete[leaf] and truth.done_epoch[leaf] >= epoch
        if again and (not truth.by_person[leaf] or knew_done):
            self._broken("I5", host, leaf, "is done already")
        if epoch < min(truth.epoch[leaf], self.remembered(leaf)):
            self._broken("I5", host, leaf, f"epoch {epoch} is over: it was taken back")

    def revised(self, host: int, leaves: tuple[int, ...]) -> None:
        """It is decided that these leaves are taken back, so nobody executes them."""
        for motion in self._truth.motions.values():
            if motion.leaf in leaves and motion.leaf not in self._harmless:
                self._broken("I4", host, motion.leaf, f"is taken back, and {motion.host} moves")

    def _with_other(self, host: int, leaf: int, other: int, by: int) -> None:
        truth = self._truth
        if other == leaf:
            self._broken("I1", host, leaf, f"is executed by {by}")
        elif by != host or not truth.conflicts.alone(leaf):
            shared = set(truth.task.leaves[leaf].resources) & set(
                truth.task.leaves[other].resources
            )
            if shared:
                self._broken("I3", host, leaf, f"{shared} is used by {by}")
            elif truth.conflicts.between(leaf, other):
                self._broken("I2a", host, leaf, f"the alternative {other} is executed by {by}")

    def _branches(self, host: int, leaf: int) -> None:
        """No branch is entered after another is complete, unless a person mixed them."""
        truth = self._truth
        for node, own in truth.conflicts.alternatives(leaf):
            leaves = range(node.first, node.end)
            if any(truth.mixed[other] for other in leaves):
                continue
            for branch in range(len(node.children)):
                others = truth.task.branch(node, branch)
                if branch != own and any(self._chosen(other) for other in others):
                    self._broken("I2b", host, leaf, f"branch {branch} is chosen already")

    def _chosen(self, leaf: int) -> bool:
        """Whether a leaf is complete, and nobody has heard that it was taken back or given up."""
        truth = self._truth
        return truth.complete[leaf] and truth.done_epoch[leaf] >= truth.rumoured[leaf]

    def _order(self, leaf: int) -> list[int]:
        """Children of a ``then`` that should be complete and are not, as the team could know."""
        truth = self._truth
        found = []
        for node, index in truth.task.above(leaf):
            if node.kind == "then":
                found += [i for i in node.children[:index] if not truth.progress.is_complete(i)]
        return [place for place in found if not self._secret(place)]

    def _secret(self, place: int) -> bool:
        """Whether an operator took something of it apart, which the team has not decided yet."""
        where = self._truth.task.places[place]
        return any(where.first <= leaf < where.end for leaf in self._truth.taken_back)

    # -- knowledge -----------------------------------------------------------------------------

    def stored(self, host: int, records: tuple[Durable, ...]) -> None:
        """Nobody believes that something is done which is not."""
        for record in records:
            if isinstance(record.value, Fact):
                self._believes(host, record.value)

    def _believes(self, host: int, fact: Fact) -> None:
        truth, leaf, epoch = self._truth, fact.leaf, fact.mark // 3
        truth.rumoured[leaf] = max(truth.rumoured[leaf], epoch)
        if not fact.done or epoch < truth.epoch[leaf] or leaf in truth.taken_back:
            return
        if not truth.complete[leaf]:
            self._broken("I9", host, leaf, "believes it done, and it is not")
        elif epoch > truth.done_epoch[leaf] and not (truth.looked[leaf] or truth.by_person[leaf]):
            self._broken("I9", host, leaf, f"what was done in an earlier epoch counts in {epoch}")

    def obeys(self, host: int, member: Member, local_s: float, stopping: set[int]) -> None:
        """After each step a robot stops wherever it knows a person to be.

        Where a quorum knew, it is looked whether it still does: a gap between two visits counts.
        """
        for leaf in list(self._quorum_knew):
            self.census(leaf)
        for at, leaf in self._truth.motions:
            if at == host and leaf not in stopping and member.knows_person(leaf, local_s):
                self._broken("I6b", host, leaf, "goes on although it knows of a person")

    def census(self, leaf: int) -> None:
        """Look who knows of a person at a leaf; to be asked often while one is there."""
        if self.quorum_knows(leaf):
            self._quorum_knew.setdefault(leaf, self._now_s())
        else:
            self._quorum_knew.pop(leaf, None)
