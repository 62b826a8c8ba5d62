"""What one robot keeps of a mission of one sentence: words, assignments, when it asks anew."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from cotree.core.belief import Key
from cotree.core.errands import Assignment, Course, Errands, Leg, shared_out_by, word_of
from cotree.core.steps import NoPlan
from cotree.trees.errands.agenda import Agenda, aside
from tests.kit.errand_missions import mission

NEAR, FAR = "task/visit b", "task/visit d"
MOVE = Leg("move", ("a", "free"), ("b", "free"), (NEAR,))
NOBODY = NoPlan("impossible", "nobody can do it")


def agenda(robot: str = "r0", at: str = "aad") -> Agenda:
    """One that has been told who does what: r0 the near one, the last robot the far one."""
    made = Agenda(mission("visit: b", "visit: d", at=at, carry="012"), robot, (NEAR, FAR))
    made.take(answer((0, ""), {NEAR: "r0", FAR: "r2"}, "first"))
    return made


def answer(revision: tuple[int, str], who: Mapping[str, str], kind: str = "global") -> Errands:
    way = tuple(Course(errand, (MOVE,)) for errand, name in who.items() if name == "r0")
    return Errands(Assignment(revision, dict(who)), way, kind, 1.0, 1.0)  # type: ignore[arg-type]


def hear(to: Agenda, **facts: object) -> bool:
    return told(to, {name.replace("__", "/"): value for name, value in facts.items()})


def told(to: Agenda, facts: Mapping[str, object]) -> bool:
    keys: list[Key] = [("fact", name) for name in facts]
    return to.hear(keys, facts)  # type: ignore[arg-type]


def written(assignment: Assignment) -> str:
    return msgspec.json.encode(assignment).decode()


# -- words ---------------------------------------------------------------------------------------


def test_where_this_robot_arrives_is_told_once() -> None:
    one = agenda()
    one.arrived(("b", "free"))
    one.arrived(("b", "free"))
    assert one.tells == [("r0/word", '[["a","free"],["b","free"]]')]
    assert one.order == ["r0"]


def test_a_step_of_waiting_is_a_step() -> None:
    one = agenda()
    one.arrived(("a", "free"), again=True)
    assert one.words["r0"] == (("a", "free"), ("a", "free"))


def test_words_of_others_only_get_longer() -> None:
    one = agenda()
    hear(one, r1__word='[["a","free"],["b","free"],["c","free"]]')
    hear(one, r1__word='[["a","free"],["b","free"]]')
    assert one.words["r1"][-1] == ("c", "free")
    assert one.order == ["r1", "r1"]


@pytest.mark.parametrize(
    "word", ["", "[", "7", '[["a"]]', '[["a","free"],["mars","free"]]', '[["a","x"],["b","x"]]']
)
def test_a_word_that_makes_no_sense_is_not_heard(word: str) -> None:
    one = agenda()
    hear(one, r1__word=word)
    assert one.words["r1"] == (("a", "free"),)


def test_a_word_of_somebody_who_is_no_robot_of_the_team_is_not_heard() -> None:
    one = agenda()
    assert not hear(one, ghost__word='[["a","free"],["b","free"]]')
    assert "ghost" not in one.words


def test_a_state_that_is_seen_is_where_the_robot_is() -> None:
    one = agenda()
    hear(one, r0__state="full")
    assert one.here == ("a", "full")
    assert one.tells[0][0] == word_of("r0")


def test_a_state_that_no_robot_has_is_not_believed() -> None:
    one = agenda()
    hear(one, r0__state="asleep")
    assert one.here == ("a", "free")


# -- assignments ---------------------------------------------------------------------------------


def test_of_two_assignments_with_one_number_the_later_name_counts_for_everybody() -> None:
    by_r1 = Assignment((1, "r1"), {NEAR: "r1", FAR: "r1"})
    by_r2 = Assignment((1, "r2"), {NEAR: "r2", FAR: "r2"})
    one, other = agenda("r0"), agenda("r0")
    for each, order in ((one, (by_r1, by_r2)), (other, (by_r2, by_r1))):
        for assignment in order:
            told(each, {shared_out_by(assignment.revision[1]): written(assignment)})
    assert one.assignment == other.assignment == by_r2


def test_an_older_assignment_changes_nothing() -> None:
    one = agenda()
    one.take(answer((3, "r0"), {NEAR: "r0"}))
    before = one.wishes
    assert not told(one, {"r1/assignment": written(Assignment((2, "r1"), {NEAR: "r1"}))})
    assert (one.wishes, one.hindrance(NEAR)) == (before, None)


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"revision": "new"}'])
def test_an_assignment_that_makes_no_sense_is_not_heard(text: str) -> None:
    one = agenda()
    assert not hear(one, r1__assignment=text)
    assert one.reach is None


def test_who_hears_an_assignment_asks_for_its_own_way_only() -> None:
    one = agenda()
    assert hear(one, r1__assignment=written(Assignment((1, "r1"), {NEAR: "r0", FAR: "r1"})))
    assert one.reach == "given"


def test_an_assignment_that_names_a_lost_robot_is_shared_out_anew() -> None:
    one = agenda()
    hear(one, r2__healthy=False)
    one.take(answer((1, "r0"), {NEAR: "r0", FAR: "r1"}))
    hear(one, r1__assignment=written(Assignment((2, "r1"), {NEAR: "r0", FAR: "r2"})))
    assert one.reach == "team"


def test_a_new_assignment_ends_a_refusal() -> None:
    one = agenda()
    one.want("team")
    one.take(NOBODY)
    assert one.hindrance(NEAR) is not None
    hear(one, r1__assignment=written(Assignment((1, "r1"), {NEAR: "r0", FAR: "r1"})))
    assert one.hindrance(NEAR) is None


def test_the_first_assignment_is_not_told_and_a_later_one_is() -> None:
    one = agenda()
    assert one.tells == []
    one.take(answer((1, "r0"), {NEAR: "r0"}))
    assert [name for name, _ in one.tells] == ["r0/assignment"]


# -- who is lost ---------------------------------------------------------------------------------


@pytest.mark.parametrize("fact", ["r2/healthy", "r2/aside"])
def test_work_of_a_lost_robot_is_shared_out_by_the_first_of_the_others_alone(fact: str) -> None:
    value = fact == aside("r2")
    first, second = agenda("r0"), agenda("r1")
    assert told(first, {fact: value})
    told(second, {fact: value})
    assert (first.reach, second.reach) == ("team", None)


def test_if_the_first_is_lost_too_the_next_one_shares_out_the_work_of_both() -> None:
    second = agenda("r1")
    told(second, {"r2/healthy": False})
    told(second, {"r2/healthy": False, "r0/healthy": False})
    assert second.reach == "team"


def test_a_silent_robot_is_lost_as_well_and_comes_back_when_it_is_heard() -> None:
    one = agenda()
    assert one.silence(frozenset(("r2", "tablet")))
    assert one.reach == "team"
    one.take(NOBODY)
    assert one.silence(frozenset())
    assert one.reach == "team"


def test_nobody_asks_anew_for_work_that_a_lost_robot_has_done() -> None:
    one = agenda()
    one.done.add(FAR)
    told(one, {"r2/healthy": False})
    assert one.reach is None


def test_what_is_nobodys_is_shared_out_anew() -> None:
    one = agenda()
    one.take(answer((1, "r0"), {NEAR: "r0"}))
    one.adopt()
    assert one.reach == "team"


def test_a_robot_that_is_mended_makes_possible_what_was_not() -> None:
    one = agenda()
    told(one, {"r2/healthy": False})
    one.take(NOBODY)
    assert one.reach is None
    told(one, {"r2/healthy": True})
    assert one.reach == "team"


# -- asking --------------------------------------------------------------------------------------


def test_of_several_wishes_the_furthest_counts_and_each_is_counted() -> None:
    one = agenda()
    before = one.wishes
    for reach in ("me", "team", "given"):
        one.want(reach)
    assert (one.reach, one.wishes) == ("team", before + 3)


def test_without_a_team_plan_nobody_does_anything() -> None:
    one = agenda()
    one.want("team")
    one.take(NOBODY)
    reason = one.hindrance(NEAR)
    assert reason is not None
    assert reason.message == "nobody can do it"


def test_that_this_robot_alone_cannot_is_no_refusal_of_the_team() -> None:
    one = agenda()
    one.want("me")
    one.take(NOBODY)
    assert one.last_refusal == NOBODY
    assert one.hindrance(NEAR) is None


@pytest.mark.parametrize("fact", ["blocked/b-c", "r0/blocked/b-c"])
def test_after_a_refusal_a_way_that_is_cleared_is_reason_to_ask_again(fact: str) -> None:
    one = agenda()
    told(one, {fact: True})
    one.want("team")
    one.take(NOBODY)
    told(one, {fact: False})
    assert one.reach == "team"


def test_what_is_refused_before_anybody_has_begun_is_hopeless() -> None:
    one = Agenda(mission("visit: b"), "r0", (NEAR,))
    one.take(NOBODY)
    assert one.hopeless
    begun = agenda()
    begun.want("team")
    begun.take(NOBODY)
    assert not begun.hopeless


# -- ways ----------------------------------------------------------------------------------------


def test_a_leg_on_which_the_robot_gets_no_further_is_told_and_not_planned_with() -> None:
    one = agenda()
    one.barred(MOVE, "a-b")
    one.barred(MOVE, "a-b")
    assert one.tells == [("r0/blocked/a-b", True)]
    assert one.question().blocked == (("r0", "a", "b"),)


def test_what_was_blocked_only_because_of_another_way_is_free_with_that_one() -> None:
    one = agenda()
    one.barred(MOVE, "b-c")
    facts = {"r0/blocked/a-b": True, "blocked/b-c": False}
    told(one, facts)
    assert one.tells[-1] == ("r0/blocked/a-b", False)


def test_a_way_that_is_blocked_for_everybody_is_not_told_again() -> None:
    one = agenda()
    told(one, {"blocked/a-b": True})
    one.barred(MOVE, "a-b")
    assert one.tells == []


# -- for the errands -----------------------------------------------------------------------------


def test_errands_are_done_in_the_order_of_the_way() -> None:
    one = agenda()
    one.take(answer((1, "r0"), {NEAR: "r0", FAR: "r0"}))
    assert (one.before(NEAR), one.before(FAR)) == (None, NEAR)
    one.done.add(NEAR)
    assert one.before(FAR) is None


def test_a_leg_waits_for_the_robot_that_the_sentence_wants_before_it() -> None:
    one = agenda()
    leg = Leg("move", ("a", "free"), ("b", "free"), (), ("r1", 2))
    assert one.awaits(leg) == "r1"
    hear(one, r1__word='[["a","free"],["b","free"]]')
    assert one.awaits(leg) is None


def test_a_leg_that_advances_an_errand_waits_until_that_runs() -> None:
    one = agenda()
    assert one.lacking(MOVE) == NEAR
    one.running.add(NEAR)
    assert one.lacking(MOVE) is None
