"""Who of a team acts with what, where a job is done by whoever has the parts for it."""

from __future__ import annotations

from typing import Protocol

from cotree.core.belief import Key
from cotree.core.reasons import Reason

JOBS: Key = ("jobs", "")
"""Read by everybody who asks about a job: what is answered may be different from now on."""


class Crewed(Protocol):
    """What the leaves of a job ask: which part acts, and who stands on whom."""

    def part(self, job: str, action: str, object_: str) -> str | Reason:
        """The resource of this robot that acts; or why it is not this robot's, or not yet."""

    def stack(self, job: str) -> tuple[str, ...] | None:
        """The assembly that does the job, lowest first; empty: no assembly; None: not known yet."""

    def settled(self, job: str, object_: str) -> bool:
        """Whether an object stands where the job wants it, so that nothing is to be done for it."""


class Nobody:
    """Where jobs are given to nobody: nothing is decided, and nobody acts."""

    def part(self, job: str, action: str, object_: str) -> str | Reason:
        """Nobody acts."""
        return Reason("no_crew", f"nobody decides who does {job}")

    def stack(self, job: str) -> tuple[str, ...] | None:
        """Never known."""
        return None

    def settled(self, job: str, object_: str) -> bool:
        """Never known."""
        return False
