"""What teammates say to each other: one small letter with sections, checked on receipt.

A letter may be lost, doubled, delayed or overtaken; every section stands that.  One that is not
well-formed is counted and dropped, never raised.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cotree.core.checked import Checked
from cotree.team.ballots import ZERO, Ballot
from cotree.team.facts import Fact
from cotree.team.mirror.sightings import Sighting
from cotree.team.people import Seen
from cotree.team.roster import Roster
from cotree.team.unable import Unable

VERSION = 2
MOST_BYTES = 64 * 1024
MOST_ITEMS = 256
"""In one section."""
MOST_NOTE = 16 * 1024
"""Letters of text."""
MOST_NOTES = 16
"""In one letter."""
MOST_MARK = 3 * 1000
"""A leaf that was taken back a thousand times is a forged one: nobody could ever do it again."""

Name = Annotated[str, Meta(max_length=128)]
Count = Annotated[int, Meta(ge=0)]
Note = Annotated[str, Meta(max_length=MOST_NOTE)]
"""What is said in a protocol that the team only carries; who reads it checks what it says."""


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """Let me execute this leaf; or, with a later round, let me go on."""

    leaf: Count
    """The piece of work, by its number in the task."""
    ballot: Ballot
    """The token of this claim: higher than any that was seen for the leaf."""
    boot: int
    """Of the process that asks."""
    round: Count
    """Counts the questions of one claim; an answer counts only for its own."""
    renews: bool = False
    """It has the leaf, and wants to keep it."""
    still: bool = False
    """It holds the leaf but does not move: a dialogue with a person goes on."""
    revises: bool = False
    """It does not execute but takes facts back (undo, abandon), on ``also`` too."""
    also: tuple[Count, ...] = ()
    """More leaves that are asked for at once."""
    epoch: Count = 0
    """Of one that revises: begin this epoch of all these leaves; 0: only tell me theirs."""
    abandons: bool = False
    """Nobody shall do them any more."""
    warns: bool = False
    """Of one that revises: only make way, it will be asked for later."""


class Vote(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to one round of one claim."""

    leaf: Count
    """Of the claim that it answers, as are the next three."""
    ballot: Ballot
    boot: int
    round: Count
    granted: bool
    """Whether the voter promises the leaf to the claimant."""
    taint: Ballot = ZERO
    """Of the last who left it, nobody knows how: verify before anything else."""
    others: bool = False
    """Nobody knows about an alternative either: verify, then let go."""
    why: str = ""
    """Of a refusal: done, person, held, settled, verify, stale, order, alone."""
    holder: str = ""
    """Who has it, if that is why."""
    against: Ballot = ZERO
    """With which ballot."""
    instead: int = -1
    """The leaf to verify first."""
    epoch: Count = 0
    """Of a revision: the newest epoch of any of its leaves."""
    early: bool = False
    """What comes before it was taken back: verify, then let go."""


class Release(msgspec.Struct, frozen=True, omit_defaults=True):
    """I do not hold this any more; what became of the leaf is in the letter's facts."""

    leaf: Count
    """The piece of work."""
    ballot: Ballot
    boot: int
    round: Count
    also: tuple[Count, ...] = ()
    """More leaves that go with it."""


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
    """More leaves that were promised with it."""
    revises: bool = False
    """Whether that was to take facts back."""


class Recall(msgspec.Struct, frozen=True, omit_defaults=True):
    """One part of what a voter remembers."""

    ask: int
    """The number of the question it answers."""
    part: Count
    """Which one, from 0."""
    parts: Count
    """How many there are."""
    fresh: bool
    """It has not lost its memory itself."""
    high: tuple[tuple[Count, Ballot], ...] = ()
    """The highest ballot that was promised for each leaf."""
    promises: tuple[Promised, ...] = ()
    """Those that may still hold."""


class Letter(msgspec.Struct, frozen=True, omit_defaults=True):
    """One datagram.  ``to`` names who must read it; empty: everybody."""

    v: int
    """The version of the protocol; of another one nothing is read."""
    mission: Name
    """The name of the mission; letters of another one are dropped."""
    tree: Name
    """A digest of the task; who has another task cannot take part."""
    sender: Name
    boot: int
    """Counts the sender's processes; what an earlier one said is old."""
    n: Count
    """Counts the sender's letters."""
    clock: Count
    """A count that never runs backwards: above everything that the sender has seen."""
    roster: Count = 0
    """The epoch of the roster that the sender goes by."""
    to: tuple[Name, ...] = ()
    facts: tuple[Fact, ...] = ()
    """What is done, or in doubt; whoever hears it knows it for good."""
    digests: tuple[int, ...] = ()
    """Of all facts, in parts: who has other ones sends theirs."""
    people: tuple[Seen, ...] = ()
    """Who of the robots sees which person at which leaf."""
    held: tuple[tuple[Count, Ballot], ...] = ()
    """What the sender executes or holds, so that others choose other work."""
    claims: tuple[Claim, ...] = ()
    """What the sender asks for, or renews."""
    votes: tuple[tuple[Name, Vote], ...] = ()
    """Each with the robot it is for."""
    releases: tuple[Release, ...] = ()
    """What the sender gives back."""
    freed: tuple[tuple[Name, Freed], ...] = ()
    """Each with the robot whose release was noted."""
    recall: int = -1
    """Asks everybody what they remember."""
    floor: Count = 0
    """Of who asks, when nobody remembers enough: it will claim with counters above this, and waits
    until all who vote have noted it, so that it is not forgotten with the sender's next disk."""
    recalled: Recall | None = None
    """A part of the answer to who had lost its memory."""
    new_roster: Roster | None = None
    """Who is a member from now on, as an operator said."""
    unable: tuple[Unable, ...] = ()
    """Who cannot do what: the sender's statements, and those of others that it passes on."""
    words: tuple[Sighting, ...] = ()
    """What the sender saw or heard people do; times are on its clock."""
    sent_s: float | None = None
    """When a letter with words left, on the sender's clock, which may show 0 as well."""
    favours: Annotated[tuple[Note, ...], Meta(max_length=MOST_NOTES)] = ()
    """Who asks whom for help with a job, and who grants it."""


_json = Checked(Letter, "a letter", MOST_BYTES)
encode = _json.encode
"""The letter as JSON; equal letters are equal bytes."""
decode = _json.decode
"""The letter again; ValueError says in one line what is wrong with it."""
