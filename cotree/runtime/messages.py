"""What a record is made of; the same on disk, on the wire and in the viewer.

Times count from the start of the mission.  Nothing here says when or where it was recorded, so the
same mission with the same seed is the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from cotree.core.actions import Command, Event
from cotree.core.changes import Change
from cotree.core.mission import Chance, Policy, ResourceModel
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.core.steps import NoPlan, Plan
from cotree.core.stopping import Stop
from cotree.team.durable import Memory
from cotree.team.messages import Letter

FORMAT = 1
"""The version of these messages; a reader refuses others."""


class Hello(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was run: everything that is needed to run it again."""

    format: int
    version: str
    mission: str
    robot: str
    file: str
    """The mission's file, without its folder."""
    text: str
    included: Mapping[str, str]
    policy: Policy
    chance: Chance


class Node(msgspec.Struct, frozen=True, omit_defaults=True):
    """One node of the tree."""

    path: str
    word: str
    name: str
    parent: int
    """Its index in the list of nodes; -1 for the root."""
    file: str = ""
    line: int = 0


class Tree(msgspec.Struct, frozen=True):
    """The whole tree, parents first, in order."""

    revision: int
    nodes: tuple[Node, ...]


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """A teammate, and what it has."""

    name: str
    robot: str | None
    start: Point
    resources: tuple[ResourceModel, ...] = ()


class Team(msgspec.Struct, frozen=True):
    """Who takes part."""

    members: tuple[Member, ...]


class Heard(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that one tick was told; telling it again gives the same tick again."""

    n: int
    t: float
    events: tuple[Event, ...] = ()
    plan: Plan | None = None
    no_plan: NoPlan | None = None
    halt: Stop | None = None
    give_up: bool = False
    robot: str = ""
    """Of a team: whose tick it was."""
    letters: tuple[Letter, ...] = ()
    """In a team: what the peers said."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that one tick changed and ordered."""

    n: int
    t: float
    changes: tuple[Change, ...] = ()
    commands: tuple[Command, ...] = ()
    robot: str = ""
    """Of a team: whose tick it was."""


class Born(msgspec.Struct, frozen=True, omit_defaults=True):
    """In a team: a robot's process begins, for the first time or anew."""

    t: float
    """On the clock of the mission."""
    robot: str
    life: int
    """Counts the robot's processes from 1."""
    clock_s: float
    """What the robot's own clock shows then; the times of its ticks are on that one."""
    first: bool = False
    """The mission begins, and nobody has promised anything yet."""
    memory: Memory | None = None
    """What its disk says; None: there is nothing on it."""
    incarnation: int = 0
    """Of a real process: no other one of this robot has it, whatever its disk says."""


class Said(msgspec.Struct, frozen=True):
    """In a team: a letter leaves."""

    t: float
    """On the clock of the mission."""
    letter: Letter


class End(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it ended.

    ``result`` is ``success``, ``failure``, ``stuck``, ``out_of_time``, ``halted`` or ``error``.
    """

    t: float
    ticks: int
    result: str
    reasons: tuple[Reason, ...] = ()


Message: TypeAlias = Hello | Tree | Team | Heard | Told | End | Born | Said

TOPICS: Mapping[str, type[Message]] = {
    "hello": Hello,
    "tree": Tree,
    "team": Team,
    "in": Heard,
    "d": Told,
    "end": End,
    "born": Born,
    "said": Said,
}
TOPIC_OF = {type_: topic for topic, type_ in TOPICS.items()}

_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=str)
_decoders = {topic: msgspec.json.Decoder(type_) for topic, type_ in TOPICS.items()}


def encode(message: Message) -> bytes:
    """The message as JSON; equal messages are equal bytes."""
    return _encoder.encode(message)


def decode(topic: str, data: bytes) -> Message:
    """The message again; ValueError says what is wrong with it."""
    return _decoders[topic].decode(data)


def time_s(message: Message) -> float:
    """When it happened; what describes the mission happened at the start."""
    return 0.0 if isinstance(message, Hello | Tree | Team) else message.t
