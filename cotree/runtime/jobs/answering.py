"""What leaves ask about the jobs of one robot: which part acts, who stands on whom, what is done.

An answer holds until ``renew``; nothing is worked out twice in between.
"""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.reasons import Reason
from cotree.runtime.jobs.duty import Duty
from cotree.runtime.jobs.owning import Owning
from cotree.runtime.jobs.watching import Watching
from cotree.trees.engine import Engine

ELSEWHERE = "planned"
"""The code of a reason: the part of another robot acts."""
UNDECIDED = "matching"
"""The code of a reason: this robot has no part in a job, or not yet."""


class Answering:
    """The crew that leaves speak to."""

    def __init__(
        self, duties: Mapping[str, Duty], owning: Owning, watching: Watching, engine: Engine
    ) -> None:
        self._duties = duties
        self._owning = owning
        self._watching = watching
        self._engine = engine
        self._answers: dict[tuple[str, str, str], str | Reason] = {}
        self._waits = False
        self._missed = False
        """Whether a step was asked about too early."""

    def wait(self) -> None:
        """Answer nothing until ``go_on``."""
        self._waits = True

    def go_on(self) -> bool:
        """Answer again; whether somebody asked in between."""
        missed, self._waits, self._missed = self._missed, False, False
        return missed

    def renew(self) -> None:
        """Things stand in another way now."""
        self._answers = {}

    def part(self, job: str, action: str, object_: str) -> str | Reason:
        """The resource of this robot that acts; or why it is not this robot's, or not yet."""
        key = (job, action, object_)
        if self._waits:
            self._missed = True
            return Reason(UNDECIDED, "it is looked at in a moment")
        if key not in self._answers:
            self._answers[key] = self._part(*key)
        return self._answers[key]

    def stack(self, job: str) -> tuple[str, ...] | None:
        """The assembly that does the job, lowest first; empty: no assembly; None: not known yet."""
        duty = self._duties.get(job)
        return None if duty is None or duty.team is None else duty.team.stack

    def settled(self, job: str, object_: str) -> bool:
        """Whether an object stands where the job wants it, so that nothing is to be done for it."""
        duty = self._duties.get(job)
        self._missed = self._missed or self._waits
        return duty is not None and not self._waits and duty.known.settled(object_)

    def outside(self, duty: Duty) -> Reason | None:
        """Why this robot is not one of those who do a job; None: it is."""
        if duty.refusal is not None:
            return duty.refusal
        return None if duty.team is not None else Reason(UNDECIDED, self._owning.why(duty))

    def _part(self, job: str, action: str, object_: str) -> str | Reason:
        duty = self._duties.get(job)
        if duty is None:
            return Reason("no_job", f"the mission has no job '{job}'")
        why = self.outside(duty)
        if why is not None or duty.team is None:
            return why or Reason(UNDECIDED, self._owning.why(duty))
        found = self._watching.acting(duty, self._engine.desk.belief).part(action, object_)
        if isinstance(found, Reason):
            return found
        robot, _, part = found.partition("/")
        mine = robot == self._engine.desk.robot
        return part if mine else Reason(ELSEWHERE, f"{found} does it")
