"""What comes over the bus: read, or dropped, counted and told once."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.actions import FactSeen, ObjectSeen
from cotree.runtime.bus import MOST_BYTES, Topic
from cotree.runtime.hub import Hub
from cotree.runtime.process.names import Names
from cotree.runtime.process.telegrams import Bye, Noted, Seen
from cotree.runtime.process.wire import Wire
from tests.kit.wrong import KNOWN, LETTER, ME, NAMED, WRONG, envelope, letter

SEEN = Seen((Noted(ObjectSeen("cup", (1.0, 2.0, 0.0), ("baxter", "left")), 3, "baxter"),), 4.0)


def heard(topic: Topic, data: bytes) -> tuple[Wire, list[str], object]:
    hub, told = Hub(), list[str]()
    wire = Wire(hub.join("pr2"), ME, KNOWN, told.append)
    other = hub.join("baxter")
    for _ in range(3):
        other.send(topic, data)
    return wire, told, wire.receive()


def test_letters_and_telegrams_arrive_as_they_were_sent() -> None:
    hub = Hub()
    one = Wire(hub.join("pr2"), ME, KNOWN, print)
    other = Wire(hub.join("baxter"), msgspec.structs.replace(ME, name="baxter"), KNOWN, print)
    other.send([LETTER])
    other.tell([SEEN, Bye("success")])
    post = one.receive()
    assert post.letters == [LETTER]
    assert post.telegrams == [("baxter", SEEN), ("baxter", Bye("success"))]
    assert not one.bad


@pytest.mark.parametrize(("topic", "data", "word"), WRONG, ids=NAMED)
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
    wire = Wire(hub.join("pr2"), ME, Names(frozenset(("pr2",))), lambda text: None)
    hub.join("baxter").send("letters", letter())
    assert wire.receive().letters == []
    assert wire.bad == {"stranger": 1}


def test_a_teammate_may_repeat_what_another_one_has_told_of_itself() -> None:
    told = Seen((Noted(FactSeen("ann/word", "here"), 3, "ann"),), 1.0)
    wire, _, post = heard("sight", envelope(inside=told))
    assert [each for _, each in post.telegrams] == [told] * 3  # type: ignore[attr-defined]
    assert not wire.bad


def test_what_no_datagram_takes_is_refused_in_words() -> None:
    hub, told = Hub(), list[str]()
    one, other = Wire(hub.join("pr2"), ME, KNOWN, told.append), hub.join("baxter")
    long = Seen((Noted(FactSeen("pr2/word", "x" * MOST_BYTES), 1, "pr2"),), 0.0)
    one.tell([long, long, Bye("success")])
    assert len(other.receive()) == 1
    assert one.bad == {"too long": 2}
    assert len(told) == 1
    assert told[0].startswith("'pr2/word' is too long to be told to the team: ")


@given(st.sampled_from(["letters", "talk", "sight", "telling"]), st.binary(max_size=200))
def test_no_bytes_raise(topic: Topic, data: bytes) -> None:
    heard(topic, data)
