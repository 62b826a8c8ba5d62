"""What the team's facts mean for the tree: done by others, given up, taken back."""

from __future__ import annotations

from py_trees.common import Status

from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.runtime.accord.lessons import Lessons
from cotree.team.facts import Fact
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.acts import SAW, Do
from tests.kit.circle import Circle, Member

DONE, ABANDONED, AGAIN, AGAIN_DONE, AGAIN_ABANDONED = 1, 2, 3, 4, 5


def taught(*marks: int) -> tuple[Member, Lessons, list[bool]]:
    """One robot whose x has these marks, one after the other."""
    team = Circle(lambda: Then("t", None, [Do("x", SAW), Do("y")]), things=("saw",))
    robot = team["a"]
    team.go(0.1)
    lessons = Lessons(robot.accord._ledger)
    news = [lessons.learn(Fact(robot.number("x"), mark)) for mark in marks]
    return robot, lessons, news


def test_a_fact_is_news_once() -> None:
    _, lessons, news = taught(DONE, DONE)
    assert news == [True, False]
    assert lessons.done() == {"t/x"}


def test_a_taint_or_a_clear_is_no_news_for_the_tree() -> None:
    robot, lessons, _ = taught()
    assert not lessons.learn(Fact(0, 0, (3, "b"), (4, "b")))
    assert not robot.piece("x").done


def test_a_thing_is_never_done() -> None:
    robot, lessons, _ = taught()
    assert not lessons.learn(Fact(robot.number("saw"), DONE))
    assert lessons.done() == frozenset()


def test_what_is_given_up_is_said_to_be() -> None:
    robot, lessons, news = taught(ABANDONED)
    assert news == [True]
    assert lessons.done() == frozenset()
    lost = robot.piece("x").lost
    assert lost is not None
    assert (lost.code, lost.path) == ("abandoned", "t/x")


def test_what_is_taken_back_is_open_again() -> None:
    robot, lessons, news = taught(DONE, AGAIN)
    assert news == [True, True]
    assert lessons.done() == frozenset()
    assert not robot.piece("x").done
    assert robot.state("x") in (NodeState.WAITING, NodeState.CLAIMING)


def test_what_was_given_up_and_is_taken_back_is_open_again() -> None:
    robot, _, _ = taught(ABANDONED, AGAIN)
    assert robot.piece("x").lost is None


def test_what_was_never_done_here_is_not_opened_twice() -> None:
    robot, _, _ = taught()
    robot.piece("x").reopen = None  # type: ignore[method-assign,assignment]
    lessons = Lessons(robot.accord._ledger)
    assert lessons.learn(Fact(0, AGAIN)), "an epoch that begins without anything done"


def test_an_epoch_may_be_missed() -> None:
    robot, lessons, _ = taught(DONE, AGAIN_DONE)
    assert robot.piece("x").done
    assert lessons.done() == {"t/x"}
    robot, lessons, _ = taught(DONE, AGAIN_ABANDONED)
    assert not robot.piece("x").done
    assert robot.piece("x").lost is not None


# -- end to end ------------------------------------------------------------------------------------


def worked(team: Circle, until: str) -> None:
    """Everything that goes on ends well, until this goes on."""
    for _ in range(200):
        team.step()
        if until in team.going():
            return
        for name in list(team.going()):
            team.ends(name)
    raise AssertionError(team.story())


def test_an_undone_step_is_done_again_and_so_is_what_follows_it() -> None:
    team = Circle(lambda: Then("t", None, [Do("x"), Do("y"), Do("z")]), "ab", "w")
    worked(team, "z")
    team["a"].mate.undo(0, team.now_s)
    team.until(lambda: "x" in team.going())
    assert set(team.going()) == {"x"}, "z was stopped first"
    worked(team, "z")
    team.ends("z")
    team.until(lambda: team.status == {Status.SUCCESS})
    begun = [begin.piece for member in team.members.values() for begin in member.begins()]
    assert sorted(begun) == ["t/x", "t/x", "t/y", "t/y", "t/z", "t/z"]


def test_a_task_that_was_done_goes_on_when_a_step_is_undone() -> None:
    team = Circle(lambda: And("n", None, [Do("x"), Do("y")]), "ab", "w")
    team.until(lambda: len(team.going()) == 2)
    team.ends("x")
    team.ends("y")
    team.until(lambda: team.status == {Status.SUCCESS})
    team["b"].mate.undo(0, team.now_s)
    team.until(lambda: "x" in team.going())
    assert team.status == {Status.RUNNING}
    team.ends("x")
    team.until(lambda: team.status == {Status.SUCCESS})


def test_who_runs_what_is_undone_stops_and_it_is_begun_anew() -> None:
    team = Circle(lambda: Then("t", None, [Do("x"), Do("y")]), "ab", "w")
    worked(team, "y")
    who = team[team.going()["y"]]
    team["a"].mate.undo(0, team.now_s)
    team.until(lambda: "y" not in team.going(), within_s=2.0)
    assert who.said("halted", "y") == ["undone"]


def test_what_is_given_up_on_request_fails_everywhere_and_the_other_branch_is_taken() -> None:
    team = Circle(lambda: Or("o", None, [Do("x", (), 2.0), Do("y")]), "ab", "w")
    team.until(lambda: "x" in team.going())
    for member in team.members.values():
        member.piece("y").withhold(Reason("later", "not before x is given up"))
    team["b"].mate.abandon((0,), team.now_s)
    team.until(lambda: all(m.state("x") is NodeState.FAILED for m in team.members.values()))
    for member in team.members.values():
        member.piece("y").allow()
    team.until(lambda: "y" in team.going())
    team.ends("y")
    team.until(lambda: team.status == {Status.SUCCESS})


def test_what_everybody_failed_at_can_be_done_after_all_when_it_is_taken_back() -> None:
    """An operator has mended what kept them from it."""
    team = Circle(lambda: And("n", None, [Do("x"), Do("y")]), "ab", "w", retries=0)
    for _ in range(2):
        team.until(lambda: "x" in team.going())
        team.ends("x", code="slipped")
    team.until(lambda: team["a"].piece("x").lost is not None)
    team.go(0.5)
    team["a"].mate.undo(0, team.now_s)
    team.until(lambda: "x" in team.going())
    first = team.going()["x"]
    team.ends("x", code="slipped")
    team.until(lambda: "x" in team.going())
    assert team.going()["x"] != first, "old failures do not count"
