"""What a reaction may wish for: that work is shared out anew, for this robot or by the team.

A wish lies on the desk until the next tick.  Whoever plans answers it then, or in a later tick;
an answer to a wish that was withdrawn is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from cotree.core.reasons import Reason

Who: TypeAlias = Literal["me", "team", "cheaper"]


class Wish(msgspec.Struct, frozen=True):
    """Share work out anew."""

    id: str
    """Never used again."""
    who: Who
    """``me``: decide anew for this robot alone.  ``team``: others shall do its work.

    ``cheaper``: whichever of both costs less; where nothing is counted, the same as ``me``."""
    path: str
    """The node that wishes."""
    at_s: float


class Reallocated(msgspec.Struct, frozen=True, tag="reallocated"):
    """The answer of a planner that thinks beside the tick; an event, so that a record has it."""

    wish: str
    reason: Reason | None = None
    """Why there is no other plan; None: there is one."""
    plan: Mapping[str, Any] = {}
    """The plan, in the planner's own words."""
