"""What a robot's agenda does when it begins late, begins again, or hears nobody."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from cotree.core.disturbances import healthy
from cotree.core.errands import Assignment, Course, Errands, Leg, shared_out_by, word_of
from cotree.core.mission import Mission
from cotree.core.steps import NoPlan
from cotree.trees.errands.agenda import Agenda
from cotree.trees.reading import loads
from tests.kit.words import hospital

P3, P6, WALK = "task/deliver p3", "task/deliver p6", "task/walk with the patient, then to p4"
WHO = {P3: "dr", P6: "a1", WALK: "wassi"}
FIRST = Assignment((0, ""), WHO)


@pytest.fixture(scope="module")
def mission() -> Mission:
    return loads(f"mission: hospital\n{hospital()}", "hospital.yaml")


def agenda(mission: Mission, robot: str) -> Agenda:
    return Agenda(mission, robot, WHO)


def answer(assignment: Assignment = FIRST, kind: str = "first") -> Errands:
    return Errands(assignment, (Course(P3, ()),), kind, 0.0, 0.0)  # type: ignore[arg-type]


def hears(one: Agenda, name: str, value: object) -> None:
    text = value if isinstance(value, bool) else msgspec.json.encode(value).decode()
    one.hear([("fact", name)], {name: text})


def follows(mission: Mission, robot: str) -> Agenda:
    """The agenda of a robot that does what was shared out first."""
    one = agenda(mission, robot)
    one.take(answer())
    assert one.reach is None
    return one


def test_the_first_plan_is_asked_for_as_it_was_at_the_outset(mission: Mission) -> None:
    early, late = agenda(mission, "dr"), agenda(mission, "dr")
    hears(late, word_of("a1"), [("s1", "standby"), ("s1", "loaded")])
    hears(late, healthy("wassi"), False)
    assert late.question() == early.question()


def test_who_comes_late_goes_on_from_how_things_stand(mission: Mission) -> None:
    late = agenda(mission, "dr")
    hears(late, word_of("a1"), [("s1", "standby"), ("s1", "loaded")])
    late.take(answer())
    assert late.reach == "given"
    assert late.question().words["a1"][-1] == ("s1", "loaded")


def test_who_comes_late_takes_over_what_a_lost_robot_had(mission: Mission) -> None:
    late = agenda(mission, "dr")
    hears(late, healthy("wassi"), False)
    late.take(answer())
    assert late.reach == "team"


def test_who_begins_again_has_the_word_and_the_assignment_that_it_had_told(
    mission: Mission,
) -> None:
    again = agenda(mission, "wassi")
    told = Assignment((3, "wassi"), {P3: "wassi"})
    hears(again, word_of("wassi"), [("p2", "standby"), ("c2", "standby")])
    hears(again, shared_out_by("wassi"), told)
    assert again.here == ("c2", "standby")
    assert (again.reach, again.question().assignment) == ("given", told)


def test_its_own_word_comes_before_what_is_seen_of_its_state(mission: Mission) -> None:
    again = agenda(mission, "wassi")
    word = [("p2", "standby"), ("c1", "standby"), ("c1", "training")]
    facts = {word_of("wassi"): msgspec.json.encode(word).decode(), "wassi/state": "training"}
    again.hear([("fact", name) for name in facts], facts)
    assert again.words["wassi"] == tuple(word)
    assert again.tells == []


def test_its_own_echo_changes_nothing(mission: Mission) -> None:
    one = follows(mission, "wassi")
    one.arrived(("c2", "standby"))
    one.arrived(("c1", "standby"))
    for name, value in one.tells:
        one.hear([("fact", name)], {name: value})
    assert one.words["wassi"] == (("p2", "standby"), ("c2", "standby"), ("c1", "standby"))
    assert one.reach is None


def test_the_first_of_the_others_shares_out_what_a_silent_robot_had(mission: Mission) -> None:
    dr, a1 = follows(mission, "dr"), follows(mission, "a1")
    assert dr.silence(frozenset({"wassi"}))
    a1.silence(frozenset({"wassi"}))
    assert (dr.reach, a1.reach) == ("team", None)
    assert dr.question().lost == {"wassi"}


def test_when_the_first_is_silent_too_the_next_one_does_it_for_both(mission: Mission) -> None:
    a1 = follows(mission, "a1")
    a1.silence(frozenset({"wassi"}))
    hears(a1, shared_out_by("dr"), Assignment((1, "dr"), {P3: "a1", P6: "a1", WALK: "wassi"}))
    a1.take(answer(a1.assignment or FIRST, "given"))
    a1.silence(frozenset({"wassi", "dr"}))
    assert a1.reach == "team", "dr had nothing, but wassi's work is nobody's yet"


def test_what_a_silent_robot_has_done_is_not_shared_out_again(mission: Mission) -> None:
    dr = follows(mission, "dr")
    dr.done.add(WALK)
    dr.silence(frozenset({"wassi"}))
    assert dr.reach is None


def test_when_it_is_heard_again_it_counts_again(mission: Mission) -> None:
    dr = follows(mission, "dr")
    dr.silence(frozenset({"wassi"}))
    dr.take(NoPlan("impossible", "nobody else can"))
    assert dr.reach is None
    assert dr.silence(frozenset())
    assert dr.reach == "team"
    assert dr.question().lost == frozenset()


def test_a_wish_during_the_first_plan_is_not_lost(mission: Mission) -> None:
    one = agenda(mission, "dr")
    one.want("cheaper")
    one.take(answer())
    assert one.reach == "cheaper"


def way(*spots: tuple[str, str], start: tuple[str, str]) -> tuple[Leg, ...]:
    return tuple(Leg("move", *pair) for pair in pairwise((start, *spots)))


def test_legs_that_were_done_while_it_was_planned_are_not_done_again(mission: Mission) -> None:
    one = follows(mission, "wassi")
    start, c2, c1, c7 = one.here, ("c2", "standby"), ("c1", "standby"), ("c7", "standby")
    one.want("given")
    asked = len(one.question().words["wassi"])
    one.arrived(c2)
    ways = (Course(P3, way(c2, start=start)), Course(WALK, way(c1, c7, c1, start=c2)))
    one.take(Errands(FIRST, ways, "given", 0.0, 0.0, asked))
    assert one.course(P3) == Course(P3, ())
    assert one.course(WALK) == ways[1]
    for spot in (c1, c7):
        one.arrived(spot)
    assert one.course(WALK) == Course(WALK, ways[1].legs[2:]), "also when it begins again"


def test_who_went_elsewhere_meanwhile_keeps_all_of_it(mission: Mission) -> None:
    one = follows(mission, "wassi")
    ways = (Course(WALK, way(("c2", "standby"), ("c1", "standby"), start=one.here)),)
    one.want("given")
    one.arrived(("c2", "training"))
    one.take(Errands(FIRST, ways, "given", 0.0, 0.0, 1))
    assert one.course(WALK) == ways[0]
