"""What the leaves of a job have in common: the part that acts is found by matching, not by type."""

from __future__ import annotations

from typing import ClassVar, Protocol

from py_trees.common import Status

from cotree.behaviours.crewed import JOBS
from cotree.behaviours.leaf import ActionLeaf
from cotree.core.belief import View
from cotree.core.reasons import Reason
from cotree.core.resources import Need

HEARD_S = 1.0
"""What is told comes back sooner than this."""


class OfJob(Protocol):
    """The parameters of every such leaf."""

    @property
    def job(self) -> str:
        """The name of the job."""


class Acting(ActionLeaf):
    """One action of a job; only the robot whose part acts is ready for it."""

    params: OfJob
    verb: ClassVar[str]
    """What is asked of a part: ``grasp``."""
    assigned = True
    if_unsure = "redo"
    goal_lasts = True
    """What is reached of a job is a fact of the team; when the team changes it is taken back."""

    def about(self) -> str:
        """The object, or the robot, that the action is about."""
        raise NotImplementedError

    def part(self, view: View) -> str | Reason:
        """This robot's part that acts, or why none of it does."""
        view.read.add(JOBS)
        return self.desk.crew.part(self.params.job, self.verb, self.about())

    def stack(self, view: View) -> tuple[str, ...] | None:
        """The assembly that does the job, lowest first; None: nobody knows yet."""
        view.read.add(JOBS)
        return self.desk.crew.stack(self.params.job)

    def settled(self, view: View) -> bool:
        """Whether the object stands where the job wants it."""
        view.read.add(JOBS)
        view.object(self.about())
        return self.desk.crew.settled(self.params.job, self.about())

    def need(self, part: str) -> Need:
        """What is needed of the part that acts."""
        return Need(part)

    def hindered(self, view: View) -> Reason | None:
        """Why the robot whose part acts may not begin yet, or None."""
        return None

    def needs(self, view: View) -> tuple[Need, ...]:
        """The part that acts."""
        part = self.part(view)
        return (self.need(part),) if isinstance(part, str) else ()

    def ready(self, view: View) -> Reason | None:
        """The part is this robot's, and nothing hinders it."""
        part = self.part(view)
        return part if isinstance(part, Reason) else self.hindered(view)

    def acts(self, view: View) -> bool:
        """Whether it is this robot's part that acts."""
        return isinstance(self.part(view), str)

    @property
    def acting(self) -> str:
        """The part that was granted."""
        return self.granted[0][1]


class Telling(Acting):
    """One that, when it is done, tells the team a fact; its goal is what that fact says.

    What it has told holds for itself at once, though it comes back only a moment later.
    """

    def __init__(self, name: str, params: OfJob) -> None:
        super().__init__(name, params)
        self._told_s: float | None = None

    def news(self) -> tuple[str, str]:
        """The name of the fact, and what it is from now on."""
        raise NotImplementedError

    def just_told(self, view: View) -> bool:
        """Whether it has told it so shortly before that nobody can have heard it."""
        return self._told_s is not None and view.belief.now_s - self._told_s <= HEARD_S

    def initialise(self) -> None:
        """Begin the action; nothing is told yet."""
        self._told_s = None
        super().initialise()

    def update(self) -> Status:
        """Wait for the end, and tell."""
        status = super().update()
        if status is Status.SUCCESS:
            self._told_s = self.desk.now_s
            self.desk.tell(*self.news())
        return status
