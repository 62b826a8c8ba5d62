from __future__ import annotations

import pytest

from cotree.core.actions import Keeps
from cotree.core.mission import Reach
from cotree.team.mirror.questions import Answer, Question
from cotree.team.mirror.script import Act, Deed, Pace, ScriptedPerson

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
    person = ScriptedPerson([Reach("Cup", (), 0.4), Reach("Pot", ("Cup",), 0.2)], PACE)
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
    person = ScriptedPerson([Reach("Pot", ("Cup", "Burger"), 0.2)], PACE)
    person.done(0.0, {"Cup"})
    assert person.wakes_s() is None
    person.done(5.0, {"Cup", "Burger"})
    assert person.wakes_s() == pytest.approx(5.2)


def test_who_concedes_says_so_and_withdraws() -> None:
    person = ScriptedPerson([Reach("Cup", keeps=False)], PACE)
    person.done(0.0, set())
    assert person.step(0.0) == [Act(Deed.REACHES, "Cup")]
    person.asked(1.0, question())
    assert person.step(2.4) == []
    assert person.step(2.5) == [Answer("q", Keeps.ROBOT), Act(Deed.WITHDRAWS, "Cup")]
    assert person.over


def test_who_keeps_it_says_so_and_goes_on() -> None:
    person = ScriptedPerson([Reach("Cup")], PACE)
    person.done(0.0, set())
    person.step(0.0)
    person.asked(1.0, question())
    assert person.step(2.5) == [Answer("q", Keeps.HUMAN)]
    assert person.step(2.5) == [Act(Deed.TAKES, "Cup")]


def test_the_hand_waits_while_a_question_is_open() -> None:
    person = ScriptedPerson([Reach("Cup")], Pace(takes_s=1.0, answers_s=9.0))
    person.done(0.0, set())
    person.step(0.0)
    person.asked(0.5, question())
    assert person.step(5.0) == []
    person.retracted("other")
    assert person.step(5.0) == []
    person.retracted("q")
    assert person.step(5.0) == [Act(Deed.TAKES, "Cup")]


def test_while_a_question_is_open_nothing_but_its_answer_wakes_the_person() -> None:
    person = ScriptedPerson([Reach("Cup")], PACE)
    person.done(0.0, set())
    person.step(0.0)
    person.asked(3.0, question())
    assert person.wakes_s() == 4.5
    person.retracted("q")
    assert person.wakes_s() == 4.0


def test_a_question_that_the_script_does_not_know_leaves_it_to_the_robot() -> None:
    person = ScriptedPerson([Reach("Cup")], PACE)
    person.asked(0.0, question("Vase"))
    assert person.step(1.5) == [Answer("q", Keeps.ROBOT)]


def test_what_somebody_else_has_done_is_not_done_again() -> None:
    person = ScriptedPerson([Reach("Cup"), Reach("Pot")], PACE)
    person.done(0.0, {"Cup"})
    assert person.step(0.0) == [Act(Deed.REACHES, "Pot")]
    person.done(1.0, {"Cup", "Pot"})
    assert person.step(1.0) == [Act(Deed.WITHDRAWS, "Pot")]
    assert person.over


def test_a_reach_that_has_not_begun_is_dropped_when_somebody_else_has_done_it() -> None:
    person = ScriptedPerson([Reach("Cup", delay_s=5.0)], PACE)
    person.done(0.0, set())
    person.done(1.0, {"Cup"})
    person.done(1.1, {"Cup"})
    assert person.over


def test_who_says_yes_and_does_nothing_does_nothing() -> None:
    person = ScriptedPerson([Reach("Cup", acts=False)], PACE)
    person.done(0.0, set())
    person.step(0.0)
    person.asked(1.0, question())
    assert person.step(2.5) == [Answer("q", Keeps.HUMAN)]
    assert person.over


def helper(**more: object) -> ScriptedPerson:
    return ScriptedPerson([Reach("Cup", delay_s=1.0, asked=True, **more)], PACE)  # type: ignore[arg-type]


def test_a_line_for_when_help_is_asked_waits_for_the_question() -> None:
    person = helper()
    assert play(person, 100.0, set()) == []
    assert person.over
    person.asked(100.0, question())
    assert play(person, 200.0, set())[1] == (102.5, "reaches")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, ["Keeps.HUMAN", "reaches", "takes", "places"]),
        ({"acts": False}, ["Keeps.HUMAN"]),
        ({"keeps": False}, ["Keeps.ROBOT"]),
    ],
)
def test_who_is_asked_for_help_does_as_the_line_says(
    more: dict[str, object], said: list[str]
) -> None:
    person = helper(**more)
    person.asked(0.0, question())
    assert [what for _, what in play(person, 100.0, set())] == said
    assert person.over


def test_help_comes_after_what_the_hand_is_at() -> None:
    person = ScriptedPerson([Reach("Pot"), Reach("Cup", asked=True)], PACE)
    person.done(0.0, set())
    person.step(0.0)
    person.asked(1.0, question())
    done: set[str] = set()
    assert [what for _, what in play(person, 100.0, done)] == [
        "Keeps.HUMAN", "takes", "places", "reaches", "takes", "places",
    ]  # fmt: skip
    assert done == {"Cup", "Pot"}
