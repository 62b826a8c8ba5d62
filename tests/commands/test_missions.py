"""``cotree missions``, and words that are wrong."""

from __future__ import annotations

import json

import pytest

from cotree import cli
from cotree.trees.reading.shipped import known


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> list[str]:
    assert cli.main(words) == code
    out, err = capsys.readouterr()
    return (out if code == 0 else err).splitlines()


def test_every_mission_that_came_along_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "missions")
    assert [line.split()[0] for line in lines] == list(known())
    assert "fetch_cup         The smallest useful mission: one robot brings one cup." in lines
    assert all(len(line.split(maxsplit=1)) == 2 for line in lines)
    data = json.loads("\n".join(said(capsys, "missions", "--json")))
    assert [each["name"] for each in data] == list(known())


def test_a_mission_is_printed_to_begin_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert "mission: fetch the cup" in said(capsys, "missions", "fetch_cup")
    (line,) = said(capsys, "missions", "fetch", code=2)
    assert line.endswith("no mission of this name came with cotree; did you mean 'fetch_cup'?")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["rnu"], "cotree: there is no command 'rnu'; did you mean 'run'?"),
        (["run", "m.yaml", "--fats"], "cotree: unrecognized arguments: --fats; did you mean '--f"),
        (["run"], "cotree run: the following arguments are required: MISSION ('cotree run --help'"),
        (["robot", "--name", "pr2"], "robot: which mission? 'cotree robot MISSION --name NAME'"),
        (["robot", "--first", "--forget", "--name", "x"], "cotree robot: argument --forget: not"),
    ],
)
def test_words_that_are_wrong_are_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], line: str
) -> None:
    (found,) = said(capsys, *words, code=2)
    assert found.startswith(line)


def test_a_robot_takes_its_mission_as_everybody_does(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        said(capsys, "robot", *mission, "--name", "zoe", code=2)
        for mission in (["fetch_cup"], ["--mission", "fetch_cup"])
    ]
    assert lines[0] == lines[1]
    assert "no teammate 'zoe' in this mission; known: pr2" in lines[0][0]
