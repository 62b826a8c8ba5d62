from __future__ import annotations

from pathlib import Path

import pytest

from cotree.core.errors import InputError
from cotree.trees.reading.source import MOST_BYTES, check_text, decode, read_text


def complaint(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        decode(data, "f.yaml")
    return str(caught.value)


def test_text_is_read_as_utf_8_without_its_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "f.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: \xc3\xa9\n")
    assert read_text(str(path)) == "a: é\n"


def test_wrong_encoding_says_which_byte_on_which_line() -> None:
    said = complaint("a: 1\nb: é\n".encode("latin-1"))
    assert said == "f.yaml:2:4: not UTF-8: byte 0xe9 at offset 8; save the file as UTF-8"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_encodings_are_refused(encoding: str) -> None:
    assert "not UTF-8" in complaint("a: 1".encode(encoding))


def test_nul_is_refused_with_its_place() -> None:
    assert complaint(b"a: 1\n\0") == ("f.yaml:2:1: character NUL is not allowed in a text file")


@pytest.mark.parametrize("char", ["\x1b", "\x7f", "\u202e", "\ufeff", "\u2028", "\ud800"])
def test_characters_that_confuse_terminals_are_refused(char: str) -> None:
    with pytest.raises(InputError, match=rf"f:1:4: character U\+{ord(char):04X} is not"):
        check_text(f"a: {char}", "f")


@pytest.mark.parametrize("text", ["tab\t", "é", "日本", "🤖", "\u0085"])
def test_ordinary_characters_are_welcome(text: str) -> None:
    check_text(text, "f")


def test_the_largest_file_is_read_and_a_larger_one_is_not() -> None:
    assert len(decode(b"x" * MOST_BYTES, "f.yaml")) == MOST_BYTES
    assert complaint(b"x" * (MOST_BYTES + 1)) == "f.yaml:1:1: the file is larger than 256 KiB"
    with pytest.raises(InputError, match="longer than 256 KiB"):
        check_text("x" * (MOST_BYTES + 1), "f.yaml")


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    for path, said in {
        str(tmp_path): "this is a directory, not a file",
        str(tmp_path / "none.yaml"): "no such file",
        "/dev/null": "this is not a regular file",
        "a\0b": "cannot be read: ",
        "x" * 5000: "cannot be read: ",
    }.items():
        with pytest.raises(InputError) as caught:
            read_text(path)
        (problem,) = caught.value.mistakes
        assert problem.message.startswith(said)
        assert (problem.mark.line, problem.mark.column) == (1, 1)


def test_an_unreadable_file_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text("a: 1")

    def refuse(*args: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)  # root may read everything
    with pytest.raises(InputError, match="cannot be read: Permission denied"):
        read_text(str(path))
