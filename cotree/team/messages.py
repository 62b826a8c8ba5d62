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
from cotree.team.people import Seen
from cotree.team.roster import Roster

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


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Letter)
_SECTIONS = ("facts", "people", "held", "claims", "votes", "releases", "freed")


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


def fault(letter: Letter, leaves: int, buckets: int) -> str | None:
    """What is wrong inside a well-formed letter, for a task with so many leaves; None: nothing."""
    if any(len(getattr(letter, section)) > MOST_ITEMS for section in _SECTIONS):
        return "section"
    if any(not 0 <= fact.leaf < leaves for fact in letter.facts):
        return "leaf"
    if any(not 0 <= fact.mark <= MOST_MARK for fact in letter.facts):
        return "mark"
    if any(len(claim.also) > leaves for claim in letter.claims):
        return "section"
    if any(not 0 <= seen.leaf < leaves for seen in letter.people):
        return "leaf"
    if any(not 0 <= leaf < leaves for leaf in _named(letter)):
        return "leaf"
    if letter.digests and len(letter.digests) != buckets:
        return "digests"
    return None


def _named(letter: Letter) -> list[int]:
    found = [leaf for leaf, _ in letter.held]
    for claim in letter.claims:
        found += (claim.leaf, *claim.also)
    for release in letter.releases:
        found += (release.leaf, *release.also)
    found += [max(vote.leaf, vote.instead) for _, vote in letter.votes]
    found += [freed.leaf for _, freed in letter.freed]
    if letter.recalled is not None:
        found += [leaf for leaf, _ in letter.recalled.high]
        for promise in letter.recalled.promises:
            found += (promise.leaf, *promise.also)
    return found


def highest_counter(letter: Letter) -> int:
    """The largest ballot counter in a letter, to be checked before anything is believed."""
    counters = [letter.clock]
    for fact in letter.facts:
        counters += (fact.taint[0], fact.clear[0])
    counters += [claim.ballot[0] for claim in letter.claims]
    counters += [ballot[0] for _, ballot in letter.held]
    for _, vote in letter.votes:
        counters += (vote.ballot[0], vote.against[0])
    if letter.recalled is not None:
        counters += [ballot[0] for _, ballot in letter.recalled.high]
        counters += [promise.ballot[0] for promise in letter.recalled.promises]
    return max(counters)
