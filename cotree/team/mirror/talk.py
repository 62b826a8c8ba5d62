"""One conflict between a running leaf and a person, from the stop to its end, as a pure step.

    RUNNING -> STOPPING -> WAITING -> ASKING -> RESUMING or CONCEDED

RUNNING is having no talk.  WAITING is ASKING while somebody else's question is open.  Every row of
table C.3 is one branch below; in doubt the person keeps the leaf.
"""

from __future__ import annotations

import enum
from typing import TypeAlias

import msgspec

from cotree.core.actions import Keeps
from cotree.team.mirror import wording
from cotree.team.mirror.effects import (
    AskPerson,
    CancelLeaf,
    Effect,
    ResumeLeaf,
    Retract,
    Say,
    StopLeaf,
    Suppress,
    Tell,
)
from cotree.team.mirror.heard import (
    Again,
    Answered,
    Finished,
    Gone,
    Input,
    Passed,
    Posed,
    Resumed,
    Stopped,
    Withdrawn,
)
from cotree.team.mirror.questions import Question
from cotree.team.mirror.sightings import Sighting, Stage

ANSWER_S = 10.0
"""So long an answer is waited for."""
TURN_S = 60.0
"""So long a robot stands stopped until it may ask."""
TRIES = 2
"""So often an answer may be unclear."""


class Phase(str, enum.Enum):
    """Where a talk stands."""

    STOPPING = "stopping"
    WAITING = "waiting"
    ASKING = "asking"
    RESUMING = "resuming"
    CONCEDED = "conceded"


class Talk(msgspec.Struct, frozen=True):
    """One talk of one robot with one person."""

    robot: str
    person: str
    leaf: str
    """The robot's leaf."""
    theirs: str
    """The person's: the same, or one in a rival branch of an ``or``."""
    phase: Phase
    since_s: float
    """When the phase began."""
    serial: str
    """Of this talk, so that no two questions of its robot share an id."""
    asked: int = 0
    """How often it was asked."""
    unclear: int = 0
    """How often the answer was not understood."""
    over: bool = False
    """While STOPPING: the person has withdrawn already."""

    @property
    def question(self) -> str:
        """The id of the question that is open, or next."""
        return f"{self.robot}.{self.serial}.{self.asked}"


Step: TypeAlias = "tuple[Talk | None, list[Effect]]"


def begin(robot: str, leaf: str, word: Sighting, serial: str, now_s: float) -> Step:
    """A person turns to what this robot is doing: stop first, ask then."""
    talk = Talk(robot, word.person, leaf, word.leaf, Phase.STOPPING, now_s, serial)
    return talk, [StopLeaf(leaf)]


def step(talk: Talk, heard: Input, now_s: float) -> Step:
    """The talk after this input (None: it is over), and what is to be done."""
    if isinstance(heard, Gone):
        return None, _retract(talk)
    match talk.phase:
        case Phase.CONCEDED:
            return _after_conceding(talk, heard)
        case _ if isinstance(heard, Finished):
            return None, [*_retract(talk), CancelLeaf(talk.leaf)]
        case Phase.STOPPING:
            return _while_stopping(talk, heard, now_s)
        case Phase.WAITING:
            return _while_waiting(talk, heard, now_s)
        case Phase.ASKING:
            return _while_asking(talk, heard, now_s)
        case Phase.RESUMING:
            return _while_resuming(talk, heard, now_s)


def _while_stopping(talk: Talk, heard: Input, now_s: float) -> Step:
    match heard:
        case Withdrawn():
            return msgspec.structs.replace(talk, over=True), []
        case Again():
            return msgspec.structs.replace(talk, over=False), []
        case Stopped() if talk.over:
            return _resume(talk, now_s, [])
        case Stopped():
            return _ask(talk, now_s)
    return talk, []


def _while_waiting(talk: Talk, heard: Input, now_s: float) -> Step:
    match heard:
        case Withdrawn():
            return _resume(talk, now_s, _retract(talk))
        case Posed():
            return _to(talk, Phase.ASKING, now_s), []
        case Passed() if now_s - talk.since_s >= TURN_S:
            return _concede(talk, now_s, _retract(talk))
    return talk, []


def _while_asking(talk: Talk, heard: Input, now_s: float) -> Step:
    match heard:
        case Answered(Keeps.HUMAN):
            kept = Tell(_word(talk, Stage.REACHING, now_s))
            return _concede(talk, now_s, [kept])
        case Answered(Keeps.ROBOT):
            given = Tell(_word(talk, Stage.CLEARED, now_s, "conceded"))
            thanks = Say(talk.person, wording.thanks(talk.leaf))
            return _resume(talk, now_s, [given, thanks])
        case Answered(None) if talk.unclear + 1 < TRIES:
            again = msgspec.structs.replace(talk, unclear=talk.unclear + 1)
            return _ask(again, now_s)
        case Answered(None):
            return _concede(talk, now_s, [])
        case Passed() if now_s - talk.since_s >= ANSWER_S:
            return _concede(talk, now_s, _retract(talk))
        case Withdrawn():
            return _resume(talk, now_s, _retract(talk))
    return talk, []


def _while_resuming(talk: Talk, heard: Input, now_s: float) -> Step:
    match heard:
        case Resumed():
            return None, []
        case Again():
            again = msgspec.structs.replace(talk, unclear=0, over=False)
            return _to(again, Phase.STOPPING, now_s), [StopLeaf(talk.leaf)]
    return talk, []


def _ask(talk: Talk, now_s: float) -> Step:
    asking = msgspec.structs.replace(talk, phase=Phase.WAITING, since_s=now_s, asked=talk.asked + 1)
    text = (wording.unclear if talk.unclear else wording.question)(talk.leaf, talk.theirs)
    question = Question(asking.question, talk.robot, talk.person, talk.theirs, text, now_s)
    return asking, [AskPerson(question)]


def _concede(talk: Talk, now_s: float, first: list[Effect]) -> Step:
    """The person keeps it: give it up and stay away until they are done or let go."""
    yours = Say(talk.person, wording.yours(talk.theirs))
    effects = [*first, CancelLeaf(talk.leaf), Suppress(talk.leaf, talk.person), yours]
    return _to(talk, Phase.CONCEDED, now_s), effects


def _resume(talk: Talk, now_s: float, first: list[Effect]) -> Step:
    return _to(talk, Phase.RESUMING, now_s), [*first, ResumeLeaf(talk.leaf)]


def _after_conceding(talk: Talk, heard: Input) -> Step:
    match heard:
        case Finished():
            return None, []
        case Withdrawn():
            return None, [Say(talk.person, wording.free(talk.theirs))]
    return talk, []


def _retract(talk: Talk) -> list[Effect]:
    if talk.phase in (Phase.WAITING, Phase.ASKING):
        return [Retract(talk.person, talk.question)]
    return []


def _to(talk: Talk, phase: Phase, now_s: float) -> Talk:
    return msgspec.structs.replace(talk, phase=phase, since_s=now_s)


def _word(talk: Talk, stage: Stage, now_s: float, why: str = "") -> Sighting:
    return Sighting(
        talk.person,
        talk.theirs,
        stage,
        1.0,
        now_s,
        talk.robot,
        now_s,
        why=why,
        spoken=True,
        stamp_s=now_s,
    )
