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
from cotree.core.errands import Errands
from cotree.core.mission import Chance, Policy, ResourceModel
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.core.steps import NoPlan, Plan
from cotree.core.stopping import Stop
from cotree.reallocation.lead_follow.problem import LeadPlan
from cotree.runtime.acts import Act, Steering
from cotree.team.durable import Memory
from cotree.team.messages import Letter

FORMAT = 1
"""The version of these messages; a reader refuses others."""


class Hello(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was run: everything that is needed to run it again."""

    format: int
    """Of records; another one is refused with the remedy."""
    version: str
    """Of cotree."""
    mission: str
    """The name of the mission."""
    robot: str
    """Who ran it; empty: a whole team."""
    file: str
    """The mission's file, without its folder."""
    text: str
    """The YAML of the mission."""
    included: Mapping[str, str]
    """The YAML of all files that it mentions, by what it calls them."""
    policy: Policy
    """How it was run: as the mission says, with what the command changed."""
    chance: Chance
    """The seed and the noise."""


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
    """Counts the ticks of this robot."""
    t: float
    """On its own clock."""
    events: tuple[Event, ...] = ()
    plan: Plan | None = None
    """The answer to the last wish for a plan."""
    no_plan: NoPlan | None = None
    """Or why there is none."""
    errands: Errands | None = None
    """Of a mission of one sentence: the plan of the whole team, as this robot made it."""
    shares: LeadPlan | None = None
    """Of steps that people and robots share: the plan for all of them."""
    no_shares: NoPlan | None = None
    """Or why there is no plan for the steps."""
    halt: Stop | None = None
    """The run is to end in this way."""
    give_up: bool = False
    """The run is to end, because nothing goes on."""
    robot: str = ""
    """Of a team: whose tick it was."""
    letters: tuple[Letter, ...] = ()
    """In a team: what the peers said."""
    acts: tuple[Steering, ...] = ()
    """What an operator wants of this robot."""
    goes_on: tuple[str, ...] = ()
    """Breakpoints at which an operator lets it begin what it was kept from."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that one tick changed and ordered."""

    n: int
    """Of the tick; as in what it heard."""
    t: float
    changes: tuple[Change, ...] = ()
    """What became of nodes, resources, claims and steps."""
    commands: tuple[Command, ...] = ()
    """What the body is to do."""
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


class Acted(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at a page, or the mission's file, did something to the run.

    What follows from it is told as ever.
    """

    t: float
    """On the clock of the mission."""
    by: str
    """The person who takes part, ``operator``, or ``the mission``: it foretold a crash."""
    act: Act
    wrong: str = ""
    """Why it had no effect, if it had none."""


class End(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it ended.

    ``result`` is ``success``, ``failure``, ``stuck``, ``no_quorum``, ``out_of_time``, ``halted`` or
    ``error``.
    """

    t: float
    ticks: int
    """How many there were, of all robots."""
    result: str
    reasons: tuple[Reason, ...] = ()
    """Why it did not succeed, each with its place."""


Message: TypeAlias = Hello | Tree | Team | Heard | Told | End | Born | Said | Acted

TOPICS: Mapping[str, type[Message]] = {
    "hello": Hello,
    "tree": Tree,
    "team": Team,
    "in": Heard,
    "d": Told,
    "end": End,
    "born": Born,
    "said": Said,
    "acted": Acted,
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
