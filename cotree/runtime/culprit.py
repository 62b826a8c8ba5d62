"""Which behaviour a thread is in, read from its stack."""

from __future__ import annotations

import traceback
from types import FrameType

from cotree.core.reasons import Reason

TICK = "tick"
"""The engine's function that every tick begins with."""


def culprit(frame: FrameType | None) -> str:
    """The path of the innermost behaviour that a stack is in, or an empty string."""
    while frame is not None:
        for name in ("self", "node", "leaf"):
            path = getattr(frame.f_locals.get(name), "path", None)
            if isinstance(path, str):
                return path
        frame = frame.f_back
    return ""


def origin(error: BaseException) -> str:
    """The path of the behaviour that an error came from, or an empty string."""
    place, frame = error.__traceback__, None
    while place is not None:
        frame, place = place.tb_frame, place.tb_next
    return culprit(frame)


def reason_for(error: BaseException) -> Reason:
    """An error as a reason, with the behaviour that it came from."""
    return Reason("error", f"{type(error).__name__}: {error}", path=origin(error))


def inward(frame: FrameType | None) -> traceback.StackSummary:
    """The part of a stack that begins with the tick, or all of it when it is in none."""
    stack = traceback.extract_stack(frame) if frame is not None else traceback.StackSummary()
    first = next((i for i, each in enumerate(stack) if each.name == TICK), 0)
    return traceback.StackSummary.from_list(stack[first:])
