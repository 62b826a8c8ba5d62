"""What a dialogue wants done: the executor, the claims and the person's port carry it out."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from cotree.team.mirror.questions import Question
from cotree.team.mirror.sightings import Sighting


class StopLeaf(msgspec.Struct, frozen=True, tag="stop"):
    """Stop a running leaf safely, keeping the claim and what the gripper holds: an interrupt."""

    leaf: str


class ResumeLeaf(msgspec.Struct, frozen=True, tag="resume"):
    """Go on with a stopped leaf, under the claim that was kept."""

    leaf: str


class CancelLeaf(msgspec.Struct, frozen=True, tag="cancel"):
    """Give a leaf up and release its claim; if it moves, stop it first."""

    leaf: str


class Suppress(msgspec.Struct, frozen=True, tag="suppress"):
    """Do not start this leaf: it is the person's."""

    leaf: str
    person: str


class Allow(msgspec.Struct, frozen=True, tag="allow"):
    """The leaf may be started again."""

    leaf: str


class AskPerson(msgspec.Struct, frozen=True, tag="ask"):
    """Put a question to its person, when it is its turn."""

    question: Question


class Retract(msgspec.Struct, frozen=True, tag="retract"):
    """The question needs no answer any more."""

    person: str
    question: str


class Tell(msgspec.Struct, frozen=True, tag="tell"):
    """A word for the person's mirror, and for every robot's: it was said, not seen."""

    word: Sighting


class Say(msgspec.Struct, frozen=True, tag="say"):
    """Say this to the person; no answer is needed."""

    person: str
    text: str


Effect: TypeAlias = (
    StopLeaf | ResumeLeaf | CancelLeaf | Suppress | Allow | AskPerson | Retract | Tell | Say
)
