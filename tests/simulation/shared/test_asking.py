"""Questions over a bus that loses messages: asked until answered, heard once, answered again."""

from __future__ import annotations

from cotree.core.actions import Answered, Ask, Keeps, Posed, Say, Unask
from cotree.runtime.process.telegrams import Spoken
from cotree.simulation.shared.asking import AGAIN_S, FORGOTTEN_S, MOST_OPEN, Answering, Asking

ASK = Ask("pr2", "ann", "q1", "task/cup", "Do you want to continue?")
YES = Answered("q1", Keeps.HUMAN)


def test_a_question_is_asked_again_until_it_is_answered() -> None:
    asking = Asking()
    asking.says(ASK, 0.0)
    assert asking.telling(0.0) == [Spoken("ann", ASK)]
    assert asking.telling(AGAIN_S / 2) == []
    assert asking.telling(AGAIN_S) == [Spoken("ann", ASK)]
    asking.hears(Posed("q1"))
    assert asking.telling(2 * AGAIN_S) == [Spoken("ann", ASK)]
    asking.hears(YES)
    assert asking.telling(3 * AGAIN_S) == []


def test_what_is_taken_back_or_forgotten_is_not_asked_again() -> None:
    asking = Asking()
    asking.says(ASK, 0.0)
    asking.says(Unask("pr2", "ann", "q1"), 0.1)
    assert asking.telling(0.1) == [Spoken("ann", ASK), Spoken("ann", Unask("pr2", "ann", "q1"))]
    assert asking.telling(1.0) == []
    asking.says(ASK, 1.0)
    asking.telling(1.0)
    assert asking.telling(FORGOTTEN_S + 2.0) == []


def test_a_question_is_heard_once_and_its_answer_is_said_again_when_it_was_lost() -> None:
    ann = Answering("ann")
    assert ann.hears(ASK, 0.0) == (ASK, None)
    assert ann.hears(ASK, 0.5) == (None, None)
    ann.says(Spoken("pr2", YES))
    assert ann.hears(ASK, 1.0) == (None, Spoken("pr2", YES))
    say = Say("pr2", "ann", "Thank you")
    assert ann.hears(say, 1.0) == (say, None)


def test_a_question_that_nobody_asks_any_more_is_taken_back() -> None:
    ann = Answering("ann")
    ann.hears(ASK, 0.0)
    assert ann.silent(2.0) == []
    assert ann.silent(10.0) == [Unask("pr2", "ann", "q1")]
    assert ann.silent(20.0) == []


def test_nobody_is_asked_more_at_a_time_than_anybody_answers() -> None:
    ann = Answering("ann")
    asks = [Ask("pr2", "ann", f"q{number}", "task", "?") for number in range(2 * MOST_OPEN)]
    asked = [ask for ask in asks if ann.hears(ask, 0.0)[0] is not None]
    assert asked == asks[:MOST_OPEN]
    ann.hears(Unask("pr2", "ann", "q7"), 1.0)
    assert ann.hears(asks[-1], 1.0) == (asks[-1], None)
    assert ann.hears(asks[-2], 1.0) == (None, None)
