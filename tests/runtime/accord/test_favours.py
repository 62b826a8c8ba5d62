"""What no robot can do, or nobody can see, is asked of people before it is given up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.actions import Answered, Ask, FactSeen, Keeps, Posed, Unask
from cotree.core.changes import NodeState
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.runtime.accord.doubtful import VAIN
from cotree.runtime.accord.others import another_branch, first_alive
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.acts import Delicate, Do, lasting
from tests.kit.circle import Circle, Member

HOME: Point = (1.0, 0.0, 0.0)
ANN = {"ann": HOME}
ANN_AND_BOB = {"ann": HOME, "bob": HOME}
NOT_YET = Reason("test", "not yet")


def one(name: str = "x") -> Behaviour:
    return Then("t", None, [lasting(name)])


def team_of(
    tree: Callable[[], Behaviour] = one,
    names: str = "ab",
    people: Mapping[str, Point] = ANN,
) -> Circle:
    return Circle(tree, names, "w", people=people, retries=0)


def asks(robot: Member) -> list[Ask]:
    return [each for each in robot.talk() if isinstance(each, Ask)]


def all_fail(team: Circle, name: str = "x") -> None:
    """Each robot tries, and fails."""
    for _ in team.members:
        team.until(lambda: name in team.going())
        team.ends(name, "broke")
        team.go(0.1)


def asked(team: Circle, *, who: str = "a", times: int = 1) -> Ask:
    """The newest question of a robot, which the person hears now."""
    team.until(lambda: len(asks(team[who])) == times, 70.0)
    ask = asks(team[who])[-1]
    team[who].events.append(Posed(ask.question))
    team.step()
    return ask


def answer(team: Circle, ask: Ask, keeps: Keeps | None = None, done: bool | None = None) -> None:
    team[ask.robot].events.append(Answered(ask.question, keeps, done))
    team.go(0.3)


def test_only_the_first_robot_asks_and_only_when_all_have_failed() -> None:
    team = team_of()
    team.until(lambda: "x" in team.going())
    team.ends("x", "broke")
    team.until(lambda: "x" in team.going())
    assert asks(team["a"]) == []
    team.ends("x", "broke")
    ask = asked(team)
    assert (ask.person, ask.piece, ask.helps) == ("ann", "t/x", True)
    team.go(5.0)
    assert len(asks(team["a"]) + asks(team["b"])) == 1
    assert team.status == {Status.RUNNING}


def test_while_a_person_is_asked_the_robot_says_so() -> None:
    team = team_of()
    all_fail(team)
    ask = asked(team)
    robot = team["a"]
    assert str(robot.piece("x").withheld) == "asks ann to do it [asks_help]"
    assert robot.accord.waits
    answer(team, ask, Keeps.HUMAN)
    assert str(robot.piece("x").withheld) == "ann does it [helps]"
    assert robot.accord.waits


def test_robots_stay_away_from_what_a_person_has_promised() -> None:
    team = team_of()
    all_fail(team)
    answer(team, asked(team), Keeps.HUMAN)
    for member in team.members.values():
        assert member.mate.knows_person(member.number("x"), team.now_s)
    team.go(5.0)
    assert team.going() == {}
    assert team.status == {Status.RUNNING}


def test_what_the_person_does_is_done_by_perception() -> None:
    team = team_of()
    all_fail(team)
    answer(team, asked(team), Keeps.HUMAN)
    for member in team.members.values():
        member.events.append(FactSeen("x.goal", True))
    team.until(lambda: team.status == {Status.SUCCESS})
    seen = [c for m in team.members.values() for c in m.claims if c.word == "seen_done"]
    assert ("t/x", "ann") in [(each.piece, each.holder) for each in seen]


@pytest.mark.parametrize("said", ["no", "nothing", "promised"])
def test_a_refusal_silence_and_an_empty_promise_give_it_up(said: str) -> None:
    team = team_of()
    all_fail(team)
    ask = asked(team)
    if said != "nothing":
        answer(team, ask, Keeps.HUMAN if said == "promised" else Keeps.ROBOT)
    took_s = team.until(lambda: team.status == {Status.FAILURE}, 30.0)
    low_s, high_s = {"no": (0.0, 1.0), "nothing": (9.5, 11.0), "promised": (14.5, 16.0)}[said]
    assert low_s <= took_s <= high_s
    assert len(asks(team["a"])) == 1
    assert not team["a"].accord.waits


def test_the_next_person_is_asked_before_it_is_given_up() -> None:
    team = team_of(people=ANN_AND_BOB)
    all_fail(team)
    answer(team, asked(team), Keeps.ROBOT)
    second = asked(team, times=2)
    assert second.person == "bob"
    answer(team, second, Keeps.ROBOT)
    team.until(lambda: team.status == {Status.FAILURE}, 2.0)


def test_a_question_is_taken_back_when_the_piece_is_done_after_all() -> None:
    team = team_of()
    all_fail(team)
    ask = asked(team)
    team["b"].mate.saw_done(team["b"].number("x"), team.now_s)
    team.until(lambda: team.status == {Status.SUCCESS})
    assert Unask("a", "ann", ask.question) in team["a"].talk()


def test_what_is_seen_to_be_done_is_not_asked_for_though_all_have_failed() -> None:
    team = team_of(names="a")
    team.until(lambda: "x" in team.going())
    team["a"].events.append(FactSeen("x.goal", True))
    team.ends("x", "broke")
    team.until(lambda: team.status == {Status.SUCCESS})
    assert asks(team["a"]) == []


def test_another_branch_is_tried_before_anybody_is_asked() -> None:
    team = team_of(lambda: Or("o", None, [lasting("x", 5.0), lasting("y")]), "a")
    team.until(lambda: "x" in team.going())
    team.ends("x", "broke")
    team.until(lambda: "y" in team.going())
    assert asks(team["a"]) == []
    team.ends("y", "broke")
    assert asked(team).piece == "o/y"


def test_when_the_robot_that_asks_dies_the_next_one_asks() -> None:
    team = team_of()
    all_fail(team)
    asked(team)
    team.dies("a")
    assert asked(team, who="b").person == "ann"


def test_a_promise_outlives_the_robot_that_asked() -> None:
    team = team_of()
    all_fail(team)
    answer(team, asked(team), Keeps.HUMAN)
    team.dies("a")
    team.go(8.0)
    assert asks(team["b"]) == []
    assert team["b"].status is Status.RUNNING


def test_where_nobody_can_see_it_the_person_says_when_it_is_done() -> None:
    team = team_of(lambda: Then("t", None, [Do("x")]))
    all_fail(team)
    answer(team, asked(team), Keeps.HUMAN)
    news = asked(team, times=2)
    assert news.about_done
    answer(team, news, done=True)
    team.until(lambda: team.status == {Status.SUCCESS})
    assert ("ann",) in [(c.holder,) for c in team["a"].claims if c.word == "seen_done"]


# -- what nobody can see -----------------------------------------------------------------------


def half_done(names: str = "ab") -> Circle:
    """Robot b dies at work, and nobody can see how far it came."""
    team = team_of(lambda: And("n", None, [Delicate("x")]), names)
    team["a"].piece("x").withhold(NOT_YET)
    for name in set(team.members) - {"a", "b"}:
        team[name].piece("x").withhold(NOT_YET)
    team.until(lambda: team.going().get("x") == "b")
    team.dies("b")
    for member in team.members.values():
        member.piece("x").allow()
    return team


def test_a_person_is_asked_whether_it_was_done() -> None:
    team = half_done("abc")
    ask = asked(team)
    assert (ask.text, ask.about_done) == ("I cannot see it. Was x done?", True)
    assert str(team["a"].piece("x").withheld) == "asks ann whether it was done [unsure]"
    answer(team, ask, done=True)
    team.until(lambda: team.status == {Status.SUCCESS})
    assert team.going() == {}


def test_what_was_not_done_is_done_now() -> None:
    team = half_done("abc")
    answer(team, asked(team), done=False)
    team.until(lambda: "x" in team.going())
    team.ends("x")
    team.until(lambda: team.status == {Status.SUCCESS})
    assert len(asks(team["a"])) == 1


def test_without_an_answer_it_is_given_up_as_if_it_had_failed() -> None:
    team = half_done("abc")
    asked(team)
    team.go(0.5)
    before = len(asks(team["c"]))
    team.until(lambda: team.status == {Status.FAILURE}, 12.0)
    assert team.going() == {}
    assert len([each for each in asks(team["c"]) if each.about_done]) == before, "not once more"


def test_who_begins_to_doubt_after_a_vain_question_does_not_ask_again() -> None:
    team = half_done("abc")
    late = team["c"]
    late.piece("x").withhold(NOT_YET)
    asked(team)
    team.until(lambda: team["a"].mate.unable(0).get("a") == VAIN, 12.0)
    doubtful = late.accord._hopes._doubtful
    assert doubtful is not None
    if not doubtful:
        doubtful.begins(late.number("x"), team.now_s)
    team.until(lambda: team.status == {Status.FAILURE}, 12.0)
    assert not any(each.about_done for each in asks(late))


def test_a_no_counts_only_as_long_as_nobody_was_at_it_since() -> None:
    team = half_done("abc")
    hopes, x = team["a"].accord._hopes, team["a"].number("x")
    answer(team, asked(team), done=False)
    assert hopes.is_untouched(x)
    team["a"].mate.mind.facts.set_taint(x, (99, "c"))
    assert not hopes.is_untouched(x)


def test_who_stops_half_way_knows_how_far_it_was_and_asks_nobody() -> None:
    team = half_done("abc")
    answer(team, asked(team), done=False)
    team.until(lambda: team.going().get("x") == "a")
    team.sides = ["a"]
    team.until(lambda: team.going() == {}, 30.0)
    team.sides = []
    team.until(lambda: team.going().get("x") == "a", 30.0)
    assert len(asks(team["a"])) == 1


# -- what else there is ----------------------------------------------------------------------------


def test_the_first_that_lives_is_first() -> None:
    team = team_of(names="abc")
    team.go(1.0)
    mate = team["c"].mate
    assert first_alive(mate, team.now_s) == "a"
    team.dies("a")
    team.go(10.0)
    assert first_alive(mate, team.now_s) == "b"
    assert first_alive(mate, team.now_s, ["c", "a"]) == "c"
    assert first_alive(mate, team.now_s, ["a"]) == ""


def test_another_branch_is_one_that_can_still_be_completed() -> None:
    team = team_of(
        lambda: Or("o", None, [lasting("x"), Then("t", None, [lasting("y"), lasting("z")])]), "a"
    )
    robot = team["a"]
    mate, x, z = robot.mate, robot.number("x"), robot.number("z")
    assert another_branch(mate, x)
    assert another_branch(mate, z)
    mate.mind.facts.set_done(robot.number("y"))
    assert not another_branch(mate, z), "an or stays with the branch in which something is done"
    mate.mind.facts.set_epoch(robot.number("y"), 1)
    mate.abandon((z,), team.now_s)
    team.go(0.3)
    assert mate.mind.alternatives.lost(mate.mind.task.places[2])
    assert not another_branch(mate, x)
    assert another_branch(mate, z)
    assert robot.state("x") is not NodeState.FAILED


def test_without_people_what_can_be_seen_to_be_done_is_done_though_all_have_failed() -> None:
    team = Circle(one, "a", "w", retries=0)
    team.until(lambda: "x" in team.going())
    team["a"].events.append(FactSeen("x.goal", True))
    team.ends("x", "broke")
    team.until(lambda: team.status == {Status.SUCCESS})


def test_what_may_be_tried_again_while_a_person_is_asked_is_not_said_to_wait_for_that() -> None:
    team = team_of()
    all_fail(team)
    asked(team)
    team["a"].piece("x").allow()
    team.go(0.5)
    assert team["a"].piece("x").withheld is None
    assert team.going() == {"x": "a"}


def test_a_doubt_that_is_settled_lifts_nothing_else() -> None:
    team = half_done("abc")
    asked(team)
    team["a"].piece("x").withhold(NOT_YET)
    team["a"].mate.saw_done(team["a"].number("x"), team.now_s)
    team.until(lambda: team.status == {Status.SUCCESS})
    assert team["a"].piece("x").withheld == NOT_YET
    assert not team["a"].accord.waits
