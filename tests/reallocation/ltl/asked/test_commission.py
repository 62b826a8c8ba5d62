"""The planner's door: from a question in words to an answer in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from cotree.core.errands import Assignment, Errands, Question, Spot, Stretch
from cotree.core.mission import Mission
from cotree.core.spots import first_spots
from cotree.core.steps import NoPlan
from cotree.reallocation.ltl.asked.commission import Commission
from cotree.reallocation.ltl.asked.order import order_of
from tests.kit.errand_missions import mission

NEAR, FAR = "task/visit b", "task/visit d"
PAIR = ("visit: b", "visit: d")
CHAIN = "task/sequence b, d"


def ask(
    read: Mission,
    robot: str = "r0",
    words: Mapping[str, tuple[Spot, ...]] | None = None,
    **more: Any,
) -> Errands | NoPlan:
    known: dict[str, tuple[Spot, ...]] = {n: (spot,) for n, spot in first_spots(read).items()}
    question = Question(robot, more.pop("reach", "team"), known | dict(words or {}), **more)
    return Commission(order_of(read)).answer(question)


def planned(answer: Errands | NoPlan) -> Errands:
    assert isinstance(answer, Errands), answer
    return answer


def refused(answer: Errands | NoPlan) -> NoPlan:
    assert isinstance(answer, NoPlan), answer
    return answer


def idle(*places: str) -> tuple[Spot, ...]:
    return tuple((place, "idle") for place in places)


def steps(answer: Errands) -> dict[str, list[str]]:
    """By errand, in order: where each leg leads."""
    return {course.errand: [leg.target[0] for leg in course.legs] for course in answer.way}


SHARED = Assignment((0, ""), {NEAR: "r0", FAR: "r1"})


# -- at first ------------------------------------------------------------------------------------


def test_at_first_all_robots_are_told_the_same() -> None:
    answers = [planned(ask(mission(*PAIR, at="ac"), robot)) for robot in ("r0", "r1")]
    assert [answer.assignment for answer in answers] == [SHARED, SHARED]
    assert [steps(answer) for answer in answers] == [{NEAR: ["b"]}, {FAR: ["d"]}]
    assert {answer.kind for answer in answers} == {"first"}


def test_a_way_is_cut_where_errands_are_done() -> None:
    answer = planned(ask(mission("visit: b", "visit: d", "visit: c", at="a")))
    assert [step for course in answer.way for step in steps(answer)[course.errand]] == [
        "b",
        "c",
        "d",
    ]
    assert all(len(course.legs) == 1 for course in answer.way)


def test_errands_that_end_together_share_the_last_leg() -> None:
    answer = planned(ask(mission("visit: d", '"<>(d && idle)"', at="c")))
    assert sorted(len(course.legs) for course in answer.way) == [0, 1]
    (leg,) = (leg for course in answer.way for leg in course.legs)
    assert set(leg.advances) == {"task/visit d", "task/<>(d && idle)"}


def test_what_is_true_at_once_is_still_somebodys_to_say() -> None:
    answer = planned(ask(mission("visit: a", "visit: d", at="ac")))
    assert answer.assignment.who == {"task/visit a": "r0", "task/visit d": "r1"}
    assert steps(answer) == {"task/visit a": []}


def test_what_nobody_can_do_is_refused_with_the_smallest_reason() -> None:
    answer = refused(ask(mission("visit: b", "visit: d", '"[]!d"', at="ac")))
    assert answer.status == "impossible"
    assert "<>d" in answer.message
    assert "[]!d" in answer.message
    assert "<>b" not in answer.message


# -- the same assignment, another way --------------------------------------------------------------


def test_given_the_assignment_only_the_way_is_planned_from_where_the_robot_is() -> None:
    answer = planned(
        ask(
            mission(*PAIR, at="ac"),
            words={"r0": idle("a", "b", "c")},
            reach="given",
            assignment=Assignment((4, "r1"), {NEAR: "r1", FAR: "r0"}),
        )
    )
    assert answer.assignment.revision == (4, "r1")
    assert steps(answer) == {FAR: ["d"]}
    assert answer.kind == "given"


def test_with_given_work_what_others_cannot_do_is_not_asked() -> None:
    answer = ask(mission(*PAIR, at="ac"), reach="me", assignment=SHARED, lost=frozenset(["r1"]))
    assert planned(answer).kind == "local"


def test_my_own_errands_on_another_way_round_what_is_blocked() -> None:
    answer = ask(
        mission("visit: d", at="b"),
        reach="me",
        assignment=Assignment((0, ""), {FAR: "r0"}),
        blocked=(("r0", "b", "d"),),
    )
    assert steps(planned(answer)) == {FAR: ["c", "d"]}


def test_what_is_blocked_for_another_robot_is_none_of_my_business() -> None:
    answer = ask(
        mission("visit: d", at="bc"),
        reach="me",
        assignment=Assignment((0, ""), {FAR: "r0"}),
        blocked=(("r1", "b", "d"),),
    )
    assert steps(planned(answer)) == {FAR: ["d"]}


def test_if_i_alone_cannot_that_is_said_of_me() -> None:
    answer = ask(
        mission("visit: b", at="ac"),
        reach="me",
        assignment=Assignment((0, ""), {NEAR: "r0"}),
        blocked=(("r0", "a", "b"),),
    )
    assert "r0 cannot do <>b any more" in refused(answer).message


# -- shared anew ----------------------------------------------------------------------------------


def test_work_of_a_lost_robot_goes_to_somebody_who_lives() -> None:
    answer = planned(ask(mission(*PAIR, at="ac"), assignment=SHARED, lost=frozenset(["r1"])))
    assert answer.assignment == Assignment((1, "r0"), {NEAR: "r0", FAR: "r0"})
    assert answer.kind == "global"


def test_two_that_share_out_at_once_say_the_same_but_for_their_names() -> None:
    answers = [
        planned(
            ask(mission(*PAIR, at="aca"), name, assignment=SHARED, lost=frozenset(["r1"]))
        ).assignment
        for name in ("r0", "r2")
    ]
    assert answers[0].who == answers[1].who
    assert answers[0].words == answers[1].words
    assert [each.revision for each in answers] == [(1, "r0"), (1, "r2")]


def test_who_takes_over_goes_on_where_the_other_has_stopped() -> None:
    read = mission("sequence: [b, d]", at="ac")
    answer = planned(
        ask(
            read,
            "r1",
            words={"r0": idle("a", "b")},
            assignment=Assignment((0, ""), {CHAIN: "r0"}),
            lost=frozenset(["r0"]),
        )
    )
    assert steps(answer) == {CHAIN: ["d"]}
    assert answer.assignment.words == {CHAIN: (Stretch("r0", 0, 2), Stretch("r1", 0))}


def test_what_was_handed_over_twice_keeps_all_its_stretches() -> None:
    read = mission("sequence: [b, c, d]", at="acc")
    errand = "task/sequence b, c, d"
    once = Assignment((1, "r1"), {errand: "r1"}, {errand: (Stretch("r0", 0, 2), Stretch("r1", 0))})
    answer = planned(
        ask(
            read,
            "r2",
            words={"r0": idle("a", "b")},
            assignment=once,
            lost=frozenset(["r0", "r1"]),
        )
    )
    assert answer.assignment.words[errand] == (
        Stretch("r0", 0, 2),
        Stretch("r1", 0, 1),
        Stretch("r2", 0),
    )
    assert steps(answer) == {errand: ["d"]}


def test_what_was_done_by_a_robot_that_is_lost_now_is_said_by_one_that_lives() -> None:
    answer = planned(
        ask(
            mission(*PAIR, at="ac"),
            "r0",
            words={"r1": idle("c", "d")},
            assignment=SHARED,
            lost=frozenset(["r1"]),
        )
    )
    assert answer.assignment.who == {NEAR: "r0", FAR: "r0"}
    assert steps(answer) == {FAR: [], NEAR: ["b"]}


def test_what_the_team_knows_to_be_done_is_nobodys_any_more() -> None:
    answer = planned(ask(mission(*PAIR, at="ac"), assignment=SHARED, done=frozenset([FAR])))
    assert answer.assignment.who == {NEAR: "r0"}


def test_what_was_shown_at_a_handover_is_part_of_what_the_team_has_shown() -> None:
    """r0 stood in c when it took over b, c, d; the sentence still holds when it asks again."""
    read = mission("sequence: [b, c, d]", "visit: a", at="cbb")
    errand = "task/sequence b, c, d"
    given = Assignment(
        (1, "r1"),
        {errand: "r0", "task/visit a": "r2"},
        {errand: (Stretch("r1", 0, 1), Stretch("r0", 0))},
    )
    words = {"r0": idle("c", "d", "b")}
    answer = planned(ask(read, "r2", words, order=("r0", "r0"), assignment=given))
    assert answer.assignment.who == {errand: "r0", "task/visit a": "r2"}


def test_the_cheaper_of_both_is_taken() -> None:
    """r0 could go round; r1 stands beside it."""
    read = mission("visit: d", at="bc")
    given = Assignment((0, ""), {FAR: "r0"})
    near = planned(ask(read, reach="cheaper", assignment=given, blocked=(("r0", "b", "d"),)))
    assert (near.kind, near.assignment.who) == ("global", {FAR: "r1"})
    alone = planned(ask(mission("visit: d", at="ba"), reach="cheaper", assignment=given))
    assert (alone.kind, alone.assignment.revision) == ("local", (0, ""))


def test_an_operation_that_a_robot_cannot_do_any_more_is_done_by_another_one() -> None:
    errand = "task/visit c"
    answer = planned(
        ask(
            mission("visit: {place: c, op: full}", at="aa", carry="01"),
            assignment=Assignment((0, ""), {errand: "r0"}),
            unable=(("r0", "pick"),),
        )
    )
    assert answer.assignment.who == {errand: "r1"}


def test_when_nobody_is_left_that_is_the_reason() -> None:
    answer = ask(mission(*PAIR, at="ac"), assignment=SHARED, lost=frozenset(["r0", "r1"]))
    assert "lost" in refused(answer).message


# -- robots that are tied to each other ---------------------------------------------------------

TIED = ("visit: b", "visit: d", "not before: {what: d, before: b}")


def test_who_must_come_later_waits_for_the_other_one() -> None:
    answer = planned(ask(mission(*TIED, at="ac"), "r1"))
    (course,) = answer.way
    assert course.legs[-1].after == ("r0", 2)


def test_who_only_follows_keeps_an_assignment_that_it_would_have_made() -> None:
    answer = planned(ask(mission(*TIED, at="ac"), "r1", reach="given", assignment=SHARED))
    assert answer.assignment is SHARED or answer.assignment == SHARED
    assert answer.way[0].legs[-1].after == ("r0", 2)


def test_another_way_is_told_to_those_who_wait_for_it() -> None:
    answer = planned(ask(mission(*TIED, at="ac"), "r0", reach="me", assignment=SHARED))
    assert answer.assignment.revision == (1, "r0")


TOGETHER = ("task/together, r0", "task/together, r1")
RESPOND = ("visit: b", "respond: {trigger: b, response: d}")


def test_steps_that_are_in_no_errand_belong_to_a_part_of_what_all_do_together() -> None:
    read = mission(*RESPOND, at="ad")
    one, two = (planned(ask(read, robot)) for robot in ("r0", "r1"))
    assert one.assignment == two.assignment
    assert one.assignment.who == {NEAR: "r0", TOGETHER[0]: "r0", TOGETHER[1]: "r1"}
    first, waiting = one.way
    assert (first.errand, [leg.target[0] for leg in first.legs]) == (NEAR, ["b"])
    (part,) = two.way
    assert part.errand == TOGETHER[1]
    assert part.legs[0].after == ("r0", 2)
    assert {leg.action for leg in part.legs[:-1]} <= {"move", "stay"}
    (wait,) = waiting.legs
    assert (wait.action, wait.source, wait.target) == ("await", ("b", "idle"), ("b", "idle"))
    assert wait.after == ("r1", 1 + len(part.legs) - 1)


def test_steps_after_the_last_errand_belong_to_the_part_of_who_takes_them() -> None:
    answer = planned(ask(mission(*RESPOND, at="a")))
    assert steps(answer) == {NEAR: ["b"], TOGETHER[0]: ["d"]}


def test_parts_of_the_lost_are_somebodys_and_ask_for_nothing_more() -> None:
    read = mission('"[]<>d"', at="aca")
    who = {f"task/together, r{number}": f"r{number}" for number in range(3)}
    answer = planned(
        ask(read, "r1", assignment=Assignment((0, ""), who), lost=frozenset(["r0", "r2"]))
    )
    assert set(answer.assignment.who.values()) == {"r1"}
    assert [len(course.legs) for course in answer.way] == [1, 0, 0]


def test_who_has_done_its_part_and_sees_it_true_is_asked_for_nothing_else() -> None:
    read = mission('"[]<>d"', at="ac")
    who = dict(zip(TOGETHER, ("r0", "r1"), strict=True))
    answer = planned(
        ask(
            read,
            "r0",
            words={"r1": idle("c", "d")},
            order=("r1",),
            assignment=Assignment((0, ""), who),
            reach="given",
        )
    )
    assert answer.assignment.revision == (0, "")
    assert steps(answer) == {TOGETHER[0]: []}


def test_what_is_done_does_not_make_an_assignment_another_one() -> None:
    read = mission("visit: c", "visit: b", '"[]<>d"', at="cd")
    first = planned(ask(read, "r0")).assignment
    again = ask(read, "r1", assignment=first, reach="given", done=frozenset(["task/visit c"]))
    assert planned(again).assignment is first or planned(again).assignment == first


# -- always ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("reach", ["given", "me", "team", "cheaper"])
def test_equal_questions_have_equal_answers_and_survive_being_written(reach: str) -> None:
    read = mission(*PAIR, at="ac")
    answers = [ask(read, reach=reach, assignment=SHARED) for _ in range(2)]
    assert answers[0] == answers[1]
    again = msgspec.json.decode(msgspec.json.encode(answers[0]), type=Errands)
    assert again == answers[0]
