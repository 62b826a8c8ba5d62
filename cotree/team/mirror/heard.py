"""What a talk between a robot and a person can hear."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from cotree.core.actions import Keeps


class Stopped(msgspec.Struct, frozen=True):
    """The robot's leaf has come to a safe stop."""


class Posed(msgspec.Struct, frozen=True):
    """The person hears the question now."""


class Answered(msgspec.Struct, frozen=True):
    """The person answered the open question; None: not understood."""

    keeps: Keeps | None


class Again(msgspec.Struct, frozen=True):
    """The person is at it (still, or again)."""


class Withdrawn(msgspec.Struct, frozen=True):
    """The person's claim is cleared."""


class Finished(msgspec.Struct, frozen=True):
    """Whatever it was about is done."""


class Gone(msgspec.Struct, frozen=True):
    """The robot's leaf has ended by itself: it failed, or was cancelled by somebody else."""


class Passed(msgspec.Struct, frozen=True):
    """Time passes."""


class Resumed(msgspec.Struct, frozen=True):
    """The robot's leaf runs again."""


Input: TypeAlias = (
    Stopped | Posed | Answered | Again | Withdrawn | Finished | Gone | Passed | Resumed
)
