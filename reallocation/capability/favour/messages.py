"""What robots say to each other about favours; every message may be lost, doubled or late."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from cotree.reallocation.capability.answer import Mode
from cotree.reallocation.capability.models import Robot
from cotree.reallocation.capability.passive import Plea
from cotree.reallocation.capability.shortlist import Offer

Match: TypeAlias = Literal["exact", "paper", "active"]
"""Which question is asked: the passive one, exact or as printed, or for configurations only."""

Name = Annotated[str, Meta(max_length=128)]
Path = Annotated[tuple[Name, ...], Meta(max_length=32)]
Count = Annotated[int, Meta(ge=0)]

MOST_BYTES = 64 * 1024


class Case(msgspec.Struct, frozen=True):
    """One round of one agent's search for help; no two are ever equal."""

    agent: Name
    boot: Count
    serial: Count
    round: Count


class Request(msgspec.Struct, frozen=True, tag="request"):
    """Who can help?  Goes from neighbour to neighbour."""

    case: Case
    match: Match
    wait_s: float
    hops: Count
    """How much further it may be relayed."""
    trail: Path
    """Who passed it on, the agent first."""
    plea: Plea | None = None
    """None in ``active``: no details of the job are told."""


class Grant(msgspec.Struct, frozen=True, tag="grant"):
    """I could, and I am reserved for you for a while."""

    case: Case
    helper: Name
    trail: Path
    """The way to me, from the agent."""
    offers: tuple[Offer, ...] = ()
    robot: Robot | None = None
    """My configuration, in ``active``."""


class Accept(msgspec.Struct, frozen=True, tag="accept"):
    """Do it; said again, keep doing it."""

    case: Case
    job: Name
    mode: Mode
    members: Path
    trail: Path
    stamp_s: float
    """The agent's time; comes back with the answer."""


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """Yes: I am with you, as of this stamp.  No: I am not, and will not be in this round."""

    case: Case
    helper: Name
    trail: Path
    """The way to me, from the agent."""
    yes: bool
    stamp_s: float
    battery: float = 1.0


class Release(msgspec.Struct, frozen=True, tag="release"):
    """I no longer count on you."""

    case: Case


class Settled(msgspec.Struct, frozen=True, tag="settled"):
    """You have the job now, and I know it."""

    case: Case


Message: TypeAlias = Request | Grant | Accept | Answer | Release | Settled


class Letter(msgspec.Struct, frozen=True):
    """A message with its way: the robots it goes through, the receiver last."""

    way: Path
    """Empty: to all neighbours."""
    message: Message


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Letter)


def encode(letter: Letter) -> bytes:
    """A letter for the wire."""
    return _encoder.encode(letter)


def decode(data: bytes) -> Letter | None:
    """A letter from the wire; None if it is none."""
    if len(data) > MOST_BYTES:
        return None
    try:
        return _decoder.decode(data)
    except msgspec.MsgspecError:
        return None
