"""What a teammate tells its own robot to do, and what it wants stored and sent."""

from __future__ import annotations

import enum
from typing import TypeAlias

import msgspec

from cotree.team.ballots import Ballot
from cotree.team.durable import Durable
from cotree.team.messages import Letter
from cotree.team.mirror.sightings import Sighting


class Outcome(str, enum.Enum):
    """What perception says of a leaf's goal."""

    DONE = "done"
    UNTOUCHED = "untouched"
    PARTIAL = "partial"


class Verify(msgspec.Struct, frozen=True):
    """Look whether the leaf is done, untouched or partly done; answer with ``verified``."""

    leaf: int
    token: Ballot


class Start(msgspec.Struct, frozen=True):
    """Execute the leaf; the guard stops it at the deadline (on the local steady clock)."""

    leaf: int
    token: Ballot
    deadline_s: float
    resume: bool = False
    """It was found partly done."""


class Extend(msgspec.Struct, frozen=True):
    """The guard may let the leaf run on until this deadline."""

    leaf: int
    token: Ballot
    deadline_s: float


class Halt(msgspec.Struct, frozen=True):
    """Stop the leaf now; answer with ``stopped`` when nothing of it moves."""

    leaf: int
    token: Ballot
    why: str


class Denied(msgspec.Struct, frozen=True):
    """The claim came to nothing; ask again not before ``retry_s``."""

    leaf: int
    why: str
    holder: str
    retry_s: float
    instead: int = -1
    revises: bool = False
    """It was an undo or abandon that did not succeed in time; it is not certain what became of it:
    ask again."""


class Over(msgspec.Struct, frozen=True):
    """The lease is given back without execution (verified done, or only verified)."""

    leaf: int
    why: str


class Ask(msgspec.Struct, frozen=True):
    """A person must say what to do with a leaf that is partly done."""

    leaf: int


class Revised(msgspec.Struct, frozen=True):
    """An undo or abandon is decided, and these leaves have their new epoch."""

    leaves: tuple[int, ...]
    epoch: int = 0


Order: TypeAlias = Verify | Start | Extend | Halt | Denied | Over | Ask | Revised


class Out(msgspec.Struct, frozen=True):
    """To be done in this order: store, then send and obey."""

    durable: tuple[Durable, ...] = ()
    letters: tuple[Letter, ...] = ()
    orders: tuple[Order, ...] = ()
    words: tuple[Sighting, ...] = ()
    """What other robots say of people, on the own clock; each once."""
