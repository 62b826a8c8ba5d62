"""A person turns to what a robot does: it stops and asks, and whatever happens then, it goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.actions import Answered, Ask, FactSeen, Keeps, Posed, Say, Unask
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.runtime.accord.manners import Manners
from cotree.team.mirror.sightings import Sighting, Stage, Unsure
from cotree.trees.and_ import And
from tests.kit.acts import Do, lasting
from tests.kit.circle import STEP_S, Circle, Member


def one() -> Behaviour:
    return And("n", None, [Do("x")])


def visible() -> Behaviour:
    return And("n", None, [lasting("x")])


class Table:
    """Two robots and a witness; one robot does x, and Ann is where the test says."""

    def __init__(self, tree: Callable[[], Behaviour] = one) -> None:
        self.team = Circle(tree, "ab", "w", people={"ann": (1.0, 0.0, 0.0)}, retries=0)
        self.team.until(lambda: "x" in self.team.going())
        self.robot: Member = self.team[self.team.going()["x"]]
        self.other = next(each for each in self.team.members.values() if each is not self.robot)

    def ann(self, stage: Stage) -> None:
        """Both robots see Ann at x, or leaving it."""
        for name, member in self.team.members.items():
            company = member.accord.company
            assert company is not None
            now_s = member.now_s
            word = Sighting("ann", "n/x", stage, 1.0, now_s, name, now_s, stamp_s=now_s)
            company.onlooker.hear([word])

    def asks(self) -> Ask:
        """Ann reaches for x, and the robot has stopped and asks; she hears it now."""
        self.ann(Stage.REACHING)
        self.team.until(lambda: self.asked)
        ask = self.asked[-1]
        self.robot.events.append(Posed(ask.question))
        self.team.step()
        return ask

    @property
    def asked(self) -> list[Ask]:
        return [each for each in self.robot.talk() if isinstance(each, Ask)]

    @property
    def manners(self) -> Manners:
        manners = self.robot.accord._manners
        assert manners is not None
        return manners

    def answers(self, ask: Ask, keeps: Keeps) -> None:
        self.robot.events.append(Answered(ask.question, keeps))
        self.team.step()

    def finishes(self) -> None:
        """Whoever does x ends it, and all is done."""
        self.team.until(lambda: "x" in self.team.going(), 30.0)
        self.team.ends("x")
        self.team.until(lambda: self.team.status == {Status.SUCCESS})


def test_what_a_person_lets_go_is_gone_on_with_under_the_kept_lease() -> None:
    table = Table()
    ask = table.asks()
    assert table.team.going() == {}
    assert list(table.manners.kept) == ["n/x"]
    table.team.go(1.0)
    table.answers(ask, Keeps.ROBOT)
    table.team.until(lambda: table.team.going() == {"x": table.robot.desk.robot}, 3.0)
    assert table.robot.said("won", "x") == ["", "resumed"]
    assert not table.manners.kept
    table.finishes()


def test_what_a_person_keeps_is_withdrawn_from_until_the_person_lets_go() -> None:
    table = Table()
    ask = table.asks()
    table.answers(ask, Keeps.HUMAN)
    assert not table.manners.kept
    assert table.robot.number("x") not in table.robot.mate.holds()
    assert Say(table.robot.desk.robot, "ann", "X is yours.") in table.robot.talk()
    table.ann(Stage.WORKING)
    table.team.go(5.0)
    assert table.team.going() == {}
    table.ann(Stage.CLEARED)
    table.finishes()


def test_a_lease_that_ends_while_the_person_is_asked_ends_the_question_and_nothing_hangs() -> None:
    """The robot that asks is cut off; healed, it works like everybody else."""
    table = Table()
    ask = table.asks()
    table.team.sides = [table.robot.desk.robot]
    table.team.until(lambda: not table.manners.kept, 5.0)
    table.team.go(0.5)
    assert Unask(table.robot.desk.robot, "ann", ask.question) in table.robot.talk()
    table.ann(Stage.CLEARED)
    table.team.dies(table.other.desk.robot)
    table.team.sides = []
    table.finishes()


@pytest.mark.parametrize("answer_s", [0.1, 1.0])
def test_a_lease_that_ends_after_the_person_let_go_is_asked_for_again(answer_s: float) -> None:
    table = Table()
    ask = table.asks()
    table.team.sides = [table.robot.desk.robot]
    table.team.go(answer_s)
    table.answers(ask, Keeps.ROBOT)
    table.ann(Stage.CLEARED)
    table.team.go(6.0)
    table.team.dies(table.other.desk.robot)
    table.team.sides = []
    table.finishes()


def test_an_answer_that_comes_with_the_end_of_the_lease_changes_nothing() -> None:
    table = Table()
    ask = table.asks()
    table.team.sides = [table.robot.desk.robot]
    lease = table.robot.mate.claims.leases[table.robot.number("x")]
    table.team.until(lambda: lease.until_s < table.team.now_s + 1.5 * STEP_S, 5.0)
    assert table.manners.kept
    table.answers(ask, Keeps.ROBOT)
    assert not table.manners.kept
    assert not table.manners._resuming
    table.ann(Stage.CLEARED)
    table.team.sides = []
    table.finishes()


def test_what_is_done_while_it_still_stops_is_stopped_for_good() -> None:
    table = Table(visible)
    table.robot.stubborn = True
    table.ann(Stage.REACHING)
    table.team.until(lambda: "x" in table.robot.halted)
    assert table.robot.halted == {"x": Stop.INTERRUPT}
    for member in table.team.members.values():
        member.events.append(FactSeen("x.goal", True))
    table.other.mate.saw_done(table.other.number("x"), table.team.now_s)
    table.team.go(0.3)
    assert table.robot.halted == {"x": Stop.CANCEL}
    table.robot.ends("x", code="halted")
    table.team.until(lambda: table.team.status == {Status.SUCCESS})
    assert table.asked == []


def test_who_has_it_in_hand_when_it_is_seen_to_be_done_has_done_it() -> None:
    table = Table(visible)
    table.ann(Stage.WORKING)
    table.other.events.append(FactSeen("x.goal", True))
    table.team.until(lambda: table.team.status == {Status.SUCCESS})
    seen = [each for each in table.other.claims if each.word == "seen_done"]
    assert [(each.piece, each.holder) for each in seen] == [("n/x", "ann")]


def test_what_a_robot_gave_up_is_not_taken_up_again_because_a_person_leaves() -> None:
    table = Table()
    table.answers(table.asks(), Keeps.HUMAN)
    gave_up = Reason("gave_up", "it broke")
    table.robot.piece("x").withhold(gave_up)
    table.ann(Stage.CLEARED)
    table.team.until(lambda: table.team.going() == {"x": table.other.desk.robot}, 30.0)
    assert table.robot.piece("x").withheld == gave_up


def test_where_nobody_could_see_the_end_the_person_is_asked_and_believed() -> None:
    table = Table()
    company = table.robot.accord.company
    assert company is not None
    company.onlooker._note([Unsure("ann", "n/x", table.team.now_s, table.robot.desk.robot)])
    table.team.until(lambda: table.asked)
    ask = table.asked[-1]
    assert (ask.text, ask.about_done) == ("I could not see it. Have you finished x?", True)
    table.robot.events.append(Posed(ask.question))
    table.team.step()
    table.robot.events.append(Answered(ask.question, done=True))
    table.team.until(lambda: table.team.status == {Status.SUCCESS})


def test_a_stranger_is_nobody() -> None:
    table = Table()
    company = table.robot.accord.company
    assert company is not None
    now_s = table.team.now_s
    company.onlooker.hear([Sighting("bob", "n/x", Stage.REACHING, 1.0, now_s, "b", now_s)])
    assert company.active(now_s) == {}
    assert not company.news
