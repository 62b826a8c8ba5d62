from __future__ import annotations

import pytest

from cotree.team.mirror.questions import Answer, Keeps, Question
from cotree.team.mirror.script import Act, Deed, Line, Pace, ScriptedPerson, lines_of

PACE = Pace(takes_s=4.0, answers_s=1.5, places_s=3.0)


def question(leaf: str = "Cup", id_: str = "q") -> Question:
    return Question(id_, "pr2", "ann", leaf, "Do you want to continue?", 0.0)


def play(person: ScriptedPerson, until_s: float, done: set[str]) -> list[tuple[float, str]]:
    """What happens, waking when the person asks to be woken."""
    now_s, told = 0.0, []
    person.done(now_s, done)
    while (wakes_s := person.wakes_s()) is not None and wakes_s <= until_s:
        now_s = max(now_s, wakes_s)
        for act in person.step(now_s):
            told.append((now_s, act.deed.value if isinstance(act, Act) else str(act.keeps)))
            if isinstance(act, Act) and act.deed is Deed.PLACES:
                done.add(act.leaf)
        person.done(now_s, done)
    return told


def test_lines_are_played_in_order_each_when_its_time_has_come() -> None:
    person = ScriptedPerson([Line("Cup", (), 0.4), Line("Pot", ("Cup",), 0.2)], PACE)
    told = play(person, 100.0, set())
    assert [(round(at_s, 3), what) for at_s, what in told] == [
        (0.4, "reaches"),
        (4.4, "takes"),
        (7.4, "places"),
        (7.6, "reaches"),
        (11.6, "takes"),
        (14.6, "places"),
    ]
    assert person.over


def test_a_line_waits_for_what_must_be_done_before() -> None:
    person = ScriptedPerson([Line("Pot", ("Cup", "Burger"), 0.2)], PACE)
    person.done(0.0, {"Cup"})
    assert person.wakes_s() is None
    person.done(5.0, {"Cup", "Burger"})
    assert person.wakes_s() == pytest.approx(5.2)


def test_who_concedes_says_so_and_withdraws() -> None:
    person = ScriptedPerson([Line("Cup", keeps=Keeps.ROBOT)], PACE)
    person.done(0.0, set())
    assert person.step(0.0) == [Act(Deed.REACHES, "Cup")]
    person.asked(1.0, question())
    assert person.step(2.4) == []
    assert person.step(2.5) == [Answer("q", Keeps.ROBOT), Act(Deed.WITHDRAWS, "Cup")]
    assert person.over


def test_who_keeps_it_says_so_and_goes_on() -> None:
    person = ScriptedPerson([Line("Cup")], PACE)
    person.done(0.0, set())
    person.step(0.0)
    person.asked(1.0, question())
    assert person.step(2.5) == [Answer("q", Keeps.HUMAN)]
    assert person.step(2.5) == [Act(Deed.TAKES, "Cup")]


def test_the_hand_waits_while_a_question_is_open() -> None:
    person = ScriptedPerson([Line("Cup")], Pace(takes_s=1.0, answers_s=9.0))
    person.done(0.0, set())
    person.step(0.0)
    person.asked(0.5, question())
    assert person.step(5.0) == []
    person.retracted("other")
    assert person.step(5.0) == []
    person.retracted("q")
    assert person.step(5.0) == [Act(Deed.TAKES, "Cup")]


def test_a_question_that_the_script_does_not_know_leaves_it_to_the_robot() -> None:
    person = ScriptedPerson([Line("Cup")], PACE)
    person.asked(0.0, question("Vase"))
    assert person.step(1.5) == [Answer("q", Keeps.ROBOT)]


def test_what_somebody_else_has_done_is_not_done_again() -> None:
    person = ScriptedPerson([Line("Cup"), Line("Pot")], PACE)
    person.done(0.0, {"Cup"})
    assert person.step(0.0) == [Act(Deed.REACHES, "Pot")]
    person.done(1.0, {"Cup", "Pot"})
    assert person.step(1.0) == [Act(Deed.WITHDRAWS, "Pot")]
    assert person.over


def test_a_reach_that_has_not_begun_is_dropped_when_somebody_else_has_done_it() -> None:
    person = ScriptedPerson([Line("Cup", delay_s=5.0)], PACE)
    person.done(0.0, set())
    person.done(1.0, {"Cup"})
    person.done(1.1, {"Cup"})
    assert person.over


def test_who_says_yes_and_does_nothing_does_nothing() -> None:
    person = ScriptedPerson([Line("Cup", acts=False)], PACE)
    person.done(0.0, set())
    person.step(0.0)
    person.asked(1.0, question())
    assert person.step(2.5) == [Answer("q", Keeps.HUMAN)]
    assert person.over


def test_a_script_is_read_as_the_scenarios_write_it() -> None:
    written: list[dict[str, object]] = [
        {
            "after_done": [],
            "reaches_for": "Cup",
            "delay_s": 0.4,
            "answer_do_you_want_to_continue": "no",
        },
        {"after_done": ["Burger"], "reaches_for": "Tea_Pot"},
    ]
    assert lines_of(written) == (
        Line("Cup", (), 0.4, Keeps.ROBOT),
        Line("Tea_Pot", ("Burger",), 0.0, Keeps.HUMAN),
    )


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({}, "line 1 of the script: says no leaf under 'reaches_for'"),
        ({"reaches_for": 3}, "says no leaf under 'reaches_for'"),
        ("Cup", "says no leaf under 'reaches_for'"),
        ({"reaches_for": "Cup", "after_done": "x"}, "'after_done' must be a list of leaves"),
        ({"reaches_for": "Cup", "delay_s": -1}, "'delay_s' must be seconds of at least 0"),
        ({"reaches_for": "Cup", "delay_s": "1 s"}, "'delay_s' must be seconds of at least 0"),
        (
            {"reaches_for": "Cup", "answer_do_you_want_to_continue": "perhaps"},
            "'answer_do_you_want_to_continue' must be yes or no, found 'perhaps'",
        ),
        (
            {"reaches_for": "Cup", "answer_do_you_want_to_continue": False},
            "'answer_do_you_want_to_continue' must be yes or no, found False",
        ),
    ],
)
def test_a_mistake_in_a_script_says_what_would_be_right(entry: object, message: str) -> None:
    found = lines_of([entry])  # type: ignore[list-item]
    assert isinstance(found, str)
    assert message in found
