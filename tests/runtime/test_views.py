from __future__ import annotations

import pytest

from cotree.core.changes import ClaimChange, NodeChange, NodeState, StepChange, StepWord
from cotree.runtime.views import Views

S = NodeState
CUP = ["task/cup", "task/cup/pick"]


def say(views: Views, robot: str, state: NodeState, path: str = "task/cup/pick") -> None:
    views.say(robot, NodeChange(path, state))


def stands(views: Views, path: str = "task/cup/pick") -> tuple[NodeState, str]:
    change, robot = views.merged(path)
    return change.state, robot


def claim(views: Views, robot: str, word: str, why: str = "") -> bool:
    change = ClaimChange("task/cup", word, why=why)  # type: ignore[arg-type]
    return views.claim(robot, change, CUP)


def test_what_nobody_speaks_of_rests() -> None:
    assert stands(Views()) == (S.INACTIVE, "")


@pytest.mark.parametrize(
    ("said", "state", "robot"),
    [
        ((S.RUNNING, S.DONE), S.RUNNING, "ann"),
        ((S.DONE, S.CLAIMING), S.DONE, ""),
        ((S.WAITING, S.CLAIMING), S.CLAIMING, "bob"),
        ((S.FAILED, S.CLAIMING), S.FAILED, ""),
        ((S.WAITING, S.INACTIVE), S.WAITING, ""),
        ((S.SKIPPED, S.WAITING), S.SKIPPED, ""),
    ],
)
def test_the_team_stands_as_whoever_says_most(
    said: tuple[NodeState, NodeState], state: NodeState, robot: str
) -> None:
    views = Views()
    for name, each in zip(("ann", "bob"), said, strict=True):
        say(views, name, each)
    assert stands(views) == (state, robot)


def test_whoever_has_the_piece_is_believed() -> None:
    views = Views()
    say(views, "ann", S.DONE)  # its own attempt, which came to nothing
    say(views, "bob", S.WAITING)
    assert claim(views, "bob", "won")
    assert stands(views) == (S.WAITING, "bob")


def test_whoever_did_it_is_known_also_when_others_learn_it() -> None:
    views = Views()
    claim(views, "bob", "won")
    say(views, "bob", S.DONE)
    claim(views, "bob", "released", "done")
    say(views, "ann", S.DONE)
    assert stands(views) == (S.DONE, "bob")
    say(views, "bob", S.INACTIVE)  # its tree lets the leaf go, and it is done all the same
    assert stands(views) == (S.DONE, "bob")


@pytest.mark.parametrize(
    ("word", "why"), [("released", "not needed"), ("given_up", ""), ("halted", "person")]
)
def test_after_that_the_piece_is_nobodys(word: str, why: str) -> None:
    views = Views()
    claim(views, "bob", "won")
    assert claim(views, "bob", word, why)
    say(views, "ann", S.DONE)
    assert (views.holder("task/cup"), stands(views)) == ("", (S.DONE, ""))


def test_a_question_changes_nothing() -> None:
    views = Views()
    assert not claim(views, "bob", "asked")
    assert not claim(views, "bob", "denied", "held")


def test_a_dead_robot_does_not_run_what_another_took_over() -> None:
    views = Views()
    claim(views, "ann", "won")
    say(views, "ann", S.RUNNING)
    claim(views, "bob", "won")
    assert stands(views) == (S.INACTIVE, "")
    assert views.holder("task/cup/pick") == "bob"


def test_of_a_process_that_is_gone_only_what_it_did_counts() -> None:
    views = Views()
    claim(views, "ann", "won")
    say(views, "ann", S.RUNNING)
    say(views, "ann", S.DONE, "task/cup")
    assert list(views.forget("ann")) == ["task/cup/pick"]
    assert stands(views) == (S.INACTIVE, "")
    assert stands(views, "task/cup") == (S.DONE, "ann")


@pytest.mark.parametrize("state", [S.DONE, S.SKIPPED])
def test_what_a_person_was_seen_to_finish_is_the_persons(state: NodeState) -> None:
    views = Views()
    claim(views, "bob", "won")
    say(views, "bob", S.RUNNING)
    seen = ClaimChange("task/cup", "seen_done", holder="zoe")
    assert views.claim("ann", seen, CUP)
    claim(views, "bob", "halted", "done")
    say(views, "bob", state)
    assert stands(views) == (state, "zoe")


# -- people at steps ---------------------------------------------------------------------------


def step(views: Views, word: StepWord, who: str = "eve", to: str = "") -> list[str]:
    return views.step(StepChange("task/W1/glue", word, who, to), person=who == "eve")


def test_a_person_at_a_step_runs_it_and_what_is_above() -> None:
    views = Views()
    say(views, "bob", S.WAITING, "task/W1/glue")
    say(views, "bob", S.WAITING, "task/W1")
    assert step(views, "began") == ["task/W1/glue", "task/W1", "task"]
    assert stands(views, "task/W1/glue") == (S.RUNNING, "eve")
    assert stands(views, "task/W1") == (S.RUNNING, "")
    assert stands(views, "task/W2") == (S.INACTIVE, "")


def test_what_a_person_placed_is_done_by_her_until_it_is_returned() -> None:
    views = Views()
    step(views, "began")
    step(views, "placed")
    assert stands(views, "task/W1/glue") == (S.DONE, "eve")
    assert stands(views, "task/W1") == (S.INACTIVE, "")
    step(views, "returned", "bob")
    assert stands(views, "task/W1/glue") == (S.INACTIVE, "")


@pytest.mark.parametrize("word", ["stopped", "declined", "gave", "misplaced"])
def test_after_these_words_she_is_at_it_no_more(word: StepWord) -> None:
    views = Views()
    step(views, "began")
    step(views, word)
    assert stands(views, "task/W1/glue") == (S.INACTIVE, "")


@pytest.mark.parametrize("word", ["shared", "asked", "believes", "lasts"])
def test_other_words_leave_her_at_it(word: StepWord) -> None:
    views = Views()
    step(views, "began")
    assert step(views, word, "bob") == []
    assert stands(views, "task/W1/glue") == (S.RUNNING, "eve")


def test_a_robot_that_only_speaks_of_a_step_is_not_at_it() -> None:
    views = Views()
    step(views, "began")
    assert step(views, "began", "bob", "eve") == []
    assert stands(views, "task/W1/glue") == (S.RUNNING, "eve")


def test_a_robot_whose_hands_move_is_believed_before_words_about_a_person() -> None:
    views = Views()
    step(views, "began")
    say(views, "bob", S.RUNNING, "task/W1/glue")
    assert stands(views, "task/W1/glue") == (S.RUNNING, "bob")
