"""The answer to a why, as values: facts for people's words and for programs alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

Rule: TypeAlias = Literal[
    # why it was done by whom it was done by
    "alone",
    "contended",
    "verified",
    "resumed",
    "granted",
    "person",
    "seen",
    # why not by another one
    "abandoned",
    "alternative",
    "asking",
    "asks",
    "at_it",
    "busy",
    "chose",
    "cooling",
    "denied",
    "done",
    "failed",
    "gate",
    "gave_up",
    "held",
    "lacks",
    "let_go",
    "not_ready",
    "not_seen",
    "order",
    "over",
    "planned_later",
    "queued",
    "silent",
    "taken",
    "unaware",
    "unborn",
    "undecided",
    "unsafe",
    "unsuitable",
    "withheld",
]


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that became of a claim or of an execution."""

    at_s: float
    who: str
    word: str
    """As in ``ClaimChange``; also ``started``, ``failed`` and ``waited``."""
    why: str = ""
    holder: str = ""
    times: int = 1
    """How often the same happened, with nothing else in between."""
    until_s: float | None = None
    """When it happened last, if more than once."""


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """One teammate: whether it did the node, and by which rule it did or did not."""

    who: str
    did: bool
    rule: Rule
    message: str = ""
    """What its tree or the team said."""
    by: str = ""
    """Another teammate on whom it depended."""
    leaf: str = ""
    """Another node on which it depended."""
    resource: str = ""
    """What it lacked."""
    until_s: float | None = None
    """When that was over."""
    potential: float | None = None
    parts: Mapping[str, float] = {}
    """What each term of the metric added."""
    shut: tuple[str, ...] = ()
    """Terms that say it cannot do it."""
    risk: str = ""
    other_potential: float | None = None
    """How suitable it was for ``leaf``."""
    asked_s: float | None = None
    won_s: float | None = None
    started_s: float | None = None
    ended_s: float | None = None
    outcome: str = ""
    """How the execution ended; empty: it goes on."""
    ballot: int = 0
    resources: tuple[str, ...] = ()
    things: Mapping[str, float] = {}
    """Shared things that it had to win, too, and when it did."""
    rivals: tuple[str, ...] = ()
    """Who asked at the same time."""
    history: tuple[Moment, ...] = ()
    """What else became of its claims."""


class Branch(msgspec.Struct, frozen=True, omit_defaults=True):
    """One alternative, as the one who chose saw it."""

    path: str
    chosen: bool
    potential: float | None = None
    parts: Mapping[str, float] = {}
    rule: Rule = "undecided"
    """Why it could not be chosen, if it could not."""
    message: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One piece of work in the summary of a task."""

    path: str
    state: str
    who: str = ""
    from_s: float | None = None
    to_s: float | None = None
    rule: Rule = "undecided"


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything there is to say about one node at one time."""

    node: str
    word: str
    """Its behaviour: ``place``, ``then``."""
    at_s: float
    """The moment that is explained."""
    piece: str = ""
    """The piece of work that it is or belongs to; empty: it is made of several."""
    state: str = ""
    accounts: tuple[Account, ...] = ()
    """Each teammate, whoever did it first."""
    step: Account | None = None
    """Of a step within a piece: its own start."""
    choice: tuple[Branch, ...] = ()
    """Of an ``or``: the alternatives."""
    lines: tuple[Line, ...] = ()
    """Of a task of several pieces: each of them."""

    @property
    def doer(self) -> Account | None:
        """Who did it."""
        return next((account for account in self.accounts if account.did), None)
