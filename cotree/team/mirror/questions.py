"""What a robot asks a person and what the person answers: always who keeps the task.

The paper asks "do you prefer to continue?", the laboratory "should I grab it?": the same yes means
opposite things.  So a bare yes is never sent.  Where words are heard, the question that was asked
says what they mean, and what travels is ``keeps: human`` or ``keeps: robot`` (spec C.3, choice 14).
"""

from __future__ import annotations

import re

import msgspec

from cotree.core.actions import Keeps


class Question(msgspec.Struct, frozen=True):
    """One question to one person; its id is never used again."""

    id: str
    robot: str
    person: str
    leaf: str
    """The person's leaf that it is about."""
    text: str
    since_s: float
    """Since when the robot waits with it; the longest waiting is asked first."""
    yes: Keeps = Keeps.HUMAN
    """What a bare yes to this text means."""
    about_done: bool = False
    """It asks whether the leaf is done; a yes means done."""
    helps: bool = False
    """It asks whether the person does what no robot can."""


class Answer(msgspec.Struct, frozen=True):
    """What was answered to which question; None: it was not understood."""

    question: str
    keeps: Keeps | None
    done: bool | None = None
    """To a question that asked whether the leaf is done; None: not understood."""


AGREES = frozenset(("yes", "yeah", "yep", "sure", "ok", "okay"))
REFUSES = frozenset(("no", "nope", "nah", "not", "don't", "never"))
MINE = ("i do", "i will", "i'll", "mine", "let me", "i keep", "i continue", "i'm")
YOURS = ("you do", "you take", "yours", "go ahead", "you keep", "you continue", "your turn")


def understand(words: str, yes: Keeps) -> Keeps | None:
    """Who keeps the leaf by these words, given what a yes means; None when that is not clear.

    Words that name who does it count as they are; a yes or a no counts by the question.
    """
    said = " ".join(re.findall(r"[a-z']+", words.lower().replace("\u2019", "'")[:200]))
    tokens = set(said.split())
    named = {Keeps.HUMAN} if _any(MINE, said) else set()
    named |= {Keeps.ROBOT} if _any(YOURS, said) else set()
    if tokens & AGREES:
        named.add(yes)
    if tokens & REFUSES:
        named.add(Keeps.ROBOT if yes is Keeps.HUMAN else Keeps.HUMAN)
    return named.pop() if len(named) == 1 else None


def understand_done(words: str) -> bool | None:
    """Whether the leaf is done by these words; None when that is not clear."""
    keeps = understand(words, yes=Keeps.HUMAN)
    return None if keeps is None else keeps is Keeps.HUMAN


def _any(phrases: tuple[str, ...], said: str) -> bool:
    return any(f" {phrase} " in f" {said} " for phrase in phrases)
