"""Permits: opened before the motion, extended with the lease, never beyond any right."""

from __future__ import annotations

from cotree.core.actions import Begin, Permit
from cotree.core.stopping import Stop
from cotree.team.messages import Letter
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.acts import SAW, Do, Stand
from tests.kit.circle import Circle
from tests.kit.claims import TIMING

LEASE_S = TIMING.hold_s - TIMING.stop_s


def test_a_permit_ends_where_the_lease_ends_less_the_time_to_stop() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]), "ab", "w")
    team.until(lambda: team.going())
    robot = team[team.going()["x"]]
    asked_s = next(letter.sent_s or 0.0 for letter in robot.sent if letter.claims)
    permit = robot.permits("x")[0]
    assert asked_s <= permit.until_s <= team.now_s + LEASE_S


def test_permits_are_extended_with_the_lease_and_never_beyond_it() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]), "ab", "w")
    team.until(lambda: team.going())
    robot = team[team.going()["x"]]
    for _ in range(100):
        team.step()
        last = robot.permits("x")[-1].until_s
        assert team.now_s < last <= team.now_s + LEASE_S
    ends = [permit.until_s for permit in robot.permits("x")]
    assert ends == sorted(set(ends))
    assert len(ends) > 5
    assert len({permit.token for permit in robot.permits("x")}) == 1


def test_without_renewal_there_is_no_longer_permit() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]), "ab", "w")
    team.until(lambda: team.going())
    who = team.going()["x"]
    robot = team[who]
    team.go(1.0)
    team.sides = [who]
    team.go(0.1)
    count = len(robot.permits("x"))
    team.go(3.0)
    assert len(robot.permits("x")) == count
    assert robot.permits("x")[-1].until_s <= team.now_s - 3.1 + LEASE_S + 0.1
    assert robot.going() == []


def test_a_permit_ends_with_the_first_of_its_rights() -> None:
    """The thing was won later than the piece; then renewals of the piece get lost."""
    team = Circle(lambda: And("n", None, [Do("x", SAW)]), "ab", "w", things=("saw",))
    team.until(lambda: team.going())
    robot = team[team.going()["x"]]
    permits = robot.accord._ledger.permits
    ends = [permits._until_s["n/x"], permits._until_s["saw"]]
    assert robot.permits("x")[0].until_s == min(ends)
    assert ends[0] < ends[1]
    permits.extend("saw", 90.0)
    new = [each for each in robot.desk.commands if isinstance(each, Permit)]
    assert [each.until_s for each in new] == [ends[0]]
    permits.extend("n/x", 80.0)
    new = [each for each in robot.desk.commands if isinstance(each, Permit)]
    assert new[-1].until_s == 80.0


def test_a_shorter_lease_does_not_shorten_a_permit() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]))
    team.until(lambda: team.going())
    robot = team["a"]
    robot.accord._ledger.permits.extend("n/x", 0.5)
    robot.accord._ledger.permits.extend("n/nothing", 99.0)
    assert robot.desk.commands == []


def test_each_unit_of_a_piece_has_a_permit_of_its_own_and_only_while_it_runs() -> None:
    team = Circle(lambda: And("n", None, [Then("t", None, [Stand("s"), Do("x")])]))
    robot = team["a"]
    team.until(lambda: team.going())
    team.go(1.0)
    assert robot.permits("x") == []
    team.ends("s")
    team.until(lambda: team.going())
    count = len(robot.permits("s"))
    team.go(2.0)
    assert len(robot.permits("s")) == count
    assert len(robot.permits("x")) > 1
    assert robot.permits("x")[0].token == robot.permits("s")[0].token


def test_what_is_lost_opens_nothing() -> None:
    team = Circle(lambda: And("n", None, [Do("x")]))
    team.until(lambda: team.going())
    robot = team["a"]
    robot.accord._ledger.permits.lost("n/x")
    robot.accord._ledger.permits.start(robot.piece("x").units[0])
    robot.accord._ledger.permits.extend("n/x", 99.0)
    assert robot.desk.commands == []


def test_a_motion_that_stops_is_still_permitted_to() -> None:
    """An arm that is being brought to a safe stop may need longer than the old permit."""
    team = Circle(lambda: And("n", None, [Do("x")]))
    team.until(lambda: team.going())
    robot = team["a"]
    robot.stubborn = True
    robot.piece("x").cease(Stop.INTERRUPT)
    team.go(0.1)
    count = len(robot.permits("x"))
    team.go(2.0)
    assert len(robot.permits("x")) > count


def test_no_motion_begins_without_a_permit_that_lasts() -> None:
    def lossy(letter: Letter, to: str) -> bool:
        return (letter.n * 7 + ord(to)) % 3 == 0

    team = Circle(lambda: And("n", None, [Do(name) for name in "uvxyz"]), "abc")
    team.lost = lossy
    for _ in range(600):
        for name in list(team.going()):
            if round(team.now_s * 20) % 9 == 0:
                team.ends(name)
        team.step()
        for robot in team.members.values():
            lasts = {each.piece: each.until_s for each in robot.orders if isinstance(each, Permit)}
            for begin in robot.orders:
                if isinstance(begin, Begin) and begin.id in robot.begun.values():
                    assert lasts[begin.piece] > team.now_s - 0.1
    assert team.done() == {"u", "v", "x", "y", "z"}
