"""The physical world: how far each leaf really is, who moves on it, and which person is at it."""

from __future__ import annotations

import msgspec

from cotree.team.ballots import ZERO, Ballot
from cotree.team.conflicts import Conflicts
from cotree.team.effects import Outcome
from cotree.team.progress import Progress


class Motion(msgspec.Struct):
    """A robot that executes a leaf."""

    host: int
    leaf: int
    token: Ballot
    since_s: float
    ends_s: float
    """When the leaf is done, if nobody stops it."""
    stops_s: float | None = None
    """When it stands still, once it was told to stop."""


class Truth:
    """What is the case, whatever anybody believes."""

    def __init__(self, conflicts: Conflicts, work_s: list[float]) -> None:
        leaves = len(conflicts.task)
        self.conflicts = conflicts
        self.task = conflicts.task
        self.work_s = work_s
        """How long each leaf takes."""
        self.worked_s = [0.0] * leaves
        self.touched_by: list[int] = [-1] * leaves
        """The last robot that began to work on it and did not finish; -1: nobody."""
        self.complete = [False] * leaves
        self.by_person = [False] * leaves
        self.motions: dict[tuple[int, int], Motion] = {}
        """By (host, leaf)."""
        self.people: dict[int, int] = {}
        """At each leaf, how many people."""
        self.tokens: list[Ballot] = [ZERO] * leaves
        self.progress = Progress(conflicts.task, self.complete.__getitem__)

    def begin(self, host: int, leaf: int, token: Ballot, now_s: float) -> Motion:
        """A robot starts to move."""
        left_s = max(0.0, self.work_s[leaf] - self.worked_s[leaf])
        motion = Motion(host, leaf, token, now_s, now_s + left_s)
        self.motions[host, leaf] = motion
        self.tokens[leaf] = max(token, self.tokens[leaf])
        if not self.complete[leaf]:
            self.touched_by[leaf] = host
        return motion

    def end(self, motion: Motion, now_s: float) -> bool:
        """It does not move any more; whether the leaf is done."""
        leaf = motion.leaf
        del self.motions[motion.host, leaf]
        self.worked_s[leaf] += now_s - motion.since_s
        if now_s >= motion.ends_s:
            self._complete(leaf, person=False)
            return True
        return self.complete[leaf]

    def done_by_person(self, leaf: int) -> None:
        """A person finishes a leaf."""
        self._complete(leaf, person=True)

    def _complete(self, leaf: int, *, person: bool) -> None:
        if not self.complete[leaf]:
            self.complete[leaf] = True
            self.by_person[leaf] = person
            self.touched_by[leaf] = -1
            self.progress.finished(leaf)

    def look(self, leaf: int) -> Outcome:
        """What perception would say."""
        if self.complete[leaf]:
            return Outcome.DONE
        return Outcome.PARTIAL if self.touched_by[leaf] >= 0 else Outcome.UNTOUCHED
