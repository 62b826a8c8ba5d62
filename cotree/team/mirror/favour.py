"""What one robot wants of people about one leaf: whom it asks, and where that stands."""

from __future__ import annotations

import enum

import msgspec

from cotree.team.mirror import wording
from cotree.team.mirror.effects import Effect, Retract
from cotree.team.mirror.questions import Question
from cotree.team.mirror.sightings import IDLE_S
from cotree.team.mirror.talk import ANSWER_S, TURN_S


class Wish(str, enum.Enum):
    """What a robot wants to hear."""

    HELP = "help"
    """That the person does it, because no robot can."""
    NEWS = "news"
    """Whether it is done, because nobody can see that."""


class Phase(str, enum.Enum):
    """Where a favour stands."""

    WAITING = "waiting"
    ASKING = "asking"
    PROMISED = "promised"


class Favour(msgspec.Struct, frozen=True):
    """What one robot wants of people about one leaf."""

    leaf: str
    wish: Wish
    person: str
    others: tuple[str, ...]
    """Who is asked after this person."""
    phase: Phase
    since_s: float
    """When the phase began; once it is promised, when the person last did something for it."""
    unseen: bool = False
    """Nobody can see whether it is done."""
    question: Question | None = None
    tries: int = 0
    """How often this person was asked the same."""
    still: int = 0
    """How often the person said that it is not done yet."""

    def is_over(self, now_s: float) -> bool:
        """Whether it has been waited for long enough."""
        waited_s = now_s - self.since_s
        match self.phase:
            case Phase.WAITING:
                return waited_s >= TURN_S
            case Phase.ASKING:
                return waited_s >= ANSWER_S
            case Phase.PROMISED:
                return waited_s > IDLE_S


def text_of(favour: Favour) -> str:
    """The question, as the person hears it."""
    if favour.wish is Wish.HELP:
        text = wording.favour(favour.leaf)
    elif favour.unseen:
        text = wording.doubt(favour.leaf)
    else:
        text = wording.news(favour.leaf)
    return wording.again(text) if favour.tries else text


def retract_of(favour: Favour) -> list[Effect]:
    """Take back the question, if one is open."""
    if favour.question is None or favour.phase is Phase.PROMISED:
        return []
    return [Retract(favour.person, favour.question.id)]
