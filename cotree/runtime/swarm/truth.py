"""The physical world: how far each leaf really is, who moves on it, and which person is at it.

It knows of epochs, too: in which one a leaf was executed last, and which were decided or heard of.
"""

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
    epoch: int
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
        self.mixed = [False] * leaves
        """Whether a person ever did it: then the branches of an ``or`` may be entered one after
        the other."""
        self.motions: dict[tuple[int, int], Motion] = {}
        """By (host, leaf)."""
        self.people: dict[int, int] = {}
        """At each leaf, how many people."""
        self.tokens: list[Ballot] = [ZERO] * leaves
        self.done_epoch = [0] * leaves
        """Of what is complete: in which epoch it was begun."""
        self.epoch = [0] * leaves
        """The newest that is decided."""
        self.rumoured = [0] * leaves
        """The newest that anybody has stored; a decision that was cut off may be known to some."""
        self.looked = [False] * leaves
        """Whether somebody saw that it is complete, since it is."""
        self.taken_back: dict[int, None] = {}
        """Leaves that an operator has taken apart, and that the team is still to hear of."""
        self.inside: dict[int, dict[int, None]] = {}
        """In each thing, the robots that are there."""
        self.progress = Progress(conflicts.task, self.complete.__getitem__)

    def begin(self, host: int, leaf: int, token: Ballot, now_s: float, epoch: int = 0) -> Motion:
        """A robot starts to move."""
        if self.complete[leaf] and epoch > self.done_epoch[leaf]:
            self._reopen(leaf)
        left_s = max(0.0, self.work_s[leaf] - self.worked_s[leaf])
        motion = Motion(host, leaf, token, now_s, epoch, now_s + left_s)
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
            self._complete(leaf, motion.epoch, person=False)
            return True
        return self.complete[leaf] and self.done_epoch[leaf] >= motion.epoch

    def done_by_person(self, leaf: int) -> None:
        """A person finishes a leaf."""
        self._complete(leaf, self.epoch[leaf], person=True)

    def _complete(self, leaf: int, epoch: int, *, person: bool) -> None:
        if not self.complete[leaf]:
            self.complete[leaf] = True
            self.done_epoch[leaf] = epoch
            self.looked[leaf] = False
            self.by_person[leaf] = person
            self.mixed[leaf] = self.mixed[leaf] or person
            self.touched_by[leaf] = -1
            self.progress.finished(leaf)
        elif epoch > self.done_epoch[leaf]:  # by who did it once more, at the same time
            self.done_epoch[leaf] = epoch

    def _reopen(self, leaf: int) -> None:
        self.complete[leaf] = self.by_person[leaf] = False
        self.worked_s[leaf] = 0.0
        self.touched_by[leaf] = -1
        self.progress.rebuild()

    # -- what operators do ---------------------------------------------------------------------

    def take_back(self, leaf: int) -> None:
        """An operator takes a leaf apart, if it is complete; the team will hear of it."""
        self.taken_back[leaf] = None
        if self.complete[leaf]:
            self._reopen(leaf)

    def decided(self, leaf: int, epoch: int) -> None:
        """The team knows that a new epoch of a leaf has begun."""
        self.taken_back.pop(leaf, None)
        self.epoch[leaf] = max(self.epoch[leaf], epoch)
        # A team that lost all its disks counts epochs anew; what is complete is older all the same.
        self.done_epoch[leaf] = min(self.done_epoch[leaf], epoch - 1)

    # -- things --------------------------------------------------------------------------------

    def enter(self, host: int, thing: int) -> None:
        """A robot uses a thing from now on."""
        self.inside.setdefault(thing, {})[host] = None

    def leave(self, host: int, thing: int) -> None:
        """A robot is out of it."""
        self.inside.get(thing, {}).pop(host, None)

    def others_in(self, thing: int, host: int) -> list[int]:
        """Who else is there."""
        return [other for other in self.inside.get(thing, {}) if other != host]

    # -- looking -------------------------------------------------------------------------------

    def look(self, leaf: int, host: int = -1) -> Outcome:
        """What perception would say."""
        if self.task.is_thing(leaf):
            return Outcome.PARTIAL if self.others_in(leaf, host) else Outcome.UNTOUCHED
        if self.complete[leaf]:
            self.looked[leaf] = True
            return Outcome.DONE
        return Outcome.PARTIAL if self.touched_by[leaf] >= 0 else Outcome.UNTOUCHED
