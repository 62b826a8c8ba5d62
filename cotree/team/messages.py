"""What teammates say to each other: one small letter with sections, checked on receipt.

A letter may be lost, doubled, delayed or overtaken; every section stands that.  One that is not
well-formed is counted and dropped, never raised.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cotree.team.ballots import ZERO, Ballot
from cotree.team.facts import Fact
from cotree.team.mirror.sightings import Sighting
from cotree.team.people import Seen
from cotree.team.roster import Roster
from cotree.team.unable import Unable

VERSION = 1
MOST_BYTES = 64 * 1024
MOST_ITEMS = 256
"""In one section."""
MOST_MARK = 3 * 1000
"""A leaf that was taken back a thousand times is a forged one: nobody could ever do it again."""

Name = Annotated[str, Meta(max_length=128)]
Count = Annotated[int, Meta(ge=0)]


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """Let me execute this leaf; or, with a later round, let me go on."""

    leaf: Count
    ballot: Ballot
    boot: int
    round: Count
    renews: bool = False
    still: bool = False
    """It holds the leaf but does not move: a dialogue with a person goes on."""
    revises: bool = False
    """It does not execute but takes facts back (undo, abandon), on ``also`` too."""
    also: tuple[Count, ...] = ()
    epoch: Count = 0
    """Of one that revises: begin this epoch of all these leaves; 0: only tell me theirs."""
    abandons: bool = False
    warns: bool = False
    """Of one that revises: only make way, it will be asked for later."""


class Vote(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to one round of one claim."""

    leaf: Count
    ballot: Ballot
    boot: int
    round: Count
    granted: bool
    tainted: bool = False
    """Nobody knows what became of the leaf: verify before anything else."""
    others: bool = False
    """Nobody knows about an alternative either: verify, then let go."""
    why: str = ""
    """Of a refusal: done, person, held, settled, verify, stale, order."""
    holder: str = ""
    against: Ballot = ZERO
    instead: int = -1
    """The leaf to verify first."""
    epoch: Count = 0
    """Of a revision: the newest epoch of any of its leaves."""
    early: bool = False
    """What comes before it was taken back: verify, then let go."""


class Release(msgspec.Struct, frozen=True, omit_defaults=True):
    """I do not hold this any more; what became of the leaf is in the letter's facts."""

    leaf: Count
    ballot: Ballot
    boot: int
    round: Count
    also: tuple[Count, ...] = ()


class Freed(msgspec.Struct, frozen=True, array_like=True):
    """A voter has noted the release of this ballot, and the facts that came with it."""

    leaf: Count
    ballot: Ballot


class Promised(msgspec.Struct, frozen=True):
    """A promise that a voter remembers, for one who lost its memory."""

    leaf: Count
    robot: Name
    boot: int
    ballot: Ballot
    round: Count
    also: tuple[Count, ...] = ()
    revises: bool = False


class Recall(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of what a voter remembers."""

    ask: int
    """The number of the question it answers."""
    part: Count
    parts: Count
    fresh: bool
    """It has not lost its memory itself."""
    high: tuple[tuple[Count, Ballot], ...] = ()
    promises: tuple[Promised, ...] = ()


class Letter(msgspec.Struct, frozen=True, omit_defaults=True):
    """One datagram.  ``to`` names who must read it; empty: everybody."""

    v: int
    mission: Name
    tree: Name
    sender: Name
    boot: int
    n: Count
    clock: Count
    roster: Count = 0
    to: tuple[Name, ...] = ()
    facts: tuple[Fact, ...] = ()
    digests: tuple[int, ...] = ()
    people: tuple[Seen, ...] = ()
    held: tuple[tuple[Count, Ballot], ...] = ()
    """What the sender executes or holds, so that others choose other work."""
    claims: tuple[Claim, ...] = ()
    votes: tuple[tuple[Name, Vote], ...] = ()
    """Each with the robot it is for."""
    releases: tuple[Release, ...] = ()
    freed: tuple[tuple[Name, Freed], ...] = ()
    recall: int = -1
    """Asks everybody what they remember."""
    recalled: Recall | None = None
    new_roster: Roster | None = None
    unable: tuple[Unable, ...] = ()
    """Who cannot do what: the sender's statements, and those of others that it passes on."""
    words: tuple[Sighting, ...] = ()
    """What the sender saw or heard people do; times are on its clock."""
    sent_s: float = 0.0
    """When a letter with words left, on the sender's clock."""


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Letter)


def encode(letter: Letter) -> bytes:
    """The letter as JSON; equal letters are equal bytes."""
    return _encoder.encode(letter)


def decode(data: bytes) -> Letter:
    """The letter again; ValueError says in one line what is wrong with it."""
    if len(data) > MOST_BYTES:
        raise ValueError(f"{len(data)} bytes; a letter has at most {MOST_BYTES}")
    try:
        return _decoder.decode(data)
    except UnicodeDecodeError as error:
        raise ValueError(f"not UTF-8: {error.reason}") from None
    except RecursionError:
        raise ValueError("nested too deeply") from None
