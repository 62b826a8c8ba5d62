"""What the team wants back is stopped, given back once nothing of it moves, and asked for again."""

from __future__ import annotations

import pytest

from cotree.core.actions import FactSeen
from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.team.effects import Halt
from cotree.team.messages import Letter
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from tests.kit.acts import SAW, Do, lasting
from tests.kit.circle import Circle, Member


def one() -> And:
    return And("n", None, [Do("x")])


def running(names: str = "ab", things: tuple[str, ...] = ()) -> tuple[Circle, Member, Member]:
    """A team of two and a witness; who does x, and who does not."""
    tree = one if not things else lambda: And("n", None, [Do("x", SAW)])
    team = Circle(tree, names, "w", things=things)
    team.until(lambda: "x" in team.going())
    robot = team[team.going()["x"]]
    other = next(member for member in team.members.values() if member is not robot)
    return team, robot, other


def halt(team: Circle, robot: Member, why: str, short: str = "x") -> None:
    name = robot.name(short)
    token = robot.accord._ledger.token(name)
    assert token is not None
    robot.accord._orders.obey(Halt(robot.number(short), token, why), team.now_s)


@pytest.mark.parametrize(
    ("why", "how"),
    [
        ("lease", Stop.KILL),
        ("person", Stop.INTERRUPT),
        ("done", Stop.CANCEL),
        ("settled", Stop.CANCEL),
        ("undone", Stop.CANCEL),
    ],
)
def test_how_a_piece_is_stopped_follows_from_the_reason(why: str, how: Stop) -> None:
    team, robot, _ = running()
    robot.stubborn = True
    halt(team, robot, why)
    team.step()
    assert robot.halted == {"x": how}
    assert robot.said("halted", "x") == [why]


def test_nothing_is_given_back_while_it_moves() -> None:
    team, robot, other = running()
    robot.stubborn = True
    halt(team, robot, "settled")
    team.go(3.0)
    assert robot.holds("x")
    assert other.going() == []
    robot.ends("x", code="halted")
    team.go(0.2)
    assert not robot.holds("x") or robot.words("x")[-1] == "won"
    assert robot.mate.mind.facts[0].taint > (0, ""), "somebody must look at it"


def test_who_lost_its_lease_stops_in_time_and_asks_again_later() -> None:
    team, robot, _ = running()
    team.sides = [robot.desk.robot]
    team.until(lambda: robot.said("halted"), within_s=2.0)
    assert robot.said("halted", "x") == ["lease"]
    team.go(0.2)
    assert robot.going() == []
    assert not robot.holds("x")
    team.sides = []
    team.until(lambda: "x" in team.going())


def test_what_another_has_done_meanwhile_is_stopped_and_counts_as_done() -> None:
    team = Circle(lambda: And("n", None, [lasting("x"), Do("y", (), 0.1)]), "ab", "w")
    team.until(lambda: "x" in team.going())
    robot = team[team.going()["x"]]
    robot.mate.saw_done(robot.number("x"), team.now_s)
    team.until(lambda: robot.state("x") is NodeState.DONE)
    assert robot.said("halted", "x") == ["done"]
    assert "x" not in robot.going()


def test_who_is_in_the_losing_branch_of_a_settled_or_stops_and_joins_the_other() -> None:
    team = Circle(lambda: Or("o", None, [Do("x", (), 2.0), Do("y")]), "ab", "w")
    team.until(lambda: "x" in team.going())
    robot = team[team.going()["x"]]
    robot.mate.saw_done(robot.number("y"), team.now_s)
    team.go(0.5)
    assert robot.said("halted", "x") == ["settled"]
    assert team.going() == {}
    assert robot.state("o") is NodeState.DONE


def test_a_piece_that_ends_while_it_is_being_stopped_is_looked_at_by_the_next() -> None:
    team, robot, _ = running()
    robot.stubborn = True
    halt(team, robot, "settled")
    team.step()
    robot.ends("x")
    team.until(lambda: not robot.rights.ceasing)
    team.until(lambda: "x" in team.going())
    assert not team["a"].piece("x").done


def test_after_a_stop_the_unit_asks_anew() -> None:
    team, robot, other = running()
    other.piece("x").withhold(Reason("person", "ann does it"))
    halt(team, robot, "settled")
    team.until(lambda: "x" not in team.going())
    team.until(lambda: "x" in team.going())
    assert team.going()["x"] == robot.desk.robot
    assert robot.words("x").count("won") == 2


# -- things ----------------------------------------------------------------------------------------


def test_a_thing_that_is_lost_stops_who_uses_it_and_goes_back_when_they_stand() -> None:
    team, robot, _other = running(things=("saw",))
    robot.stubborn = True
    halt(team, robot, "lease", "saw")
    team.step()
    assert robot.halted == {"x": Stop.KILL}
    assert robot.said("halted", "saw") == ["lease"]
    team.go(0.5)
    assert robot.holds("saw")
    robot.ends("x", code="halted")
    team.go(0.15)
    assert not robot.holds("saw")
    assert robot.mate.mind.facts[robot.number("saw")].taint > (0, "")


def test_a_thing_that_nobody_uses_is_given_back_at_once() -> None:
    team = Circle(lambda: And("n", None, [Do("x", SAW)]), "a", "w", things=("saw",))
    robot = team["a"]
    team.until(lambda: team.going())
    team.ends("x")
    robot.rights.won("saw")
    robot.accord._ledger._tokens["saw"] = (5, "a")
    halt(team, robot, "person", "saw")
    assert not robot.holds("saw")


def test_a_lost_network_stops_piece_and_thing_together() -> None:
    team, robot, other = running(things=("saw",))
    team.sides = [robot.desk.robot]
    team.until(lambda: other.going() == ["x"], within_s=8.0)
    assert robot.going() == []
    assert not robot.holds("saw")
    assert other.said("verified", "saw")[-1] == "untouched"


def test_letters_that_come_late_move_nobody() -> None:
    """What was under way when its sender stopped finds the lease over."""
    kept: list[tuple[Letter, str]] = []
    team, robot, other = running()

    def late(letter: Letter, to: str) -> bool:
        if robot.desk.robot in (letter.sender, to):
            kept.append((letter, to))
            return True
        return False

    team.lost = late
    team.until(lambda: other.going() == ["x"], within_s=8.0)
    team.lost = lambda letter, to: False
    for letter, to in kept:
        if to in team.members:
            team[to].letters.append(letter)
    team.go(1.0)
    assert team.going() == {"x": other.desk.robot}
    assert other.words("x")[-1] == "won"


def test_a_goal_seen_by_its_holder_while_it_runs_is_done_once() -> None:
    team = Circle(lambda: And("n", None, [lasting("x")]), "ab", "w")
    team.until(lambda: "x" in team.going())
    robot = team[team.going()["x"]]
    robot.events.append(FactSeen("x.goal", True))
    team.ends("x")
    team.until(lambda: "x" in team.done())
    assert robot.said("released", "x") == ["done"]
