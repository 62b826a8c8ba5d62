from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import pytest

from cotree.core.places import Point
from cotree.simulation.physics.quadruped import Quadruped
from cotree.simulation.physics.quadruped_model import STANDS_M, quadruped_xml
from cotree.simulation.physics.scene import Scene
from cotree.simulation.physics.sim import Sim


def robot() -> tuple[Sim, Quadruped]:
    sim = Sim(Scene(table=None), *quadruped_xml("spot"))
    return sim, Quadruped(sim, "spot")


def test_it_stands_by_itself() -> None:
    sim, spot = robot()
    sim.advance(2.0, spot.drive)
    assert spot.upright
    assert spot.up > 0.999
    assert spot.clear_m() == pytest.approx(STANDS_M, abs=0.03)


def test_a_nudge_does_not_throw_it_over() -> None:
    sim, spot = robot()
    sim.push("spot", (0.0, 20.0, 0.0))
    sim.advance(0.2, spot.drive)
    sim.push("spot", (0.0, 0.0, 0.0))
    sim.advance(2.0, spot.drive)
    assert spot.upright


@pytest.mark.parametrize("push_n", [-300.0, 150.0, 250.0])
def test_a_shove_throws_it_over_and_it_gets_up_again(push_n: float) -> None:
    sim, spot = robot()
    sim.advance(0.5, spot.drive)
    sim.push("spot", (0.0, push_n, 0.0))
    sim.advance(0.8, spot.drive)
    sim.push("spot", (0.0, 0.0, 0.0))
    sim.advance(3.0, spot.drive)
    assert not spot.upright
    spot.rise()
    sim.advance(9.0, spot.drive)
    assert spot.upright
    assert not spot.rising


@pytest.mark.parametrize("roll_rad", [0.8, 1.57, 2.5, math.pi, -1.2, -2.2])
def test_it_gets_up_however_it_lies_within_six_seconds(roll_rad: float) -> None:
    sim, spot = robot()
    quat = (math.cos(roll_rad / 2), math.sin(roll_rad / 2), 0.0, 0.0)
    sim.place("spot", (0.0, 0.0, 0.35), quat)
    sim.advance(1.0, spot.drive)
    spot.rise()
    sim.advance(7.0, spot.drive)
    assert spot.upright


def test_who_stops_getting_up_stays_as_it_lies() -> None:
    sim, spot = robot()
    sim.place("spot", (0.0, 0.0, 0.35), (0.0, 1.0, 0.0, 0.0))
    sim.advance(0.5, spot.drive)
    spot.rise()
    sim.advance(0.6, spot.drive)
    spot.limp()
    sim.advance(3.0, spot.drive)
    assert not spot.rising
    assert not spot.upright


def walk(
    sim: Sim, spot: Quadruped, goal: Callable[[float], Point], to_s: float
) -> tuple[float, float]:
    """Follow a goal; how far from upright it was at most, and how low."""
    worst, low_m = 1.0, 1.0

    def each(now_s: float) -> None:
        nonlocal worst, low_m
        spot.go(goal(now_s))
        spot.drive(now_s)
        worst, low_m = min(worst, spot.up), min(low_m, spot.clear_m())

    sim.advance(to_s, each, steps=5)
    return worst, low_m


def along(points: list[Point], speed_m_s: float) -> Callable[[float], Point]:
    """A goal that moves along a line, corner by corner."""

    def goal(now_s: float) -> Point:
        left_m = speed_m_s * now_s
        for here, there in itertools.pairwise(points):
            long_m = math.dist(here, there)
            if left_m <= long_m:
                part = left_m / long_m
                x, y, z = (a + part * (b - a) for a, b in zip(here, there, strict=True))
                return (x, y, z)
            left_m -= long_m
        return points[-1]

    return goal


def test_it_walks_around_corners_at_one_metre_a_second_and_stands_where_it_was_sent() -> None:
    sim, spot = robot()
    corners: list[Point] = [(0, 0, 0), (3, 0, 0), (3, 3, 0), (-1, 3, 0)]
    worst, low_m = walk(sim, spot, along(corners, 1.0), 14.0)
    assert sim.at("spot")[:2] == pytest.approx((-1.0, 3.0), abs=0.06)
    assert worst > 0.97
    assert low_m > 0.85 * STANDS_M
    assert not spot.walks
    assert spot.upright


def test_it_keeps_up_with_a_goal_that_moves_at_half_a_metre_a_second() -> None:
    sim, spot = robot()
    walk(sim, spot, along([(0, 0, 0), (5, 0, 0)], 0.5), 6.0)
    assert spot.walks
    assert sim.at("spot")[0] == pytest.approx(3.0, abs=0.12)


def test_only_its_feet_move_it() -> None:
    sim, spot = robot()
    sim.model.geom_friction[:, 0] = 0.01
    walk(sim, spot, lambda now_s: (3.0, 0.0, 0.0), 4.0)
    assert abs(sim.at("spot")[0]) < 0.6


@pytest.mark.parametrize("push_n", [(0.0, 20.0, 0.0), (-25.0, 0.0, 0.0)])
def test_a_nudge_does_not_stop_its_walk(push_n: Point) -> None:
    sim, spot = robot()
    goal = along([(0, 0, 0), (5, 0, 0)], 0.8)
    walk(sim, spot, goal, 2.0)
    sim.push("spot", push_n)
    walk(sim, spot, goal, 2.25)
    sim.push("spot", (0.0, 0.0, 0.0))
    worst, _ = walk(sim, spot, goal, 9.0)
    assert worst > 0.85
    assert sim.at("spot")[:2] == pytest.approx((5.0, 0.0), abs=0.08)


def test_who_is_thrown_over_on_its_way_lies_still_gets_up_and_walks_on() -> None:
    sim, spot = robot()
    walk(sim, spot, lambda now_s: (4.0, 0.0, 0.0), 2.0)
    sim.push("spot", (0.0, -150.0, 0.0))
    walk(sim, spot, lambda now_s: (4.0, 0.0, 0.0), 2.25)
    sim.push("spot", (0.0, 0.0, 0.0))
    walk(sim, spot, lambda now_s: (4.0, 0.0, 0.0), 4.0)
    assert not spot.upright
    assert not spot.walks
    spot.rise()
    walk(sim, spot, lambda now_s: (4.0, 0.0, 0.0), 16.0)
    assert sim.at("spot")[:2] == pytest.approx((4.0, 0.0), abs=0.06)
    assert spot.upright


def test_equal_walks_are_equal() -> None:
    ends = []
    for _ in range(2):
        sim, spot = robot()
        walk(sim, spot, along([(0, 0, 0), (1, 1, 0)], 1.0), 2.0)
        ends.append(sim.data.qpos.tobytes())
    assert ends[0] == ends[1]
