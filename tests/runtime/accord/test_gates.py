"""Leaves that are shut for a robot are told to the team; if they are for all, whoever can tries."""

from __future__ import annotations

from cotree.core.belief import View
from cotree.core.mission import Metric
from cotree.runtime.accord.gates import FAILED, SHUT, Gates
from cotree.team.terms import Case
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.acts import Do, Stand
from tests.kit.circle import Circle, Member
from tests.kit.claims import TIMING

HOLD_S = TIMING.hold_s


class Grasping(Do):
    """Weighed by the metric; ``<robot>.grasp`` says how well this robot grasps it."""

    def potential(self, view: View) -> float:
        value = view.fact(f"{view.robot}.{self.name}")
        grasp = 0.0 if value is None else float(value)
        case = Case(1.0, grasp)
        found = self.desk.suitability.of(self.path, case)
        if found.shut:
            view.read.add(("gate", self.path))
        return found.potential


def shut(team: Circle, robot: str, leaf: str = "x") -> dict[str, str]:
    """Who cannot do a leaf, as this robot knows."""
    member = team[robot]
    return dict(member.mate.unable(member.number(leaf)))


def gated(robot: Member) -> Gates:
    return Gates(robot.desk.suitability, robot.rights, robot.mate)


def bare() -> tuple[Circle, Member, Gates]:
    """One robot of two, with a piece of one unit and one of two."""
    tree = lambda: And("n", None, [Do("x"), Then("t", None, [Stand("s"), Do("y")])])  # noqa: E731
    team = Circle(tree, "ab", "w")
    robot = team["a"]
    return team, robot, gated(robot)


def words(robot: Member, short: str) -> str | None:
    return robot.mate.unable(robot.number(short)).get(robot.desk.robot)


def test_what_is_shut_is_said_once_and_taken_back_when_it_is_not() -> None:
    _, robot, gates = bare()
    gates.publish(0.0)
    assert words(robot, "x") is None
    robot.desk.suitability.shut["n/x"] = "no grasp"
    gates.publish(0.0)
    gates.publish(HOLD_S - 0.1)
    assert words(robot, "x") is None, "it may be noise"
    gates.publish(HOLD_S)
    assert words(robot, "x") == SHUT
    revision = robot.mate._inability.revision
    gates.publish(HOLD_S + 0.1)
    assert robot.mate._inability.revision == revision
    robot.desk.suitability.shut.clear()
    gates.publish(HOLD_S + 0.2)
    assert words(robot, "x") is None
    gates.publish(HOLD_S + 0.3)


def test_what_opens_in_between_was_never_shut() -> None:
    _, robot, gates = bare()
    shut = robot.desk.suitability.shut
    for n in range(200):
        shut.pop("n/x", None)
        if n % 10:
            shut["n/x"] = "no grasp"
        gates.publish(n * 0.1)
        assert words(robot, "x") is None
    assert robot.mate._inability.revision == 0


def test_a_piece_is_shut_as_long_as_any_of_its_units_is() -> None:
    _, robot, gates = bare()
    units = robot.desk.suitability.shut
    units |= {"n/t/s": "no", "n/t/y": "no"}
    gates.publish(0.0)
    del units["n/t/s"]
    gates.publish(HOLD_S)
    assert words(robot, "t") == SHUT
    del units["n/t/y"]
    gates.publish(HOLD_S + 0.1)
    assert words(robot, "t") is None


def test_who_has_failed_says_neither_that_it_is_shut_nor_that_it_is_not() -> None:
    _, robot, gates = bare()
    robot.mate.cannot(0, FAILED, 0.0)
    robot.desk.suitability.shut["n/x"] = "no grasp"
    gates.publish(0.0)
    gates.publish(HOLD_S)
    assert words(robot, "x") == FAILED
    robot.desk.suitability.shut.clear()
    gates.publish(HOLD_S + 0.1)
    assert words(robot, "x") == FAILED


def test_a_leaf_of_no_piece_is_not_published_and_nobody_else_can_do_it() -> None:
    _, robot, gates = bare()
    robot.desk.suitability.shut["elsewhere"] = "no"
    gates.publish(0.0)
    assert not gates.anyone("elsewhere")
    assert gates.news(0.0) == []


def test_somebody_may_do_it_who_lives_and_has_not_said_no() -> None:
    team, _robot, gates = bare()
    assert gates.anyone("n/x")
    team.go(0.5)
    team["b"].mate.cannot(0, SHUT, team.now_s)
    team.go(0.5)
    assert gates.news(team.now_s) == [("gate", "n/x")]
    assert not gates.anyone("n/x")
    assert gates.news(team.now_s) == []
    team["b"].mate.cannot(0, None, team.now_s)
    team.go(0.5)
    assert gates.news(team.now_s) == [("gate", "n/x")]


def test_the_dead_cannot_do_it() -> None:
    team, robot, gates = bare()
    gates.anyone("n/x")
    team.go(0.5)
    team.dies("b")
    team.go(robot.mate.mind.timing.dead_s + 1.0)
    assert gates.news(team.now_s) == [("gate", "n/x")]


# -- end to end ------------------------------------------------------------------------------------


def graspers(gate: str, **grasps: float) -> Circle:
    team = Circle(lambda: And("n", None, [Grasping("x")]), "ab", "w")
    for name, robot in team.members.items():
        robot.desk.suitability.metric = Metric({"distance": 0.0, "grasp": 1.0}, gate)  # type: ignore[arg-type]
        robot.see_soon(**{f"{name}_x": grasps[name]})
    return team


def test_who_cannot_grasp_it_leaves_it_to_who_can() -> None:
    team = graspers("hard", a=0.0, b=50.0)
    team.until(lambda: team.going())
    assert team.going() == {"x": "b"}
    team.go(HOLD_S + 1.0)
    assert shut(team, "b") == {"a": SHUT}


def test_where_nobody_can_it_is_tried_by_somebody_and_never_swings() -> None:
    team = graspers("hard", a=0.0, b=0.0)
    for robot in team.members.values():
        robot.desk.suitability.metric = Metric({"distance": 1.0, "grasp": 1.0}, "hard")
    team.until(lambda: team.going())
    team.go(5.0)
    assert shut(team, "a") == {"a": SHUT, "b": SHUT}
    (who,) = team.going().values()
    assert team[who].words("x")[-2:] == ["asked", "won"]
    assert sum(len(member.words("x")) for member in team.members.values()) < 12
