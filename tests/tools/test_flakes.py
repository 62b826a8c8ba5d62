from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import flakes

SAID = [
    "..R..",
    "RERUN tests/a.py::test_one cotree.conformance.waiting.Late: it comes: not after 120 s",
    "FAILED tests/a.py::test_two[x-1] - assert 1 == 2",
    "ERROR tests/b.py::test_three - OSError",
    "2 failed, 1 passed, 1 rerun in 3.00s",
]


def test_what_failed_and_what_was_run_again_is_read_from_what_pytest_says() -> None:
    assert flakes.told(SAID) == {
        "RERUN": ["tests/a.py::test_one"],
        "FAILED": ["tests/a.py::test_two[x-1]"],
        "ERROR": ["tests/b.py::test_three"],
    }


def test_the_worst_is_told_first_and_the_rate_is_that_of_one_test() -> None:
    rounds = [{"FAILED": ["b"]}, {"FAILED": ["a"], "RERUN": ["c"]}, {"ERROR": ["a"]}, {}]
    assert [line.split()[-1] for line in flakes.table(rounds)] == ["a", "b", "c"]
    assert flakes.table(rounds)[0].split() == ["2", "failed", "0", "again", "a"]
    assert flakes.rates(rounds) == 0.5
    assert flakes.rates([]) == 0.0


def test_rounds_that_were_made_are_not_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rounds"
    file.write_text("".join(f"{json.dumps(each)}\n" for each in ({}, {"FAILED": ["a"]})))
    words = ["--rounds", "2", "--busy", "0", "--file", str(file)]
    assert flakes.main(words) == 1
    assert capsys.readouterr().out.splitlines()[-1].endswith("worst 50.0 %")
