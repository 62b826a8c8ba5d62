"""Every bad file says what is wrong with it, one line for each mistake.

The expected lines stand in the files themselves, as comments ``# expect: FILE:LINE:COLUMN: ...``.
Messages of the YAML parser differ between its versions, so of those only the line is compared.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from cotree.behaviours.declare import Declaration
from cotree.cli import main
from cotree.core.errors import InputError
from cotree.trees.reading import load

BAD = Path(__file__).parents[2] / "corpus" / "bad"
FILES = sorted(path.name for path in BAD.glob("*.yaml"))
SILENT = {
    "empty.yaml": ["empty.yaml:1:1: the file is empty"],
    "utf16.yaml": [
        "utf16.yaml:1:1: not UTF-8: byte 0xff at offset 0; save the file as UTF-8",
    ],
}
"""Files that can hold no comment."""

PARSER = re.compile(r"^(.*?:\d+):\d+: not valid YAML: .*$")


def expected(name: str) -> list[str]:
    text = (BAD / name).read_bytes().decode("utf-8", "replace")
    return SILENT.get(name) or re.findall(r"^# expect: (.*)$", text, re.MULTILINE)


def comparable(lines: list[str]) -> list[str]:
    return [PARSER.sub(r"\1: not valid YAML", line) for line in lines]


def test_the_corpus_is_large() -> None:
    assert len(FILES) >= 120


@pytest.mark.parametrize("name", FILES)
def test_a_bad_file_says_what_is_wrong(
    name: str, words: Mapping[str, Declaration], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(BAD)
    with pytest.raises(InputError) as caught:
        load(name, catalogue=words)
    assert expected(name)
    assert comparable(str(caught.value).splitlines()) == comparable(expected(name))


@pytest.mark.parametrize("name", FILES)
def test_every_line_has_a_place_and_fits_a_terminal(
    name: str, words: Mapping[str, Declaration], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(BAD)
    with pytest.raises(InputError) as caught:
        load(name, catalogue=words)
    for line in str(caught.value).splitlines():
        assert re.match(r"^[\w/.]+:[1-9]\d*:[1-9]\d*: .", line)
        assert line.isprintable()
        assert len(line) < 380


def test_the_command_reports_all_files_and_exits_with_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(BAD)
    assert main(["validate", *FILES, "nowhere.yaml", "parts"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    lines = [line for name in FILES for line in expected(name)]
    lines += ["nowhere.yaml:1:1: no such file", "parts:1:1: this is a directory, not a file"]
    assert comparable(err.splitlines()) == comparable(lines)


def test_ten_megabytes_are_refused_without_being_read(
    tmp_path: Path, words: Mapping[str, Declaration]
) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as file:
        file.truncate(10_000_000)
    with pytest.raises(InputError, match="the file is larger than 256 KiB"):
        load(path, catalogue=words)
