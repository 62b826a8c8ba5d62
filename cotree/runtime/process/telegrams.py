"""What processes of a team tell each other beside the letters of the protocol.

Who is here at the beginning and who leaves; what is seen; what is said to people.  Any of it may be
lost, doubled or late.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from cotree.core.actions import (
    Answered,
    Ask,
    FactSeen,
    GripperSeen,
    HandSeen,
    ObjectSeen,
    Posed,
    RobotSeen,
    Say,
    Unask,
)
from cotree.core.checked import Checked
from cotree.runtime.bus import MOST_BYTES, Topic
from cotree.team.messages import Count, Name

VERSION = 2
REPEAT_S = 1.0
"""So often everybody tells all that it knows of the world."""
Sight: TypeAlias = RobotSeen | ObjectSeen | GripperSeen | FactSeen | HandSeen
Speech: TypeAlias = Ask | Unask | Say | Posed | Answered


class Here(msgspec.Struct, frozen=True, tag="here", omit_defaults=True):
    """A process says that it is here, until the team has begun, and when somebody new comes."""

    nonce: int
    """Names this process; no other one of the same name has it."""
    fresh: bool
    """It came with nothing to remember, because nothing was ever promised by it."""
    begun: bool = False
    """It takes part already."""
    heard: tuple[tuple[Name, int], ...] = ()
    """Which fresh processes it has heard, each with its nonce; not changed once it has begun."""
    met: tuple[tuple[Name, int], ...] = ()
    """Of who has begun: the first process of each teammate that it ever heard."""


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """A process ends, and says how."""

    result: Name
    boot: Count = 0
    """Which process of this teammate it was; zero: one that has said nothing else."""


class Noted(msgspec.Struct, frozen=True, array_like=True):
    """One thing that is seen; of two about the same the one with the higher mark counts."""

    sight: Sight
    count: Count
    """The mark: counts what was seen of it."""
    by: Name
    """Who saw it; of equal marks the higher name counts."""


class Seen(msgspec.Struct, frozen=True, tag="seen"):
    """What a process knows of the world."""

    noted: tuple[Noted, ...]
    sent_s: float
    """On the clock of the sender, as are the times of what is seen."""


class Spoken(msgspec.Struct, frozen=True, tag="spoken"):
    """Something said to one person or robot."""

    to: Name
    what: Speech


Telegram: TypeAlias = Here | Bye | Seen | Spoken
TOPIC_OF: dict[type[Telegram], Topic] = {Here: "talk", Bye: "talk", Spoken: "talk", Seen: "sight"}


class Envelope(msgspec.Struct, frozen=True):
    """Around every telegram."""

    v: int
    """The version; of another one nothing is read."""
    mission: Name
    """The name of the mission; telegrams of another one are dropped."""
    tree: Name
    """A digest of the task."""
    sender: Name
    inside: Annotated[Telegram, Meta(description="what is told")]


_json = Checked(Envelope, "a telegram", MOST_BYTES)
encode = _json.encode
"""The telegram as JSON; equal telegrams are equal bytes."""
decode = _json.decode
"""The telegram again; ValueError says in one line what is wrong with it."""
