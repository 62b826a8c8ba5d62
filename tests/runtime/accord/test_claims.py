"""What a robot asks its team for, in which order, and what it gives back."""

from __future__ import annotations

import pytest
from py_trees.common import Status

from cotree.core.belief import View
from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.core.stopping import Stop
from cotree.team.messages import Claim
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from tests.kit.acts import SAW, Do, GoOn
from tests.kit.circle import Circle, Member
from tests.kit.rig import HAND, ONE_HAND, TWO_HANDS

NEVER = 1000.0
AWAY = Reason("person", "ann does it")


def claimed(robot: Member) -> list[int]:
    """What it asked others for, in order, each once."""
    claims: list[Claim] = [claim for letter in robot.sent for claim in letter.claims]
    return list(dict.fromkeys(claim.leaf for claim in claims))


# -- asking ----------------------------------------------------------------------------------------


def test_the_most_suitable_piece_is_asked_for_first_and_the_next_one_after_the_answer() -> None:
    team = Circle(
        lambda: And("n", None, [Do("x", HAND, 1.0), Do("y", HAND, 3.0)]), "a", "w",
        resources=TWO_HANDS,
    )  # fmt: skip
    robot = team["a"]
    team.go(0.1)
    assert robot.words("y") == ["asked"]
    assert robot.words("x") == []
    assert robot.state("x") is NodeState.CLAIMING
    team.until(lambda: robot.going() == ["x", "y"])
    assert robot.words("x") == ["asked", "won"]


def test_a_question_says_how_suitable_the_robot_was() -> None:
    team = Circle(lambda: And("n", None, [Do("x", (), 2.5)]))
    team.go(0.1)
    asked = next(each for each in team["a"].claims if each.word == "asked")
    assert asked.potential == 2.5


def test_of_two_who_want_the_same_one_does_it_and_the_other_takes_the_next_best() -> None:
    team = Circle(
        lambda: And("n", None, [Do("x", HAND, 2.0), Do("y", HAND)]), "ab", "w", resources=ONE_HAND
    )
    team.until(lambda: len(team.going()) == 2)
    assert set(team.going().values()) == {"a", "b"}


def test_what_a_peer_says_it_has_is_not_asked_for() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]), "ab", "w")
    team.until(lambda: team.going())
    other = team["a" if team.going()["x"] == "b" else "b"]
    team.go(1.0)
    asked = len(other.said("asked"))
    team.go(4.0)
    assert len(other.said("asked")) == asked


def test_a_peer_that_says_so_in_time_saves_the_question() -> None:
    """The piece is chosen before the tick hears of the peer, and not asked for after it."""
    team = Circle(lambda: And("n", None, [Do("x")]), "ab", "w")
    robot = team["a"]
    robot.rights.all["n/x"].taken_by = "b"
    robot.rights.hindrance = lambda unit: None  # type: ignore[method-assign]
    team["b"].piece("x").withhold(AWAY)
    robot.accord._holders.news = lambda now_s: {}  # type: ignore[method-assign]
    team.go(0.3)
    assert robot.said("asked") == []
    assert robot.going() == []


def test_a_claim_that_nobody_answers_is_denied_and_asked_again() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]), "ab")
    team.sides = ["a"]
    team.go(5.0)
    why = team["a"].said("denied")
    assert set(why) == {"silence"}
    assert len(why) > 1
    assert team.going() == {}
    team.sides = []
    team.until(lambda: team.going())


def test_after_a_denial_the_next_piece_is_asked_for_at_once() -> None:
    team = Circle(
        lambda: And("n", None, [Do("x", HAND, 2.0), Do("y", HAND)]), "ab", resources=ONE_HAND
    )
    team.sides = ["a"]
    team.until(lambda: team["a"].words("y") == ["asked"])
    assert team["a"].words("x") == ["asked", "denied"]
    assert team["a"].owners("hand") == {"n/y"}


def test_a_piece_that_was_closed_before_it_was_asked_for_is_not_asked_for() -> None:
    team = Circle(lambda: And("n", None, [Do("x", (), 2.0), Do("y")]), "a", "w")
    robot = team["a"]
    team.go(0.1)
    assert robot.state("y") is NodeState.CLAIMING
    robot.rights.denied("n/y", AWAY, NEVER)
    team.go(1.0)
    assert robot.words("y") == []


# -- things ----------------------------------------------------------------------------------------


def test_things_are_asked_for_after_the_piece_one_by_one_in_order() -> None:
    needs = (Need("saw"), Need("drill"))
    team = Circle(lambda: And("n", None, [Do("x", needs)]), "a", "w", things=("drill", "saw"))
    team.until(lambda: team.going())
    robot = team["a"]
    assert [each.piece for each in robot.claims if each.word == "asked"] == ["n/x", "drill", "saw"]
    assert claimed(robot) == [robot.number(each) for each in ("x", "drill", "saw")]
    assert [each.potential for each in robot.claims if each.word == "asked"] == [1.0, 0.0, 0.0]


def test_a_thing_has_one_user_in_the_whole_team() -> None:
    team = Circle(lambda: And("n", None, [Do("x", SAW), Do("y", SAW)]), "ab", "w", things=("saw",))
    for _ in range(2):
        team.until(lambda: team.going())
        team.go(3.0)
        (name,) = team.going()
        team.ends(name)
    team.until(lambda: team.status == {Status.SUCCESS})


def test_a_thing_is_given_back_when_its_user_is_done_and_had_at_once_by_the_next() -> None:
    team = Circle(lambda: And("n", None, [Do("x", SAW), Do("y", SAW)]), "ab", "w", things=("saw",))
    team.until(lambda: team.going())
    ((name, who),) = team.going().items()
    team.ends(name)
    team.go(0.1)
    assert team[who].words("saw")[-1] == "released"
    assert team[who].said("released", "saw") == ["not needed"]
    team.until(lambda: team.going(), within_s=1.0)
    assert not any(member.said("verified", "saw") for member in team.members.values())


def test_a_thing_stays_with_the_robot_while_its_next_user_asks_for_it() -> None:
    team = Circle(lambda: And("n", None, [Do("x", SAW), Do("y", SAW)]), "a", "w", things=("saw",))
    robot = team["a"]
    team.until(lambda: team.going())
    (name,) = team.going()
    team.ends(name)
    team.until(lambda: team.going())
    assert robot.rights.all["saw"].held


def test_a_denied_thing_gives_the_piece_back_clean() -> None:
    team = Circle(lambda: And("n", None, [Do("x", SAW), Do("y", SAW)]), "ab", "w", things=("saw",))
    team.until(lambda: team.going())
    team.go(3.0)
    loser = next(member for member in team.members.values() if not member.going())
    assert "released" in loser.words("x") + loser.words("y")
    tainted = [leaf for leaf in range(3) if loser.mate.mind.facts.tainted(leaf)]
    assert tainted == [], "nothing of it had begun"


# -- ends ------------------------------------------------------------------------------------------


def test_a_piece_that_is_won_too_late_is_given_back_untouched() -> None:
    """Its turn was over when the answer came: as if it had never been claimed."""
    team = Circle(lambda: Or("o", None, [Do("x", (), 2.0), Do("y")]), "ab", "w")
    robot = team["a"]
    team.sides = ["aw"]
    team.go(0.1)
    assert robot.words("x") == ["asked"]
    robot.piece("x").withhold(AWAY)
    team.until(lambda: "released" in robot.words("x"))
    assert robot.said("released", "x") == ["not needed"]
    assert not robot.mate.mind.facts.tainted(robot.number("x"))
    assert robot.mate.holds() != [robot.number("x")]


def test_what_failed_here_is_given_back_for_others_to_look_at() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]), "ab", "w", retries=0)
    team.until(lambda: team.going())
    first = team.going()["x"]
    team.ends("x", code="slipped")
    team.until(lambda: "x" in team.going())
    second = team[team.going()["x"]]
    assert second.name("x") == "n/x"
    assert team.going()["x"] != first
    assert second.said("verified", "x") == ["partial"]
    assert team[first].said("given_up", "x") == ["x slipped"]
    assert not team[first].holds("x")


def left_half_done() -> tuple[Circle, Member]:
    """One robot has left x half done and does not want it; the other is to go on."""
    team = Circle(lambda: And("n", None, [GoOn("x", SAW)]), "ab", "w", things=("saw",))
    team.until(lambda: team.going())
    first = team.going()["x"]
    team[first].piece("x").cease(Stop.CANCEL)
    team[first].piece("x").withhold(AWAY)
    return team, team["b" if first == "a" else "a"]


def test_what_is_found_half_done_and_cannot_be_gone_on_with_is_given_up() -> None:
    """It holds the claim, and nothing of it could start here: the others must not wait for it."""
    team, other = left_half_done()
    team.until(lambda: other.rights.all["n/x"].asked and "x" not in team.going())
    other.rights.dropped(other.piece("x").units[0])
    team.until(lambda: "won" in other.words("x"))
    team.go(0.2)
    assert other.said("released", "x") == ["not needed"]
    assert other.mate.unable(other.number("x")) == {other.desk.robot: "failed"}


def test_who_must_wait_for_a_thing_has_not_given_up() -> None:
    team, other = left_half_done()
    team.until(lambda: "won" in other.words("x"))
    assert other.said("won", "x") == ["resumed"]
    other.rights.denied("saw", AWAY, team.now_s + 2.0)
    team.go(0.2)
    assert other.said("released", "x") == ["not needed"]
    assert other.mate.unable(other.number("x")) == {}
    team.until(lambda: other.going() == ["x"])


def test_who_only_looked_at_a_half_done_alternative_has_not_given_it_up() -> None:
    team = Circle(lambda: Or("n", None, [GoOn("x"), GoOn("y")]), "ab", "w")
    first, other = team["a"], team["b"]
    for withheld in (first.piece("y"), other.piece("x"), other.piece("y")):
        withheld.withhold(AWAY)
    team.until(lambda: team.going() == {"x": "a"})
    first.piece("x").cease(Stop.CANCEL)
    first.piece("x").withhold(AWAY)
    team.until(lambda: not team.going())
    other.piece("y").allow()
    team.until(lambda: other.going() == ["y"])
    assert other.said("verified", "x") == ["partial"], "one look is enough"
    assert "asked" not in other.words("x"), "the look was on behalf of y"
    assert other.mate.unable(other.number("x")) == {}


class Broken(Do):
    def potential(self, view: View) -> float:
        if view.robot == "a":
            raise ValueError("no sensor")
        return 1.0


def test_who_cannot_even_be_asked_leaves_it_to_the_others() -> None:
    team = Circle(lambda: And("n", None, [Broken("x")]), "ab", "w", cooldown_s=0.1)
    team.until(lambda: team.going() == {"x": "b"} and team["a"].said("given_up"))
    team.go(0.5)
    assert team["b"].mate.unable(0) == {"a": "failed"}
    assert team["a"].words("x") == ["given_up"]


@pytest.mark.parametrize("names", ["a", "ab"])
def test_what_is_done_by_a_look_of_ones_own_is_told_without_a_claim(names: str) -> None:
    team = Circle(lambda: And("n", None, [Do("x"), Do("y")]), names, "w")
    robot = team["a"]
    robot.rights.over(robot.piece("y"), None)
    team.until(lambda: "y" in team.done())
    assert robot.said("released", "y") == []
