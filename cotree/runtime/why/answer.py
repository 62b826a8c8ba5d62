"""The answer to a why, as values: facts for people's words and for programs alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from cotree.core.changes import StepWord
from cotree.runtime.acts import Act

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
    "elsewhere",
    "failed",
    "gate",
    "gave_up",
    "held",
    "lacks",
    "let_go",
    "no_quorum",
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
    "was_asked",
    "withheld",
]


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that became of a claim or of an execution."""

    at_s: float
    who: str
    word: str
    """As in ``ClaimChange``; also ``waited``, and ``asks`` when a person was asked."""
    why: str = ""
    """Of a question: what was answered."""
    holder: str = ""
    """Of a question: who was asked."""
    about: str = ""
    """Of a question: ``keeps`` (who goes on with it), ``helps`` or ``done``."""
    times: int = 1
    """How often the same happened, with nothing else in between."""
    until_s: float | None = None
    """When it happened last, if more than once; when a question was answered."""


class Weight(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How suitable a robot was for something."""

    potential: float | None = None
    parts: Mapping[str, float] = {}
    """What each term of the metric added."""


class Grounds(Weight, frozen=True, omit_defaults=True, kw_only=True):
    """On what it depended whether a robot did something, and how suitable it was."""

    by: str = ""
    """Another teammate on whom it depended."""
    leaf: str = ""
    """Another node on which it depended."""
    resource: str = ""
    """What it lacked."""
    shut: tuple[str, ...] = ()
    """Terms that say it cannot do it."""
    risk: str = ""
    other_potential: float | None = None
    """How suitable it was for ``leaf``."""


class Wish(Grounds, frozen=True):
    """How much a robot wanted a piece, and why it did not start it."""

    rule: Rule
    message: str = ""


class Account(Grounds, frozen=True, omit_defaults=True):
    """One teammate: whether it did the node, and by which rule it did or did not."""

    who: str
    did: bool
    rule: Rule
    message: str = ""
    """What its tree or the team said."""
    until_s: float | None = None
    """When what it depended on was over."""
    about: str = ""
    """Of a person who was asked: ``helps`` (to do it), ``done`` (whether it is done)."""
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


class Branch(Weight, frozen=True, omit_defaults=True):
    """One alternative, as the one who chose saw it."""

    path: str
    chosen: bool
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


class Deed(msgspec.Struct, frozen=True):
    """What somebody did to the run at a page or a keyboard."""

    at_s: float
    who: str
    """A person, or ``operator``."""
    act: Act


class Matched(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one robot learnt when it was found who does a job."""

    at_s: float
    robot: str
    word: str
    """As in ``JobChange``."""
    who: tuple[str, ...] = ()
    text: str = ""


class Shared(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a step that people and robots share."""

    at_s: float
    word: StepWord
    who: str
    to: str = ""
    text: str = ""
    """Why the plan gave it to whom it did, and what was believed of people."""


class Disturbed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found wrong with a robot, or that it is over."""

    at_s: float
    robot: str
    path: str
    """The node that reacts to it."""
    word: str
    """As in ``DisturbanceChange``."""
    text: str = ""


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
    deeds: tuple[Deed, ...] = ()
    """What people did to it, or to whoever was at it."""
    matched: tuple[Matched, ...] = ()
    """Of a job: who was asked, who could not and why, who does it."""
    disturbed: tuple[Disturbed, ...] = ()
    """What went wrong with who did it, while it was being done or before it was done again."""
    shared: tuple[Shared, ...] = ()
    """Of a step that people share: to whom it was given and why, and what was done about it."""
    late: bool = False
    """A time after the end of the record was asked for; the moment is the end."""

    @property
    def doer(self) -> Account | None:
        """Who did it."""
        return next((account for account in self.accounts if account.did), None)
