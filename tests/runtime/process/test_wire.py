"""What comes over the bus: read, or dropped, counted and told once."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.actions import ObjectSeen
from cotree.runtime.bus import Topic
from cotree.runtime.disk import Identity
from cotree.runtime.hub import Hub
from cotree.runtime.process import telegrams
from cotree.runtime.process.telegrams import Bye, Envelope, Noted, Seen
from cotree.runtime.process.wire import Wire
from cotree.team import messages
from cotree.team.messages import Letter

ME = Identity("tea", "abc", "pr2")
TEAM = ("pr2", "baxter", "ann")
LETTER = Letter(1, "tea", "abc", "baxter", 7, 1, 1)
SEEN = Seen((Noted(ObjectSeen("cup", (1.0, 2.0, 0.0), ("baxter", "left")), 3, "baxter"),), 4.0)


def heard(topic: Topic, data: bytes) -> tuple[Wire, list[str], object]:
    hub, told = Hub(), list[str]()
    wire = Wire(hub.join("pr2"), ME, TEAM, told.append)
    other = hub.join("baxter")
    for _ in range(3):
        other.send(topic, data)
    return wire, told, wire.receive()


def test_letters_and_telegrams_arrive_as_they_were_sent() -> None:
    hub = Hub()
    one = Wire(hub.join("pr2"), ME, TEAM, print)
    other = Wire(hub.join("baxter"), msgspec.structs.replace(ME, name="baxter"), TEAM, print)
    other.send([LETTER])
    other.tell([SEEN, Bye("success")])
    post = one.receive()
    assert post.letters == [LETTER]
    assert post.telegrams == [("baxter", SEEN), ("baxter", Bye("success"))]
    assert not one.bad


def envelope(**other: object) -> bytes:
    usual: dict[str, object] = {"v": 1, "mission": "tea", "tree": "abc", "sender": "baxter"}
    return telegrams.encode(Envelope(**{**usual, "inside": Bye("success"), **other}))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("topic", "data", "word"),
    [
        ("letters", b"{", "malformed"),
        ("letters", b"\xff\xff", "malformed"),
        ("letters", b"[" * 60_000, "malformed"),
        ("letters", messages.encode(msgspec.structs.replace(LETTER, sender="ann")), "sender"),
        ("letters", messages.encode(msgspec.structs.replace(LETTER, v=9)), "version"),
        ("letters", messages.encode(msgspec.structs.replace(LETTER, mission="lunch")), "mission"),
        ("letters", messages.encode(msgspec.structs.replace(LETTER, tree="xyz")), "tree"),
        ("talk", b"{}", "malformed"),
        ("talk", envelope(sender="ann"), "sender"),
        ("talk", envelope(v=2), "version"),
        ("talk", envelope(mission="lunch"), "mission"),
        ("talk", envelope(tree="xyz"), "tree"),
        ("sight", envelope(), "topic"),
    ],
)
def test_what_is_wrong_is_dropped_counted_and_told_once(
    topic: Topic, data: bytes, word: str
) -> None:
    wire, told, post = heard(topic, data)
    assert (post.letters, post.telegrams) == ([], [])  # type: ignore[attr-defined]
    assert wire.bad == {word: 3}
    assert len(told) == 1
    assert told[0].startswith("dropped a message of 'baxter'")


def test_who_is_nobody_of_the_team_is_not_heard() -> None:
    hub = Hub()
    wire = Wire(hub.join("pr2"), ME, ("pr2",), lambda text: None)
    hub.join("baxter").send("letters", messages.encode(LETTER))
    assert wire.receive().letters == []
    assert wire.bad == {"stranger": 1}


@given(st.sampled_from(["letters", "talk", "sight", "telling"]), st.binary(max_size=200))
def test_no_bytes_raise(topic: Topic, data: bytes) -> None:
    heard(topic, data)
