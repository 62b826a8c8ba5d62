"""The twelve actions of Table II, six of people and six of robots."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Action: TypeAlias = Literal[
    "H1", "H2", "H3", "H4", "H5", "H6", "R1", "R2", "R3", "R4", "R5", "R6"
]  # fmt: skip

PERSONS: dict[Action, str] = {
    "H1": "does a step of their own choice",
    "H2": "gives a step to a robot",
    "H3": "takes back what they placed",
    "H4": "does what a robot assigned to them",
    "H5": "takes back what they gave to a robot",
    "H6": "refuses what a robot assigned to them",
}
ROBOTS: dict[Action, str] = {
    "R1": "does a step of its own choice",
    "R2": "assigns a step to a person",
    "R3": "takes back what was placed wrongly",
    "R4": "does what a person gave it",
    "R5": "cancels what it assigned to a person",
    "R6": "refuses what a person gave it",
}


class Act(msgspec.Struct, frozen=True):
    """One action of one agent on one subtask."""

    agent: str
    action: Action
    subtask: str
    right: bool = True
    """Of H1 and H2: whether it is the right thing; robots are always right."""
    to: str = ""
    """Of H2 and R2: whom it is for."""

    @property
    def places(self) -> bool:
        """Whether a block is placed."""
        return self.action in ("H1", "H4", "R1", "R4")
