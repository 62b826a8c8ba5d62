from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.team.checking import fault, highest_counter
from cotree.team.facts import Fact
from cotree.team.messages import (
    MOST_BYTES,
    MOST_ITEMS,
    VERSION,
    Claim,
    Letter,
    decode,
    encode,
)
from cotree.team.mirror.sightings import Sighting, Stage

PLAIN = Letter(VERSION, "m", "t", "a", 1, 1, 0)


def test_a_letter_survives_the_wire() -> None:
    letter = msgspec.structs.replace(
        PLAIN,
        to=("b",),
        claims=(Claim(0, (3, "a"), 1, 1, also=(1, 2)),),
        facts=(Fact(2, 5, (1, "a"), (2, "b")),),
    )
    assert decode(encode(letter)) == letter


@given(st.binary(max_size=200))
def test_bytes_that_are_no_letter_are_refused_and_never_raise_anything_else(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any one-line text will do
        decode(data)


@given(st.dictionaries(st.sampled_from(Letter.__struct_fields__), st.integers() | st.text()))
def test_letters_with_wrong_fields_are_refused(fields: dict[str, object]) -> None:
    data = msgspec.json.encode({**fields, "claims": 7})
    with pytest.raises(ValueError, match=r"\S"):
        decode(data)


def test_a_letter_that_is_too_long_is_refused_unread() -> None:
    with pytest.raises(ValueError, match=f"at most {MOST_BYTES}"):
        decode(b"[" * (MOST_BYTES + 1))


def test_nesting_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\S"):
        decode(b'{"claims":' + b"[" * 60_000)


@pytest.mark.parametrize(
    "change",
    [
        {"facts": (Fact(3),)},
        {"facts": (Fact(-1),)},
        {"facts": (Fact(0, 1 << 60),)},
        {"claims": (Claim(0, (1, "a"), 1, 1, also=(0,) * 9),)},
        {"claims": (Claim(3, (1, "a"), 1, 1),)},
        {"claims": (Claim(0, (1, "a"), 1, 1, also=(7,)),)},
        {"held": ((3, (1, "a")),)},
        {"digests": (1, 2)},
        {"words": (Sighting("ann", "cup", Stage.REACHING, 0.9, 1.0, "a", 1.0),)},  # said when?
        {"facts": tuple(Fact(0) for _ in range(MOST_ITEMS + 1))},
    ],
)
def test_what_does_not_fit_the_task_is_a_fault(change: dict[str, object]) -> None:
    assert fault(PLAIN, 3, 1) is None
    assert fault(msgspec.structs.replace(PLAIN, **change), 3, 1) is not None


def test_the_highest_counter_is_found_wherever_it_hides() -> None:
    letter = msgspec.structs.replace(PLAIN, clock=4, facts=(Fact(0, 0, (9, "a")),))
    assert highest_counter(letter) == 9
