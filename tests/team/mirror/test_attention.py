from __future__ import annotations

from cotree.core.actions import Keeps
from cotree.team.mirror.attention import Attention
from cotree.team.mirror.questions import Answer, Question


def question(id_: str, robot: str = "pr2", since_s: float = 0.0, person: str = "ann") -> Question:
    return Question(id_, robot, person, "cup", "Do you want to continue?", since_s)


def test_one_question_at_a_time_the_longest_waiting_first() -> None:
    ann = Attention("ann")
    first, late, early = question("a"), question("b", since_s=2.0), question("c", since_s=1.0)
    assert ann.ask(0.0, first) == first
    assert ann.ask(2.0, late) is None
    assert ann.ask(2.1, early) is None
    assert ann.answer(3.0, "a", Keeps.ROBOT) == (Answer("a", Keeps.ROBOT), early)
    assert ann.answer(4.0, "c", Keeps.HUMAN) == (Answer("c", Keeps.HUMAN), late)
    assert ann.answer(5.0, "b", None) == (Answer("b", None), None)
    assert ann.open is None


def test_of_robots_that_wait_equally_long_the_order_does_not_depend_on_who_arrives_first() -> None:
    for order in (("pr2", "baxter"), ("baxter", "pr2")):
        ann = Attention("ann")
        ann.ask(0.0, question("a"))
        for robot in order:
            ann.ask(1.0, question(robot, robot, since_s=1.0))
        assert [one.id for one in ann.waiting] == ["baxter", "pr2"]


def test_a_question_that_comes_twice_is_asked_once() -> None:
    ann = Attention("ann")
    ann.ask(0.0, question("a"))
    assert ann.ask(0.1, question("a")) is None
    ann.answer(1.0, "a", Keeps.HUMAN)
    assert ann.ask(1.1, question("a")) is None
    assert ann.waiting == []


def test_a_retracted_question_gives_way_and_is_not_asked_again() -> None:
    ann = Attention("ann")
    ann.ask(0.0, question("a"))
    ann.ask(0.0, question("b"))
    ann.ask(0.0, question("c"))
    assert ann.retract(1.0, "b") is None
    assert ann.retract(1.0, "a") == question("c")
    assert ann.ask(2.0, question("a")) is None
    assert ann.retract(2.0, "late") is None
    assert ann.ask(2.1, question("late")) is None


def test_an_answer_to_a_question_that_is_not_open_is_none() -> None:
    ann = Attention("ann")
    assert ann.answer(0.0, "a", Keeps.HUMAN) == (None, None)
    ann.ask(0.0, question("a"))
    ann.ask(0.0, question("b"))
    assert ann.answer(0.0, "b", Keeps.HUMAN) == (None, None)
    assert ann.open == question("a")


def test_words_answer_the_open_question_by_its_polarity() -> None:
    ann = Attention("ann")
    assert ann.hear(0.0, "yes") == (None, None)
    ann.ask(0.0, question("a"))
    assert ann.hear(1.0, "yes")[0] == Answer("a", Keeps.HUMAN)
    grab = Question("b", "pr2", "ann", "cup", "Should I grab the cup?", 0.0, yes=Keeps.ROBOT)
    ann.ask(2.0, grab)
    assert ann.hear(3.0, "yes")[0] == Answer("b", Keeps.ROBOT)


def test_somebody_elses_question_is_not_asked() -> None:
    assert Attention("ann").ask(0.0, question("a", person="bob")) is None


def test_a_question_whose_robot_fell_silent_gives_way() -> None:
    ann = Attention("ann")
    ann.ask(0.0, question("a"))
    ann.ask(0.0, question("b"))
    assert ann.time(14.9) is None
    assert ann.time(15.0) == question("b")
    assert ann.time(29.0) is None
