"""Random missions of one sentence, run by whole teams with the real claim protocol."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random

import pytest

from cotree.app.again import do_again
from cotree.runtime.read import read
from tests.kit.errand_runs import Case, Ran, could_go_on, solvable_case, tied_case
from tests.kit.kept import kept

SEEDS = 30
"""In every test run; ``-m soak`` adds hundreds."""
TEN = 10
"""Missions per seed of the issue: all succeed when any remaining robot could do the rest."""


def held(case: Case) -> Ran:
    """A run that ended as it must: judged a success, or failed because nobody could do the rest."""
    ran = Ran(case.text)
    assert ran.end.result in ("success", "failure"), (ran.end, case.text)
    if ran.end.result == "failure":
        assert ran.end.reasons, case.text
        assert not could_go_on(ran, case.sentence), (ran.end.reasons, case.text)
    assert not ran.done_twice(), case.text
    return ran


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_team_succeeds_unless_nobody_that_is_left_could(seed: int) -> None:
    held(solvable_case(Random(seed)))


@pytest.mark.parametrize("seed", range(SEEDS, SEEDS + 6))
def test_a_random_run_is_the_same_again_and_its_record_can_be_done_again(seed: int) -> None:
    case = solvable_case(Random(seed))
    one, other = Ran(case.text), Ran(case.text)
    assert one.bytes() == other.bytes()
    with tempfile.TemporaryDirectory() as folder:
        verdict = do_again(read(kept(Path(folder), one.messages)))
    assert verdict.equal, verdict


def test_random_missions_are_of_every_sort() -> None:
    """The tests above are worth something only if most things happen in them."""
    texts = [solvable_case(Random(seed)).text for seed in range(40)]
    for word in (
        "falls",
        "breaks",
        "mends",
        "blocks",
        "clears",
        "/state",
        "- sequence",
        "enter only",
    ):
        assert sum(word in text for text in texts) > 1, word
    assert any("avoid" in text or "[]!" in text for text in texts)


def ended(text: str) -> str:
    """How a run ended; nothing that was not judged true may say that it succeeded."""
    ran = Ran(text)
    assert ran.end.result in ("success", "failure"), (ran.end, text)
    assert not any(reason.code == "untrue" for reason in ran.end.reasons), (ran.end, text)
    assert not ran.done_twice(), text
    return ran.end.result


def test_robots_that_are_tied_to_each_other_do_what_the_sentence_says_or_say_why_not() -> None:
    results = [ended(tied_case(Random(seed))) for seed in range(100, 120)]
    assert results.count("success") >= 8


@pytest.mark.soak
@pytest.mark.parametrize("part", range(5))
def test_hundreds_of_tied_teams_do_what_the_sentence_says_or_say_why_not(part: int) -> None:
    for seed in range(2000 + part * 50, 2050 + part * 50):
        ended(tied_case(Random(seed)))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_hundreds_of_teams_succeed_unless_nobody_that_is_left_could(part: int) -> None:
    for seed in range(1000 + part * 50, 1050 + part * 50):
        held(solvable_case(Random(seed)))


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 10))]
)
def test_ten_missions_per_seed_with_several_disturbances_all_succeed(seed: int) -> None:
    dice, done = Random(seed), 0
    while done < TEN:
        case = solvable_case(dice)
        if case.events > 1:
            done += held(case).end.result == "success"
