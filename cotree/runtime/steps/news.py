"""What can become of a shared step, in the words of the record, and who is at one."""

from __future__ import annotations

import msgspec

from cotree.core.changes import StepWord
from cotree.core.work_facts import How
from cotree.reallocation.lead_follow.belief.evidence import Evidence
from cotree.reallocation.lead_follow.collaboration.actions import Action
from cotree.reallocation.lead_follow.collaboration.table import Stage

GIVEN = (Stage.GIVEN, Stage.GIVEN_WRONG)
ASKEW = (Stage.MISPLACED, Stage.GIVEN_WRONG)
STAGES: dict[How, Stage] = {
    "right": Stage.PLACED,
    "wrong": Stage.MISPLACED,
    "returned": Stage.OPEN,
}


WORDS: dict[Action, StepWord] = {
    "H2": "gave",
    "H3": "returned",
    "H5": "took_back",
    "H6": "declined",
    "R2": "asked",
    "R3": "returned",
    "R5": "cancelled",
    "R6": "refused",
}
"""What is said of an action that is done; of the others it is said how the step was placed."""
OF_STAGE: dict[Stage, StepWord] = {
    Stage.PLACED: "placed",
    Stage.MISPLACED: "misplaced",
    Stage.OPEN: "returned",
}


class News(msgspec.Struct, frozen=True):
    """What became of a step."""

    step: str
    word: StepWord
    who: str
    to: str = ""
    text: str = ""


class Seen(msgspec.Struct, frozen=True):
    """What a person did, and what that says of her."""

    person: str
    evidence: Evidence
    at_s: float = 0.0


class At(msgspec.Struct, frozen=True):
    """Since when somebody is at something, and how long that should take."""

    since_s: float
    takes_s: float
    """As is written."""
    step: str = ""
    """What it places; empty: it only speaks, or returns something."""
