"""Messages of a team of three, and everything that can be wrong with one."""

from __future__ import annotations

import msgspec

from cotree.core.actions import (
    Ask,
    FactSeen,
    GripperSeen,
    HandSeen,
    ObjectSeen,
    Posed,
    RobotSeen,
    Say,
)
from cotree.runtime.bus import Topic
from cotree.runtime.process import telegrams
from cotree.runtime.process.names import Names
from cotree.runtime.process.telegrams import Bye, Envelope, Noted, Seen, Sight, Speech, Spoken
from cotree.runtime.promises import Identity
from cotree.team import messages
from cotree.team.messages import Letter

ME = Identity("tea", "abc", "pr2")
TEAM = ("pr2", "baxter", "ann")
KNOWN = Names(
    frozenset(TEAM),
    {"pr2": frozenset(("left", "base")), "baxter": frozenset(("left", "right"))},
    frozenset(("ann",)),
    frozenset(("cup",)),
)
LETTER = Letter(messages.VERSION, "tea", "abc", "baxter", 7, 1, 1)


def letter(**other: object) -> bytes:
    """A letter of baxter's, or one in which this is different."""
    return messages.encode(msgspec.structs.replace(LETTER, **other))


def envelope(**other: object) -> bytes:
    """A telegram of baxter's, or one in which this is different."""
    made = Envelope(telegrams.VERSION, "tea", "abc", "baxter", inside=Bye("success"))
    return telegrams.encode(msgspec.structs.replace(made, **other))


def seen(sight: Sight, at_s: float = 1.0) -> bytes:
    """A telegram in which baxter tells what it sees."""
    return envelope(inside=Seen((Noted(sight, 3, "baxter"),), at_s))


def said(to: str, what: Speech) -> bytes:
    """A telegram in which baxter says something."""
    return envelope(inside=Spoken(to, what))


HERE = (0.0, 0.0, 0.0)
AFAR = (0.0, -1e300, 0.0)
WRONG: list[tuple[Topic, bytes, str]] = [
    ("letters", b"", "malformed"),
    ("letters", b"{", "malformed"),
    ("letters", b"\xff\xff", "malformed"),
    ("letters", b"[" * 60_000, "malformed"),
    ("letters", letter(sender="ann"), "sender"),
    ("letters", letter(v=9), "version"),
    ("letters", letter(mission="lunch"), "mission"),
    ("letters", letter(tree="xyz"), "tree"),
    ("talk", b"{}", "malformed"),
    ("talk", envelope(sender="ann"), "sender"),
    ("talk", envelope(v=9), "version"),
    ("talk", envelope(mission="lunch"), "mission"),
    ("talk", envelope(tree="xyz"), "tree"),
    ("sight", envelope(), "topic"),
    ("sight", seen(FactSeen("ann/word", "here")), "forged"),
    ("sight", seen(RobotSeen("ann", HERE)), "unknown"),
    ("sight", seen(RobotSeen("pr2", AFAR)), "far"),
    ("sight", seen(GripperSeen("nobody", "left", HERE)), "unknown"),
    ("sight", seen(GripperSeen("pr2", "horn", HERE)), "unknown"),
    ("sight", seen(ObjectSeen("spoon", HERE)), "unknown"),
    ("sight", seen(ObjectSeen("cup", HERE, ("nobody", "left"))), "unknown"),
    ("sight", seen(ObjectSeen("cup", HERE, ("pr2", "horn"))), "unknown"),
    ("sight", seen(HandSeen("nobody", HERE, 0.0)), "unknown"),
    ("sight", seen(HandSeen("baxter", HERE, 0.0)), "unknown"),
    ("sight", seen(HandSeen("ann", HERE, 1e300)), "time"),
    ("sight", seen(HandSeen("ann", HERE, 0.0), -1e300), "time"),
    ("talk", said("pr2", Posed("q")), "unknown"),
    ("talk", said("ann", Posed("q")), "unknown"),
    ("talk", said("pr2", Ask("baxter", "pr2", "q", "task", "?")), "unknown"),
    ("talk", said("ann", Ask("pr2", "ann", "q", "task", "?")), "forged"),
    ("talk", said("ann", Say("baxter", "pr2", "hello")), "forged"),
    ("talk", envelope().replace(b'"bye"', b'"spoken","to":"pr2"'), "malformed"),
]
"""Topic, message of baxter's, and the word that it is counted by."""
NAMED = [f"{topic} {word} {number}" for number, (topic, _, word) in enumerate(WRONG)]
