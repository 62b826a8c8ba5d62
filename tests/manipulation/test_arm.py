"""One arm with everything: from a cloud to a judged grasp, and from there to a thing put down."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from cotree.core.reasons import Reason
from cotree.manipulation.arm import Arm, Room, Trajectory, arm, box, held_box
from cotree.manipulation.frames import Array, pose
from cotree.manipulation.grasps import BAXTER, PR2, RANGES, TOP_DOWN, grasps, judge
from cotree.manipulation.grasps.values import link_of
from cotree.manipulation.pick.machine import begin, step
from cotree.manipulation.pick.poses import poses
from cotree.manipulation.pick.values import (
    Arrived,
    Blocked,
    Close,
    Closed,
    Command,
    Event,
    Felt,
    Finish,
    Go,
    LookAgain,
    Open,
    Opened,
    Saw,
    Spot,
)
from cotree.manipulation.reach import ARMS, UrdfError, installed, read
from tests.kit.arms import fetch_like
from tests.kit.shapes import EYE, SHAPES, seen

TABLE_Z = 0.7
TABLE = Room((box((0.85, 0.0, TABLE_Z - 0.03), (0.7, 1.4, 0.04)),))
HOME = np.array((0.38, -1.2, -0.33, 1.55, 0.12, 1.25, 1.6))


def fetch_arm() -> Arm:
    """An arm like the Fetch's before a table, its torso at 0.9 m less its shoulder."""
    base = np.eye(4)
    base[2, 3] = 0.75
    return arm(read(fetch_like()), ARMS["fetch"], base, TABLE)


def robot_arm(name: str, height_m: float) -> Arm:
    """The real robot's, when the package with its model is there."""
    base = np.eye(4)
    base[2, 3] = height_m
    try:
        return arm(installed(name), ARMS[f"{name}_right"], base, TABLE)
    except UrdfError as error:
        pytest.skip(str(error))


def from_above(x: float, y: float, z: float) -> Array:
    return pose(np.array(((0.0, 1.0, 0.0), (0.0, 0.0, -1.0), (-1.0, 0.0, 0.0))), (x, y, z))


def done(answer: Trajectory | Reason) -> Trajectory:
    assert not isinstance(answer, Reason), answer
    return answer


def test_the_hand_gets_where_it_was_sent_and_nothing_is_touched_on_the_way() -> None:
    one = fetch_arm()
    motion = done(one.go(HOME, from_above(0.75, 0.1, 0.95)))
    assert np.allclose(one.hand(motion.q[-1]), from_above(0.75, 0.1, 0.95), atol=0.006)
    times = np.linspace(0.0, motion.duration_s, 60)
    there = np.array([motion.at(t) for t in times])
    assert (one.spheres.clearance(there, one.room) > 0.0).all()


def test_the_hand_goes_in_on_a_straight_line() -> None:
    one = fetch_arm()
    above = done(one.go(HOME, from_above(0.75, 0.1, 0.95))).q[-1]
    line = done(one.straight(above, from_above(0.75, 0.1, 0.85)))
    hands = np.array([one.hand(line.at(t)) for t in np.linspace(0.0, line.duration_s, 30)])
    assert np.abs(hands[:, :2, 3] - (0.75, 0.1)).max() < 0.006
    assert abs(hands[-1, 2, 3] - 0.85) < 0.006


def test_what_is_out_of_reach_or_in_the_way_is_said() -> None:
    one = fetch_arm()
    far = one.go(HOME, from_above(2.5, 0.0, 0.9))
    assert isinstance(far, Reason)
    assert far.code == "out_of_reach"
    under = one.go(HOME, from_above(0.75, 0.1, 0.6))
    assert isinstance(under, Reason)
    assert under.code in ("goal_blocked", "out_of_reach")
    above = done(one.go(HOME, from_above(0.75, 0.1, 0.95))).q[-1]
    through = one.straight(above, from_above(0.75, 0.1, 0.66))
    assert isinstance(through, Reason)
    assert through.code == "line_blocked"
    aside = one.straight(above, from_above(0.75, 2.1, 0.95))
    assert isinstance(aside, Reason)
    assert aside.code == "no_line"


def test_a_grasp_under_the_table_is_not_in_reach_and_one_above_it_is() -> None:
    one = fetch_arm()
    links = np.stack([link_of(one.kind.gripper, from_above(0.75, 0.1, z)) for z in (0.95, 0.65)])
    assert one.reaches(links).tolist() == [True, False]


def test_what_is_carried_is_kept_clear_of_obstacles_too() -> None:
    one = fetch_arm()
    low = from_above(0.75, 0.1, 0.83)
    assert not isinstance(one.go(HOME, low), Reason)
    assert isinstance(one.go(HOME, low, held_box((0.2, 0.2, 0.2), 0.05)), Reason)


@pytest.mark.parametrize(("name", "height_m"), [("pr2", 0.85), ("baxter", 0.95)])
def test_a_robot_that_stands_well_can_take_a_bottle_with_its_own_gripper(
    name: str, height_m: float
) -> None:
    at = (0.65, -0.25, TABLE_Z)
    cloud = seen(SHAPES["bottle"], 0.4, at, eye=EYE + at, noise_m=0.001, points=2500)
    gripper = {"pr2": PR2, "baxter": BAXTER}[name]
    one = dataclasses.replace(robot_arm(name, height_m), room=Room())
    found = grasps(cloud, EYE + at, gripper, table_z=TABLE_Z, allowed=RANGES[name])
    judged = judge(found, gripper, one, RANGES[name])
    assert judged.score > 40.0
    assert judged.grasp is not None
    assert not isinstance(one.go(one.chain.middle, judged.grasp.before(0.1)), Reason)
    far = dataclasses.replace(one, base=pose(np.eye(3), (-5.0, 0.0, height_m)))
    away = judge(found, gripper, far, RANGES[name])
    assert away.reason is not None
    assert away.reason.code == "out_of_reach"


class Bench:
    """An arm that moves at once, fingers that hold what is between them, and an object."""

    def __init__(self, one: Arm, slips_once: bool) -> None:
        self.arm, self.q = one, HOME
        self.object = np.array((0.7, 0.15, TABLE_Z))
        self.goal = (0.7, -0.2, TABLE_Z)
        self.slips = slips_once
        self.in_hand: Array | None = None
        self.said: list[Command] = []

    def look(self) -> None:
        at = (float(self.object[0]), float(self.object[1]), TABLE_Z)
        cloud = seen(SHAPES["cube"], 0.3, at, eye=EYE + at, noise_m=0.001, points=1500)
        found = grasps(cloud, EYE + at, self.arm.kind.gripper, table_z=TABLE_Z, allowed=TOP_DOWN)
        passing = judge(found, self.arm.kind.gripper, self.arm, TOP_DOWN).grasp
        assert passing is not None
        self.spots = poses(passing, at, self.goal)
        self.width_m = passing.width_m

    def do(self, command: Command) -> list[Event]:
        """What comes of a command."""
        self.said.append(command)
        match command:
            case Go(spot=spot, straight=straight):
                return self._go(spot, straight)
            case Open():
                self.in_hand = None
                return [Opened()]
            case Close():
                self.in_hand = self.object - self.arm.hand(self.q)[:3, 3]
                near = np.linalg.norm(self.in_hand) < 0.08
                return [Closed(self.width_m if near else 0.0)]
            case LookAgain():
                self.look()
                return [Saw(grasps=1)]
        return []

    def _go(self, spot: Spot, straight: bool) -> list[Event]:
        hand = self.spots[spot]
        move = (
            self.arm.straight(self.q, hand, touching=True)
            if straight
            else self.arm.go(self.q, hand)
        )
        if isinstance(move, Reason):
            return [Blocked(move)]
        self.q = move.q[-1]
        if self.in_hand is None:
            return [Arrived()]
        self.object = self.arm.hand(self.q)[:3, 3] + self.in_hand
        if self.slips and spot is Spot.LIFTED:
            self.slips, self.in_hand = False, None
            self.object = np.array((0.72, 0.1, TABLE_Z))
            return [Felt(self.width_m - 0.02), Arrived()]
        return [Felt(self.width_m), Arrived()]


@pytest.mark.parametrize("slips_once", [False, True])
def test_a_cube_is_picked_and_placed_even_when_it_slips_once(slips_once: bool) -> None:
    bench = Bench(fetch_arm(), slips_once)
    bench.look()
    state, said = begin(1)
    todo = [(command, 0) for command in said]
    for _ in range(60):
        if not todo:
            break
        command, _ = todo.pop(0)
        for event in bench.do(command):
            state, more = step(state, event)
            todo += [(each, 0) for each in more]
    assert bench.said[-1] == Finish()
    assert np.linalg.norm(bench.object - bench.goal) < 0.03
    assert bench.said.count(LookAgain()) == int(slips_once)
