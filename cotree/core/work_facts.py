"""What is told of shared steps: names of facts, and how their values are written and read.

A step that was placed says ``W1.1/placed = right ann``; what lies there, or was handed over, is
seen under ``W1.1/looks``; ``W1.1/turn`` says that what the task has before it is done.  A robot
says what it ``does``, what it ``refuses``, what it ``believes`` of a person, what it has ``learnt``
of how long things take, and how the steps are ``shared`` out.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

PLACED, LOOKS, DOES, REFUSES = "/placed", "/looks", "/does", "/refuses/"
TURN = "/turn"
SHARED, BELIEVES, LEARNT = "/shared", "/believes/", "/learnt"
WRONG = "wrong"
"""What a step looks like that was done wrongly."""
How: TypeAlias = Literal["right", "wrong", "returned"]
HOWS: dict[str, How] = {"right": "right", "wrong": "wrong", "returned": "returned"}


class Does(msgspec.Struct, frozen=True, array_like=True):
    """What a robot is at."""

    action: Literal["R1", "R2", "R3", "R4", "R6"]
    step: str
    takes_s: float
    """As it expects."""
    to: str = ""
    """Of R2: the person who is told."""
    serial: int = 0
    """Counts what it begins, so that the same again is a new value."""


_decoder = msgspec.json.Decoder(Does)


def placed(step: str) -> str:
    """The fact that says how a step was placed, and by whom."""
    return f"{step}{PLACED}"


def looks(step: str) -> str:
    """The fact that says whether what lies there, or was handed over for it, is right."""
    return f"{step}{LOOKS}"


def turn(step: str) -> str:
    """The fact that says that what the task has before a step is done."""
    return f"{step}{TURN}"


def does(robot: str) -> str:
    """The fact in which a robot says what it is at."""
    return f"{robot}{DOES}"


def refuses(robot: str, step: str) -> str:
    """The fact in which a robot says that it does not do what a person gave it."""
    return f"{robot}{REFUSES}{step}"


def believes(robot: str, person: str) -> str:
    """The fact in which a robot says what it thinks of a person."""
    return f"{robot}{BELIEVES}{person}"


def shared(robot: str) -> str:
    """The fact in which a robot says how the steps are shared out."""
    return f"{robot}{SHARED}"


def learnt(robot: str) -> str:
    """The fact in which a robot says how long everybody takes, as it has learnt."""
    return f"{robot}{LEARNT}"


def at_work(doing: Does | None) -> str:
    """What a robot is at, as the value of a fact; empty: at nothing."""
    return "" if doing is None else msgspec.json.encode(doing).decode()


def work_of(value: object) -> Does | None:
    """What a robot is at; None: at nothing, or nothing that can be understood."""
    if not isinstance(value, str) or not value:
        return None
    try:
        return _decoder.decode(value)
    except msgspec.MsgspecError:
        return None


def outcome_of(value: object) -> tuple[How, str] | None:
    """How a step was placed, and by whom; None: nothing that can be understood."""
    how, _, who = str(value or "").partition(" ")
    return (HOWS[how], who) if how in HOWS and who else None
