"""Whether what a leaf answered is an answer to the question."""

from __future__ import annotations

import math
from typing import Any, TypeGuard

from cotree.core.reasons import Reason
from cotree.core.resources import Need


def are_needs(answer: Any) -> TypeGuard[tuple[Need, ...]]:
    """A tuple of needs, perhaps empty."""
    if not isinstance(answer, tuple):
        return False
    return all(isinstance(need, Need) for need in answer)


def wrong_needs(answer: Any) -> str | None:
    """What is wrong with an answer to ``needs``."""
    return None if are_needs(answer) else f"returned {answer!r}, not a tuple of needs"


def wrong_readiness(answer: Any) -> str | None:
    """What is wrong with an answer to ``ready``."""
    if answer is None or isinstance(answer, Reason):
        return None
    return f"returned {answer!r}, neither a reason to wait nor None"


def wrong_potential(answer: Any) -> str | None:
    """What is wrong with an answer to ``potential``."""
    if isinstance(answer, (float, int)) and not math.isnan(answer):
        return None
    return f"returned {answer!r}, not a number"
