"""What a person at a keyboard says: ``take cup``, ``done``, ``yes``, ``no``, ``leave``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from cotree.core.words import did_you_mean
from cotree.team.mirror.questions import Answer, Question, understand, understand_done


class Take(msgspec.Struct, frozen=True):
    """Reach for the object of this leaf and bring it to its goal."""

    leaf: str


class PutDown(msgspec.Struct, frozen=True):
    """Let go at the goal."""


class Leave(msgspec.Struct, frozen=True):
    """Give up what the hand is at."""


Wish: TypeAlias = Take | PutDown | Leave | Answer

TAKE = ("take", "get", "grab", "reach for")
PUT_DOWN = ("done", "finished", "put down")
LEAVE = ("leave", "stop", "let go")
HELP = ("help", "?")
MOST = 200
"""A longer line is cut."""
CAN_SAY = "say: take OBJECT, done, leave, or yes or no when you are asked"


class Moment(msgspec.Struct, frozen=True):
    """What a line is said about."""

    leaves: Mapping[str, str]
    """By object: the leaf that it is for; only what can still be taken."""
    question: Question | None = None
    busy: bool = False
    """Whether the hand is at something."""


def understand_line(line: str, moment: Moment) -> Wish | str:
    """What is wished, or one line that says what could be said instead."""
    words = " ".join(line.lower()[:MOST].split())
    if not words or words in HELP:
        return CAN_SAY
    if words in PUT_DOWN and not (moment.question is not None and moment.question.about_done):
        return PutDown() if moment.busy else f"your hand is empty; {CAN_SAY}"
    if words in LEAVE:
        return Leave() if moment.busy else f"there is nothing to leave; {CAN_SAY}"
    for verb in TAKE:
        if words == verb or words.startswith(f"{verb} "):
            return _take(words[len(verb) :].strip(), moment)
    return _reply(words, moment.question)


def _take(what: str, moment: Moment) -> Wish | str:
    known = {name.lower(): leaf for name, leaf in moment.leaves.items()}
    name = what.removeprefix("the ")
    if moment.busy:
        return "your hand is at something; say done or leave first"
    if name in known:
        return Take(known[name])
    there = ", ".join(sorted(known)) or "nothing any more"
    if not name:
        return f"take what? there is: {there}"
    return f"nothing to take is called '{name}'{did_you_mean(name, known)}"


def _reply(words: str, question: Question | None) -> Wish | str:
    if question is None:
        return f"nobody asks anything, and '{words}' is no order; {CAN_SAY}"
    if question.about_done:
        done = words in PUT_DOWN or understand_done(words)
        if done is None:
            return f"'{words}' is no clear answer to \"{question.text}\"; say yes or no"
        return Answer(question.id, None, done)
    keeps = understand(words, question.yes)
    if keeps is None:
        return f"'{words}' is no clear answer to \"{question.text}\"; say yes or no"
    return Answer(question.id, keeps)
