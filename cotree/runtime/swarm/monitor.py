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

    def __init__(self, truth: Truth, now_s: Callable[[], float]) -> None:
        self.violations: list[Violation] = []
        self._truth = truth
        self._now_s = now_s
        self._quorum_knew: dict[int, float] = {}
        self.quorum_knows: Callable[[int], bool] = lambda leaf: False
        """Whether a quorum of voters knows of a person at a leaf now."""

    def _broken(self, rule: str, host: int, leaf: int, what: str) -> None:
        self.violations.append(Violation(rule, self._now_s(), host, leaf, what))

    # -- a start -------------------------------------------------------------------------------

    def begins(
        self, host: int, leaf: int, token: Ballot, *, verified: bool, knew: tuple[bool, bool]
    ) -> None:
        """A robot is about to move on a leaf; ``knew`` of a person there, and that it is done."""
        truth = self._truth
        for other in truth.motions.values():
            self._with_other(host, leaf, other.leaf, other.host)
        self._branches(host, leaf)
        for branch in self._order(leaf):
            self._broken("I4", host, leaf, f"before {branch}, which is not done")
        if truth.complete[leaf] and (not truth.by_person[leaf] or knew[1]):
            self._broken("I5", host, leaf, "is done already")
        if knew[0]:
            self._broken("I6a", host, leaf, "started where it knew a person to be")
        self.census(leaf)
        known_s = self._quorum_knew.get(leaf)
        if known_s is not None and self._now_s() - known_s > KNOWN_S:
            self._broken("I6c", host, leaf, "started although a quorum knew of a person")
        if truth.touched_by[leaf] >= 0 and not verified:
            self._broken("I7", host, leaf, "was touched before, and nobody has looked")
        if token <= truth.tokens[leaf]:
            self._broken("I8", host, leaf, f"token {token} after {truth.tokens[leaf]}")

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
            if any(truth.by_person[other] for other in leaves):
                continue
            for branch in range(len(node.children)):
                others = truth.task.branch(node, branch)
                if branch != own and any(truth.complete[other] for other in others):
                    self._broken("I2b", host, leaf, f"branch {branch} is chosen already")

    def _order(self, leaf: int) -> list[int]:
        """Children of a ``then`` that should be complete and are not."""
        truth = self._truth
        found = []
        for node, index in truth.task.above(leaf):
            if node.kind == "then":
                found += [i for i in node.children[:index] if not truth.progress.is_complete(i)]
        return found

    # -- knowledge -----------------------------------------------------------------------------

    def stored(self, host: int, records: tuple[Durable, ...]) -> None:
        """Nobody believes that something is done which is not."""
        for record in records:
            fact = record.value
            if isinstance(fact, Fact) and fact.done and not self._truth.complete[fact.leaf]:
                self._broken("I9", host, fact.leaf, "believes it done, and it is not")

    def obeys(self, host: int, member: Member, local_s: float, stopping: set[int]) -> None:
        """After each step a robot stops wherever it knows a person to be."""
        for at, leaf in self._truth.motions:
            if at == host and leaf not in stopping and member.knows_person(leaf, local_s):
                self._broken("I6b", host, leaf, "goes on although it knows of a person")

    def census(self, leaf: int) -> None:
        """Look who knows of a person at a leaf; to be asked often while one is there."""
        if self.quorum_knows(leaf):
            self._quorum_knew.setdefault(leaf, self._now_s())
        else:
            self._quorum_knew.pop(leaf, None)
