"""Any datagram survives its way through text, and JSON stays readable in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.ros.envelope import MOST_TEXT, NoEnvelope, unwrapped, wrapped
from cotree.ros.names import team_topic, token
from cotree.runtime.bus import MOST_BYTES

JSON_LIKE = st.builds(lambda inner: b'{"a":%b}' % inner, st.binary(max_size=20))


@given(st.one_of(st.binary(max_size=200), JSON_LIKE), st.text(max_size=20))
def test_any_datagram_comes_back_to_the_byte(data: bytes, sender: str) -> None:
    sender = sender.encode(errors="replace").decode()
    assert unwrapped(wrapped("tea", sender, data), "tea") == (sender, data)


@pytest.mark.parametrize("data", [b"", b"null", b' {"a": 1} ', b'{"a": "\xff"}', b'{"a": \x00}'])
def test_what_is_no_plain_json_comes_back_to_the_byte(data: bytes) -> None:
    assert unwrapped(wrapped("tea", "pr2", data), "tea") == ("pr2", data)


def test_json_can_be_read_by_people_on_the_way() -> None:
    assert '"json":{"leaf": "cup"}' in wrapped("tea", "pr2", b'{"leaf": "cup"}')


@given(st.text(max_size=300))
def test_any_text_is_a_datagram_or_says_what_is_wrong(text: str) -> None:
    with pytest.raises(NoEnvelope):
        unwrapped(text, "tea")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x" * (MOST_TEXT + 1), "longer than"),
        ('{"v":2,"team":"tea","sender":"pr2"}', "version 2; I read 1"),
        ('{"v":1,"team":"coffee","sender":"pr2"}', "for team 'coffee'"),
        ('{"v":1,"team":"tea","sender":7}', "Expected `str`"),
        ('{"v":1,"team":"tea","sender":"pr2","base64":"%"}', "."),
        ('{"v":1,"team":"tea","sender":"p","json":' + "[" * 2000 + "}", "."),
    ],
)
def test_what_is_wrong_is_said(text: str, why: str) -> None:
    with pytest.raises(NoEnvelope, match=why):
        unwrapped(text, "tea")


def test_a_datagram_that_is_too_long_for_a_bus_is_refused() -> None:
    with pytest.raises(NoEnvelope, match="longer than"):
        unwrapped(wrapped("tea", "pr2", b"x" * (MOST_BYTES + 1)), "tea")


@given(st.text(min_size=1, max_size=80))
def test_every_name_gives_a_token_that_ros_takes(name: str) -> None:
    name = name.encode(errors="replace").decode()
    made = token(name)
    assert made.isascii()
    assert made[0].isalpha()
    assert "__" not in made
    assert all(c.isalnum() or c == "_" for c in made)
    assert len(made) < 70


def test_a_plain_name_is_its_own_token_and_two_names_never_share_one() -> None:
    assert token("pr2") == "pr2"
    assert token("set the tea table").startswith("set_the_tea_table_")
    assert len({token(name) for name in ("tea table", "tea_table", "Tea table", "tea-table")}) == 4
    assert team_topic("tea", "letters") == "/cotree/tea/letters"
