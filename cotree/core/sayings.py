"""What a person says of a piece of work, to everybody, and what a robot wants of her: facts.

``ann/says/task/food/cup`` has her newest word on that leaf; each robot hears it.  Answers to a
robot's question are no sayings; they go to the robot that asked.  ``pr2/wants/ann/task/food/cup``
says in words what pr2 would have her do, and is empty when it wants that no more.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

SAYS, WANTS = "/says/", "/wants/"
Word: TypeAlias = Literal["take", "give", "refuse", "done", "failed", "leave"]


class Saying(msgspec.Struct, frozen=True, array_like=True):
    """One word on one piece."""

    word: Word
    robot: str = ""
    """Of ``give``: to whom."""
    count: int = 0
    """Counts what she said, so that the same said again is a new word."""


_decoder = msgspec.json.Decoder(Saying)


def says(person: str, piece: str) -> str:
    """The fact in which a person tells what she says of a piece."""
    return f"{person}{SAYS}{piece}"


def told(saying: Saying) -> str:
    """The value of that fact."""
    return msgspec.json.encode(saying).decode()


def heard(fact: str, value: object) -> tuple[str, str, Saying] | None:
    """Who says what of which piece; None: it is another fact, or nothing that can be understood."""
    person, found, piece = fact.partition(SAYS)
    if not found or not piece or "/" in person or not isinstance(value, str):
        return None
    try:
        return person, piece, _decoder.decode(value)
    except msgspec.MsgspecError:
        return None


def wants(robot: str, person: str, piece: str) -> str:
    """The fact in which a robot tells what it would have a person do."""
    return f"{robot}{WANTS}{person}/{piece}"


def wanted(fact: str) -> tuple[str, str, str] | None:
    """Which robot wants which person to do which piece; None: it is another fact."""
    robot, found, rest = fact.partition(WANTS)
    person, slash, piece = rest.partition("/")
    if not found or not slash or not piece or "/" in robot:
        return None
    return robot, person, piece
