"""What the protocol orders is carried out: start, extend, look first, stop, no."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cotree.behaviours.leaf import Leaf
from cotree.core.actions import FactSeen, Permit
from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.team.effects import Denied, Extend, Halt, Over, Revised, Start
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.then import Then
from tests.kit.acts import SAW, Delicate, Do, GoOn, Stand, lasting
from tests.kit.circle import Circle, Member


def taken_over(make: Callable[[], Leaf], seen: bool | None = None) -> tuple[Circle, Member]:
    """The holder of a leaf dies; the robot that takes it over has (not) seen its goal."""
    team = Circle(lambda: And("n", None, [make()]), "ab", "w", things=("saw",))
    team.until(lambda: "x" in team.going())
    who = team.going()["x"]
    team.dies(who)
    other = team["b" if who == "a" else "a"]
    if seen is not None:
        other.events.append(FactSeen("x.goal", seen))
    return team, other


# -- take-over -------------------------------------------------------------------------------------


def test_nobody_takes_over_before_the_lease_is_over() -> None:
    team, other = taken_over(lambda: GoOn("x"))
    since_s = team.now_s
    team.until(lambda: "x" in team.going())
    assert other.going() == ["x"]
    assert 2.0 - 0.5 <= team.now_s - since_s <= 2.0 + 1.0


@pytest.mark.parametrize(
    ("make", "outcome", "why"),
    [(GoOn, "partial", "resumed"), (Do, "partial", "")],
)
def test_what_nobody_can_see_is_gone_on_with_or_done_anew(
    make: type[Do], outcome: str, why: str
) -> None:
    team, other = taken_over(lambda: make("x"))
    team.until(lambda: "x" in team.going())
    assert other.said("verified", "x") == [outcome]
    assert other.said("won", "x") == [why]


def test_what_is_seen_to_be_done_is_not_done_again() -> None:
    team, other = taken_over(lambda: lasting("x"))
    team.go(1.0)
    other.engine.goals.concerned = lambda changed: {}  # type: ignore[method-assign]
    other.events.append(FactSeen("x.goal", True))
    team.until(lambda: "x" in team.done())
    assert other.begins() == []
    assert other.said("verified", "x") == ["done"]


def test_what_is_seen_not_to_be_done_is_done_from_the_start() -> None:
    team, other = taken_over(lambda: lasting("x"), seen=False)
    team.until(lambda: "x" in team.going())
    assert other.said("verified", "x") == ["untouched"]
    assert other.said("won", "x") == [""]


def test_what_only_a_person_can_tell_is_left_alone() -> None:
    team, other = taken_over(lambda: Delicate("x"))
    team.until(lambda: other.said("verified"))
    team.go(2.0)
    assert other.begins() == []
    piece = other.piece("x")
    assert piece.withheld is not None
    assert piece.withheld.code == "unsure"
    assert piece.withheld.path == "n/x"


def test_who_goes_on_and_is_stopped_before_it_moves_leaves_it_to_be_looked_at() -> None:
    """What was resumed is half done, whether or not anything moved since."""
    team, other = taken_over(lambda: GoOn("x", SAW))
    team.until(lambda: other.said("won", "x") == ["resumed"])
    leaf = other.number("x")
    assert not other.rights.all["n/x"].began
    token = other.accord._ledger.token("n/x")
    assert token is not None
    other.accord._orders.obey(Halt(leaf, token, "settled"), team.now_s)
    team.step()
    assert other.mate.mind.facts.tainted(leaf)


def test_a_thing_whose_holder_died_is_looked_at_and_had_when_nobody_is_there() -> None:
    tree = lambda: And("n", None, [Do("x", SAW), Do("y", SAW, 0.5)])  # noqa: E731
    team = Circle(tree, "ab", "w", things=("saw",))
    team.until(lambda: team.going())
    (who,) = team.going().values()
    team.dies(who)
    other = team["b" if who == "a" else "a"]
    other.events.append(FactSeen("saw/occupied", True))
    team.until(lambda: other.said("verified", "saw"))
    team.go(3.0)
    assert other.going() == []
    assert set(other.said("verified", "saw")) == {"partial"}
    assert any("occupied" in why for why in other.said("denied", "saw"))
    other.events.append(FactSeen("saw/occupied", False))
    team.until(lambda: other.going())
    assert other.said("verified", "saw")[-1] == "untouched"


# -- single orders ---------------------------------------------------------------------------------


def running() -> tuple[Circle, Member, tuple[int, str]]:
    team = Circle(lambda: And("n", None, [Do("x")]))
    team.until(lambda: team.going())
    robot = team["a"]
    token = robot.accord._ledger.token("n/x")
    assert token is not None
    return team, robot, token


def permits_of(robot: Member) -> list[Permit]:
    return [each for each in robot.desk.commands if isinstance(each, Permit)]


def test_only_the_token_that_it_holds_extends_a_permit() -> None:
    team, robot, token = running()
    obey = robot.accord._orders.obey
    obey(Extend(0, (token[0] + 1, "b"), 50.0), team.now_s)
    assert permits_of(robot) == []
    obey(Extend(0, token, 50.0), team.now_s)
    assert [each.until_s for each in permits_of(robot)] == [50.0]


def test_a_start_that_comes_when_the_lease_is_over_is_refused() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]), "ab")
    robot = team["a"]
    team.go(0.1)
    obey = robot.accord._orders.obey
    assert robot.state("x") is NodeState.CLAIMING
    obey(Start(0, (9, "a"), team.now_s), team.now_s)
    assert not robot.holds("x")
    assert robot.state("x") is NodeState.WAITING
    obey(Start(0, (9, "a"), team.now_s + 0.001), team.now_s)
    assert robot.holds("x")


def test_over_sends_the_unit_back_to_wait() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]), "ab")
    team.go(0.1)
    robot = team["a"]
    robot.accord._orders.obey(Over(0, "late"), team.now_s)
    assert robot.state("x") is NodeState.WAITING
    assert robot.accord._claims._asking is None


def test_a_denied_piece_waits_until_it_may_be_asked_for_again() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]), "ab")
    team.sides = ["a"]
    team.go(0.1)
    robot = team["a"]
    robot.accord._orders.obey(Denied(0, "held", "b", team.now_s + 5.0), team.now_s)
    asked = len(robot.said("asked"))
    team.go(4.8)
    assert len(robot.said("asked")) == asked
    team.go(0.4)
    assert len(robot.said("asked")) == asked + 1
    assert robot.state("x") is NodeState.CLAIMING
    assert next(each for each in robot.claims if each.word == "denied").holder == "b"


def test_what_must_be_verified_first_is_claimed_instead() -> None:
    """Nobody knows what became of one alternative: it is looked at before the other is begun."""
    tree = lambda: Or("o", None, [lasting("x", 2.0), Do("y")])  # noqa: E731
    team = Circle(tree, "ab", "w")
    team.until(lambda: "x" in team.going())
    who = team.going()["x"]
    team.dies(who)
    other = team["b" if who == "a" else "a"]
    other.piece("x").withhold(Reason("gave_up", "no"))
    team.until(lambda: "y" in team.going())
    assert other.said("verified", "x") == ["untouched"]
    assert "x" not in team.going()


def test_orders_about_nothing_change_nothing() -> None:
    team, robot, _ = running()
    before = list(robot.claims)
    robot.accord._orders.obey(Revised((0,), 1), team.now_s)
    robot.accord._orders.obey(Denied(0, "held", "", 9.0, revises=True), team.now_s)
    assert robot.going() == ["x"]
    assert robot.accord.told() == []
    assert robot.claims == before


def test_a_resumed_piece_of_several_steps_is_begun_by_its_first_step() -> None:
    piece = lambda: And("n", None, [Then("t", None, [Stand("x"), Do("y")])])  # noqa: E731
    team = Circle(piece, "ab", "w")
    team.until(lambda: "x" in team.going())
    who = team.going()["x"]
    team.ends("x")
    team.go(0.3)
    team.dies(who)
    team.until(lambda: "x" in team.going(), within_s=4.0)
    other = team["b" if who == "a" else "a"]
    assert other.said("won", "t") == ["resumed"]
