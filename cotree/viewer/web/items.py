"""What the page reads: one JSON array of these items in each message of its WebSocket.

``page/`` has the same in TypeScript (``source/items.ts``).  Every item sets values and none adds to
one, so an item that says all that holds is where somebody who comes late begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from cotree.viewer.web.vitals import Mood, Pulse, Wrote

VERSION = 1
LONGEST = 600
"""So much of a text that somebody else wrote goes to the page."""
Spot: TypeAlias = tuple[float, float]


class Item(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="k"):
    """Anything that the page is told."""


class Hello(Item, frozen=True, tag="hello"):
    """What is shown; whatever was shown before is no more."""

    v: int
    mission: str
    file: str
    text: str
    """The mission as written, for the lines that nodes come from; empty when that is not known."""
    robots: tuple[str, ...]
    people: tuple[str, ...] = ()
    live: bool = False
    files: Mapping[str, str] = {}
    """The texts of included files."""
    acts: bool = False
    """Whether there is ``/act``."""
    asks: bool = False
    """Whether there is ``/why``."""
    silent_s: float = 0.0
    """A robot that is not heard for longer is silent."""


class Leaf(msgspec.Struct, frozen=True, omit_defaults=True):
    """One node; its place in the list is its number."""

    path: str
    word: str
    name: str
    parent: int
    line: int = 0
    file: str = ""
    params: Mapping[str, str] = {}
    """As they hold, also those that nobody wrote."""


class Tree(Item, frozen=True, tag="tree"):
    """The whole tree, parents first."""

    nodes: tuple[Leaf, ...]


class Scene(Item, frozen=True, tag="scene"):
    """What the map shows before anything moves."""

    places: Mapping[str, Spot] = {}
    ways: tuple[tuple[str, str], ...] = ()


class Why(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reason of a failure."""

    code: str
    message: str
    path: str = ""
    detail: str = ""


class Now(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a node stands."""

    i: int
    state: str
    robot: str = ""
    """Of the team's picture: whose doing it is."""
    note: str = ""
    why: Why | None = None
    uses: tuple[str, ...] = ()


class Claimed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a robot's claim on a piece of work."""

    robot: str
    piece: str
    word: str
    why: str = ""
    holder: str = ""
    potential: float = 0.0


class Owned(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a resource stands."""

    name: str
    owners: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    mode: str = ""
    channel: str = ""
    load: str = ""


class Words(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a robot and a person say to each other."""

    what: str
    robot: str
    person: str
    text: str
    piece: str = ""


class Note(msgspec.Struct, frozen=True):
    """Anything else that people should know: a restart, a lost quorum, a disturbance."""

    what: str
    robot: str
    text: str


class Learnt(msgspec.Struct, frozen=True):
    """What is known of a job: what was decided last, or its knowledge graph in lines."""

    i: int
    """The node of the job."""
    what: str
    """``decided`` or ``knows``; of members that share steps ``believes NAME`` or
    ``lasts NAME KIND``."""
    robot: str
    text: str


class Seen(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where something is; ``what`` is robot, gripper, object or hand."""

    what: str
    name: str
    at: Spot
    by: str = ""
    """Of an object: who carries it; of a gripper: whose it is."""
    moving: bool = False


class Tick(Item, frozen=True, tag="d"):
    """What one tick of one robot changed; times are on the mission's clock."""

    t: float
    robot: str = ""
    own: tuple[Now, ...] = ()
    """In a team: the robot's own picture of its nodes."""
    team: tuple[Now, ...] = ()
    claims: tuple[Claimed, ...] = ()
    resources: tuple[Owned, ...] = ()
    seen: tuple[Seen, ...] = ()
    facts: Mapping[str, str | float | bool | None] = {}
    writers: Mapping[str, Wrote] = {}
    """Of facts."""
    moods: tuple[Mood, ...] = ()
    beats: Mapping[str, float] = {}
    """When robots ticked last that had nothing to say; ``robot`` ticked at ``t``."""
    said: tuple[Words, ...] = ()
    notes: tuple[Note, ...] = ()
    learnt: tuple[Learnt, ...] = ()
    grown: tuple[Leaf, ...] = ()
    """Nodes that the tree has from now on; they are numbered behind all others."""
    whole: bool = False
    """This is everything that holds now, and not only what is new."""
    pictures: Mapping[str, tuple[Now, ...]] = {}
    """Of a whole one: the picture of every robot."""


class Beat(Item, frozen=True, tag="t"):
    """It is this time now, and nothing has changed."""

    t: float


class Pulses(Item, frozen=True, tag="p"):
    """The newest figures of all robots, and the cameras whose pictures ``/see`` has."""

    robots: tuple[Pulse, ...]
    cameras: tuple[str, ...] = ()


class End(Item, frozen=True, tag="end"):
    """How it ended."""

    t: float
    result: str
    reasons: tuple[Why, ...] = ()


_encoder = msgspec.json.Encoder(enc_hook=str)
_decoder = msgspec.json.Decoder(Tick | End)


def encode(item: Item) -> bytes:
    """The item as JSON."""
    return _encoder.encode(item)


def decode(data: bytes) -> Tick | End:
    """What happened, out of its JSON."""
    found: Tick | End = _decoder.decode(data)
    return found


def short(text: str) -> str:
    """A text that is not too long for a page."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
