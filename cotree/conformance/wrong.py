"""Messages of a team of three, and everything that can be wrong with one."""

from __future__ import annotations

import msgspec

from cotree.core.actions import FactSeen
from cotree.runtime.bus import Topic
from cotree.runtime.process import telegrams
from cotree.runtime.process.telegrams import Bye, Envelope, Noted, Seen
from cotree.runtime.promises import Identity
from cotree.team import messages
from cotree.team.messages import Letter

ME = Identity("tea", "abc", "pr2")
TEAM = ("pr2", "baxter", "ann")
LETTER = Letter(messages.VERSION, "tea", "abc", "baxter", 7, 1, 1)


def letter(**other: object) -> bytes:
    """A letter of baxter's, or one in which this is different."""
    return messages.encode(msgspec.structs.replace(LETTER, **other))


def envelope(**other: object) -> bytes:
    """A telegram of baxter's, or one in which this is different."""
    made = Envelope(telegrams.VERSION, "tea", "abc", "baxter", inside=Bye("success"))
    return telegrams.encode(msgspec.structs.replace(made, **other))


FORGED = Seen((Noted(FactSeen("ann/word", "here"), 3, "baxter"),), 1.0)
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
    ("sight", envelope(inside=FORGED), "forged"),
]
"""Topic, message of baxter's, and the word that it is counted by."""
NAMED = [f"{topic} {word} {number}" for number, (topic, _, word) in enumerate(WRONG)]
