"""What a record says of jobs, and of shared steps, in order."""

from __future__ import annotations

from typing import NamedTuple

from cotree.core.changes import JobChange, StepChange


class Learnt(NamedTuple):
    """What a robot learnt of a job, and when."""

    at_s: float
    robot: str
    change: JobChange


class Happened(NamedTuple):
    """What became of a shared step, and when."""

    at_s: float
    change: StepChange
