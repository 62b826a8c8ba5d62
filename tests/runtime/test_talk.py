"""Who said what to whom, from what robots ordered and heard."""

from __future__ import annotations

import pytest

from cotree.core.actions import Answered, Ask, Keeps, Posed, Say, Unask
from cotree.runtime.talk import Talk, meaning

ASK = Ask("pr2", "ann", "q1", "task/cup", "Do you want to continue with it?")
DONE = Ask("pr2", "ann", "q2", "task/cup", "Have you finished cup?", about_done=True)
HELP = Ask("pr2", "ann", "q3", "task/cup", "Can you do it?", helps=True)
OTHERWISE = Ask("pr2", "ann", "q4", "task/cup", "Should I?", yes=Keeps.ROBOT)


@pytest.mark.parametrize(
    ("ask", "keeps", "done", "words"),
    [
        (ASK, Keeps.HUMAN, None, "yes: ann goes on"),
        (ASK, Keeps.ROBOT, None, "no: pr2 goes on"),
        (ASK, None, None, "says neither yes nor no"),
        (OTHERWISE, Keeps.ROBOT, None, "yes: pr2 goes on"),
        (OTHERWISE, Keeps.HUMAN, None, "no: ann goes on"),
        (HELP, Keeps.HUMAN, None, "yes: ann does it"),
        (HELP, Keeps.ROBOT, None, "no: ann does not do it"),
        (DONE, None, True, "yes: it is done"),
        (DONE, None, False, "no: it is not done"),
        (DONE, Keeps.HUMAN, None, "says neither yes nor no"),
    ],
)
def test_an_answer_is_told_by_what_it_means(
    ask: Ask, keeps: Keeps | None, done: bool | None, words: str
) -> None:
    assert meaning(ask, Answered(ask.question, keeps, done)) == words


def test_an_answer_belongs_to_the_question_of_its_robot() -> None:
    talk = Talk()
    (asked,) = talk.tells((ASK,), 1.0)
    assert (asked.what, asked.robot, asked.person, asked.piece) == (
        "asks", "pr2", "ann", "task/cup",
    )  # fmt: skip
    assert talk.hears("baxter", (Answered("q1", Keeps.ROBOT),), 2.0) == []
    assert talk.hears("pr2", (Posed("q1"),), 2.0) == []
    (answer,) = talk.hears("pr2", (Answered("q1", Keeps.ROBOT),), 2.0)
    assert (answer.t, answer.what, answer.person, answer.keeps) == (2.0, "answers", "ann", "robot")
    assert talk.hears("pr2", (Answered("q1", Keeps.ROBOT),), 3.0) == []
    assert talk.all == [asked, answer]
    assert (talk.guests["ann"].asked, talk.guests["ann"].answered) == (1, 1)


def test_only_an_open_question_is_taken_back() -> None:
    talk = Talk()
    talk.tells((ASK, Unask("pr2", "ann", "q1"), Unask("pr2", "ann", "q1")), 1.0)
    assert [each.what for each in talk.all] == ["asks", "takes_back"]
    talk.tells((DONE,), 2.0)
    talk.restarts("pr2")
    assert talk.tells((Unask("pr2", "ann", "q2"),), 3.0) == []


def test_what_is_just_said_needs_no_answer() -> None:
    talk = Talk()
    (said,) = talk.tells((Say("pr2", "ann", "Cup is yours."),), 1.0)
    assert (said.what, said.text) == ("says", "Cup is yours.")
    assert talk.guests["ann"].asked == 0


def test_several_robots_may_see_the_same() -> None:
    talk = Talk()
    talk.finished("ann", "task/cup")
    talk.finished("ann", "task/cup")
    assert talk.guests["ann"].pieces == ["task/cup"]
