from __future__ import annotations

import msgspec
import pytest

from cotree.core.checked import Checked


class Word(msgspec.Struct, frozen=True):
    text: str
    inside: list[object] = []


def checked() -> Checked[Word]:
    return Checked(Word, "a word", 2000)


def test_what_is_written_is_read_again() -> None:
    word = Word("cup")
    assert checked().decode(checked().encode(word)) == word


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"x" * 2001, "2001 bytes; a word has at most 2000"),
        (b'{"text":"\xff"}', "not UTF-8"),
        (b'{"text":1}', "Expected `str`"),
        (b'{"text":"a","inside":' + b"[" * 1900, "nested|truncated"),
    ],
)
def test_what_is_no_such_value_is_refused_in_one_line(data: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why) as error:
        checked().decode(data)
    assert "\n" not in str(error.value)
