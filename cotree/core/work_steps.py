"""Work that people and robots share: steps, their order, and how long each member takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

STEP = "step"
"""The word of a leaf that is a step."""


class WorkStep(msgspec.Struct, frozen=True):
    """One step, done as a whole by one member of the team."""

    name: str
    takes: Mapping[str, float]
    """Seconds per member; who is missing cannot do it."""
    after: tuple[str, ...] = ()
    """Steps that must be done before it begins."""
    at: str = ""
    """Where it ends."""
    stays: float | None = None
    """Seconds at its end that are spent there; None: all of it."""
    kind: str = ""
    """Steps of one kind take a member about equally longer or shorter than was thought."""


class Believing(msgspec.Struct, frozen=True):
    """What a robot believes of people: in which form, and how finely."""

    form: Literal["robust", "paper"] = "robust"
    values: int = 6
    """Of ``paper``: how many values following can have."""


class WorkSteps(msgspec.Struct, frozen=True):
    """All steps, and how the team shares them."""

    all: tuple[WorkStep, ...] = ()
    alone_at: tuple[str, ...] = ()
    """Places where there is room for one member at a time."""
    hand_over: float = 0.0
    """Seconds that a robot takes to tell a person that a step is theirs."""
    correct: Mapping[str, float] = {}
    """Seconds that each robot takes to put right what a person did wrongly."""
    plan: Literal["joint", "paper"] = "joint"
    belief: Believing = Believing()
