from __future__ import annotations

import pytest

from cotree.cli import main
from cotree.trees.catalogue import catalogue
from cotree.trees.reference.book import book, page, summary

Streams = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ([], summary(catalogue())),
        (["retry"], page("retry", catalogue())),
        (["at", "rate"], page("at rate", catalogue())),
        (["for each"], page("for each", catalogue())),
        (["--markdown"], book(catalogue()).rstrip("\n")),
    ],
)
def test_words_are_listed_and_explained(args: list[str], text: str, capsys: Streams) -> None:
    assert main(["words", *args]) == 0
    assert capsys.readouterr().out == f"{text}\n"


def test_an_unknown_word_is_answered_as_in_a_mission(capsys: Streams) -> None:
    assert main(["words", "fallback"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "no behaviour 'fallback'; did you mean 'selector' or 'or'?\n"


def test_a_robot_and_a_world_are_shown_as_they_are_written(capsys: Streams) -> None:
    assert main(["words", "carrier"]) == 0
    carrier = capsys.readouterr().out
    assert carrier.startswith("robot carrier\n\n#")
    assert "  gripper: gripper\n" in carrier
    assert main(["words", "kitchen"]) == 0
    assert capsys.readouterr().out.startswith("world kitchen\n\n#")
