"""A robot that hears too few voters says so once, asks for nothing, and goes on when it can."""

from __future__ import annotations

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.changes import NodeState, QuorumChange
from cotree.core.reasons import Reason
from cotree.runtime.accord.quorum import can_decide, no_quorum
from cotree.team.roster import Roster
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.acts import Do
from tests.kit.circle import Circle, Member

AWAY = Reason("away", "not now")


def waits_for(robot: Member, name: str) -> str:
    """What keeps a piece from being asked for."""
    (unit,) = robot.piece(name).units
    hindrance = robot.engine.pool.hindrance(unit.asker)
    return "" if hindrance is None else hindrance.message


def two() -> Behaviour:
    return And("n", None, [Do("x"), Do("y")])


class Heard:
    """A circle, and everything that its robots say of their quorum."""

    def __init__(self, team: Circle) -> None:
        self.team = team
        self.said: list[tuple[str, float, QuorumChange]] = []

    def go(self, for_s: float) -> None:
        end_s = self.team.now_s + for_s
        while self.team.now_s < end_s:
            self.team.step()
            for name, member in self.team.members.items():
                for each in member.news:
                    if isinstance(each, QuorumChange):
                        self.said.append((name, self.team.now_s, each))

    @property
    def lost(self) -> list[bool]:
        return [each.lost for _, _, each in self.said]


def test_after_the_other_died_it_is_said_once_who_is_silent_since_when_and_what_helps() -> None:
    team = Circle(two, "ab")
    heard = Heard(team)
    heard.go(0.5)
    team.dies("b")
    heard.go(30.0)
    ((name, at_s, change),) = heard.said
    assert (name, change.lost) == ("a", True)
    dead_s = team["a"].mate.mind.timing.dead_s
    assert 0.5 + dead_s - 0.5 <= at_s <= 0.5 + dead_s + 0.5
    assert change.message == (
        "no quorum: 1 of 2 voters alive; b silent since 0.4 s; start b again, "
        "or add a witness for the next time (coordination: {witness: NAME})"
    )


def test_meanwhile_nothing_is_asked_for_and_every_piece_says_what_it_waits_for() -> None:
    team = Circle(two, "ab")
    team.dies("b")
    team.go(15.0)
    robot = team["a"]
    asked = len(robot.words("x")) + len(robot.words("y"))
    assert asked > 0
    team.go(60.0)
    assert len(robot.words("x")) + len(robot.words("y")) == asked
    assert not robot.accord.waits
    for name in "xy":
        assert waits_for(robot, name) == "no quorum"
        assert robot.state(name) is NodeState.WAITING


def test_when_the_other_is_heard_again_both_work() -> None:
    team = Circle(two, "ab")
    heard = Heard(team)
    team.sides = ["a"]
    heard.go(20.0)
    assert heard.lost == [True, True], "each of them is alone"
    team.sides = []
    heard.go(1.5)
    assert heard.lost == [True, True, False, False]
    assert {change.message for _, _, change in heard.said[2:]} == {""}
    team.until(lambda: set(team.going()) == {"x", "y"})
    team.ends("x")
    team.ends("y")
    team.until(lambda: team.status == {Status.SUCCESS})


def test_a_piece_that_is_withheld_for_another_reason_stays_so() -> None:
    team = Circle(two, "ab")
    team.sides = ["a"]
    team.until(lambda: team["a"].accord.quorum.lost, 20.0)
    for member in team.members.values():
        member.piece("y").withhold(AWAY)
    team.sides = []
    team.until(lambda: "x" in team.going())
    team.go(3.0)
    assert "y" not in team.going()


def test_what_runs_is_stopped_by_its_lease_and_waits() -> None:
    team = Circle(two, "ab")
    team.until(lambda: set(team.going().values()) == {"a", "b"})
    team.dies("b")
    team.until(lambda: team["a"].going() == [], 10.0)
    team.until(lambda: team["a"].accord.quorum.lost, 10.0)
    team.go(9.0)
    assert [waits_for(team["a"], name) for name in "xy"] == ["no quorum"] * 2


def test_a_third_vote_keeps_the_quorum_until_it_is_silent_too() -> None:
    team = Circle(two, "ab", "w")
    heard = Heard(team)
    heard.go(0.5)
    team.dies("b")
    heard.go(20.0)
    assert heard.said == []
    del team.witnesses["w"]
    heard.go(10.0)
    ((name, _, change),) = heard.said
    assert name == "a"
    assert change.message == (
        "no quorum: 1 of 3 voters alive; b silent since 0.4 s, w silent since 20.6 s; "
        "start one of them again"
    )


def test_only_the_side_without_a_quorum_has_lost_it() -> None:
    team = Circle(two, "abc")
    heard = Heard(team)
    team.sides = ["a"]
    heard.go(20.0)
    assert [(name, change.lost) for name, _, change in heard.said] == [("a", True)]


def test_once_all_is_done_nobody_needs_a_quorum() -> None:
    team = Circle(lambda: Then("t", None, [Do("x")]), "ab")
    team.until(lambda: "x" in team.going())
    team.ends("x")
    team.until(lambda: team.status == {Status.SUCCESS})
    team.dies("b")
    team.go(20.0)
    assert not team["a"].accord.quorum.lost


def test_under_home_what_is_at_home_here_is_done_before_the_quorum_is_lost() -> None:
    team = Circle(two, "ab", word="home")
    heard = Heard(team)
    team.dies("b")
    done: list[str] = []
    while not heard.said and team.now_s < 60.0:
        heard.go(0.5)
        done += [name for name in team.going() if name not in done]
        for name in list(team.going()):
            team.ends(name)
    assert len(done) == 1, "one component is at home at each of them"
    assert heard.lost == [True]


class Twice(Do):
    """Doing it twice does no harm."""

    repeatable = True


def test_under_optimistic_what_may_be_done_twice_needs_no_votes() -> None:
    team = Circle(lambda: Then("t", None, [Twice("x"), Do("y")]), "ab", word="optimistic")
    team.dies("b")
    team.until(lambda: "x" in team.going(), 30.0)
    assert can_decide(team["a"].mate, {"a"})
    team.ends("x")
    team.until(lambda: team["a"].accord.quorum.lost, 30.0)
    assert not can_decide(team["a"].mate, {"a"})


def test_who_was_never_heard_is_said_not_to_have_been() -> None:
    roster = Roster(("a", "b", "c", "w"), ("a", "b", "c"), 0, ())
    reason = no_quorum(roster, {"a"}, {"c": 12.34})
    assert reason.message == (
        "no quorum: 1 of 3 voters alive; b was never heard, c silent since 12.3 s; start one of "
        "them again, or add a witness for the next time (coordination: {witness: NAME})"
    )
    assert reason.data == {"silent": ["b", "c"]}
