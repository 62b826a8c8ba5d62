"""Keys and ports of teams."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cotree.runtime.bus import TOPICS
from cotree.zenoh.names import (
    BLOCKS,
    FIRST_PORT,
    PORTS,
    all_in,
    all_on,
    chunk,
    key,
    parts_of,
    ports_of,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80)


@given(TEXT, TEXT, st.sampled_from(TOPICS))
def test_a_key_tells_topic_and_sender_of_its_own_team_only(
    team: str, member: str, topic: str
) -> None:
    made = key(team, topic, member)
    assert parts_of(made, team) == (topic, member)
    assert parts_of(made, team + "x") is None
    assert not set(chunk(member)) & set("*$?#/@ ")


@given(TEXT, TEXT)
def test_different_names_are_different_parts(one: str, other: str) -> None:
    assert (chunk(one) == chunk(other)) == (one == other)


@given(TEXT)
def test_a_team_meets_where_systems_hand_out_no_ports(team: str) -> None:
    ports = ports_of(team)
    assert len(ports) == PORTS
    assert ports[0] >= FIRST_PORT
    assert ports[-1] < FIRST_PORT + PORTS * BLOCKS < 32_000


def test_a_key_of_something_else_is_none() -> None:
    for text in ("", "cotree", "cotree/tea/letters", "cotree/tea/letters/a/b", "x/tea/letters/a"):
        assert parts_of(text, "tea") is None


def test_all_topics_are_one_key_and_some_are_one_each() -> None:
    assert all_on("tea", TOPICS) == [all_in("tea")] == ["cotree/tea/*/*"]
    assert all_on("tea", ["letters", "talk"]) == ["cotree/tea/letters/*", "cotree/tea/talk/*"]
