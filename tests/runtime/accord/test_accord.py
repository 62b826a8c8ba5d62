"""One robot's accord with its peers, from claim to done, and what it knows when it wakes up."""

from __future__ import annotations

import math

from py_trees.common import Status

from cotree.core.actions import Begin, FactSeen, Permit
from cotree.core.changes import NodeState
from cotree.team.facts import Fact
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.acts import Do, Stand, lasting
from tests.kit.circle import Circle, Member
from tests.kit.rig import Act


def pair() -> And:
    return And("n", None, [Do("x"), Do("y")])


def order() -> Then:
    return Then("t", None, [Do("x"), Do("y")])


# -- claim, start, done ----------------------------------------------------------------------------


def test_a_robot_alone_claims_starts_and_finishes() -> None:
    team = Circle(lambda: Then("t", None, [Do("x")]))
    robot = team["a"]
    team.until(robot.going)
    assert robot.going() == ["x"]
    assert robot.words("x") == ["asked", "won"]
    team.ends("x")
    team.go(0.2)
    assert robot.status is Status.SUCCESS
    assert robot.words("x") == ["asked", "won", "released"]
    assert robot.said("released") == ["done"]


def test_two_share_the_work_and_nothing_is_begun_twice() -> None:
    team = Circle(pair, "ab", "w")
    team.until(lambda: len(team.going()) == 2)
    assert set(team.going().values()) == {"a", "b"}
    team.ends("x")
    team.ends("y")
    team.until(lambda: team.status == {Status.SUCCESS})
    assert len(team["a"].begins()) == len(team["b"].begins()) == 1


def test_what_one_has_done_opens_the_next_step_for_the_other() -> None:
    team = Circle(order, "ab", "w")
    team.until(lambda: "x" in team.going())
    who = team.going()["x"]
    team.ends("x")
    team.until(lambda: "y" in team.going())
    assert all(member.state("x") is NodeState.DONE for member in team.members.values())
    assert who in "ab"


def test_the_permit_leaves_before_the_motion_it_is_for() -> None:
    team = Circle(order)
    team.go(0.2)
    first, second = team["a"].orders[:2]
    assert isinstance(first, Permit)
    assert isinstance(second, Begin)
    assert first.piece == second.piece == "t/x"


def test_letters_leave_only_with_what_is_to_be_stored_first() -> None:
    team = Circle(pair, "ab", "w")
    robot = team["a"]
    team.go(0.05)
    assert team.disks["a"], "the promise to oneself"
    assert robot.sent


def test_a_goal_that_is_seen_is_told_to_the_team() -> None:
    team = Circle(lambda: And("n", None, [lasting("x"), Do("y")]), "ab", "w")
    team["a"].events.append(FactSeen("x.goal", True))
    team.until(lambda: "x" in team.done())
    assert "x" not in team.going()


# -- what it waits for, and what it tells ----------------------------------------------------------


def test_it_waits_while_it_claims_or_stops_and_not_otherwise() -> None:
    team = Circle(order, "ab")
    robot = team["a"]
    team.go(0.1)
    assert robot.accord.waits
    team.until(lambda: "x" in team.going())
    who: Member = team[team.going()["x"]]
    team.go(0.2)
    assert not who.accord.waits
    assert who.accord.at_work() == ["t/x"]
    who.stubborn = True
    who.piece("x").cease(2)  # type: ignore[arg-type]
    assert who.accord.waits


def test_it_says_when_it_looks_again_without_news() -> None:
    team = Circle(order)
    team.go(0.2)
    assert team.now_s < team["a"].accord.due_s < math.inf


def test_news_of_claims_is_told_once() -> None:
    team = Circle(order)
    team.go(0.2)
    assert team["a"].claims
    assert team["a"].accord.told() == []


def test_it_says_why_it_gave_up() -> None:
    team = Circle(pair, retries=0)
    team.go(0.2)
    team.ends("x", code="slipped")
    team.step()
    assert [str(each) for each in team["a"].accord.gave_up()] == [
        "n/x: this robot gave up: x slipped [gave_up]"
    ]


# -- a new life ------------------------------------------------------------------------------------


def test_after_a_restart_it_knows_from_its_disk_what_is_done_before_its_first_tick() -> None:
    team = Circle(order, "ab", "w")
    team.until(lambda: "x" in team.going())
    team.ends("x")
    team.go(0.5)
    team.dies("a")
    robot = team.boot("a")
    team.sides = ["a"]
    team.step()
    assert robot.piece("x").done
    assert robot.state("x") in (NodeState.DONE, NodeState.INACTIVE)
    team.step()
    assert robot.state("y") in (NodeState.WAITING, NodeState.CLAIMING)


def test_after_a_restart_without_a_disk_it_asks_before_it_does_anything() -> None:
    team = Circle(pair, "ab", "w")
    team.until(lambda: len(team.going()) == 2)
    mine = next(name for name, who in team.going().items() if who == "a")
    team.dies("a")
    robot = team.boot("a", disk=False)
    team.go(1.5)
    assert robot.going() == [], "it votes for nobody, not even for itself"
    assert set(robot.said("denied")) == {"joining"}
    team.until(lambda: mine in team.going())
    assert team[team.going()[mine]].said("verified", mine) == ["partial"]


def test_its_own_piece_is_looked_at_when_it_lives_again() -> None:
    team = Circle(lambda: And("n", None, [lasting("x"), Do("y", (), 0.1)]), "ab", "w")
    team.until(lambda: "x" in team.going())
    who = team.going()["x"]
    team.dies(who)
    robot = team.boot(who)
    robot.events.append(FactSeen("x.goal", True))
    team.until(lambda: "x" in team.done())
    assert robot.going() != ["x"]


def test_facts_on_the_disk_are_learnt_whatever_order_they_come_in() -> None:
    team = Circle(lambda: Or("o", None, [order(), Do("z", (), 0.1)]), "ab", "w")
    team.until(lambda: "x" in team.going())
    team.ends("x")
    team.go(0.5)
    facts = [each for each in team.disks["b"].values() if isinstance(each, Fact)]
    assert facts
    team.dies("b")
    robot = team.boot("b")
    team.step()
    assert robot.engine.parts[robot.node("o")].committed == 0  # type: ignore[attr-defined]


def test_a_piece_of_several_steps_is_one_claim() -> None:
    team = Circle(lambda: And("n", None, [Then("t", None, [Stand("s"), Act("g")])]))
    robot = team["a"]
    team.go(0.2)
    team.ends("s")
    team.go(0.2)
    robot.events.append(FactSeen("g.goal", True))
    team.ends("g")
    team.go(0.2)
    assert [each.piece for each in robot.claims] == ["n/t"] * 3
    assert {each.piece for each in robot.begins()} == {"n/t/s", "n/t/g"}
