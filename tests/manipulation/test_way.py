"""Ways around obstacles: never through them, the same every time, or a reason."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import pytest

from cotree.core.reasons import Reason
from cotree.manipulation.arm import NOTHING, Checker, Patience, Room, box, held_box, way
from cotree.manipulation.arm.checking import between
from cotree.manipulation.arm.spheres import Spheres
from cotree.manipulation.frames import Array
from cotree.manipulation.reach import ARMS
from tests.kit.arms import fetch

ARM = fetch()
SPHERES = Spheres(ARM, ARMS["fetch"])
LIMITS = (ARM.low, ARM.high)
LEFT = np.array((0.9, 0.3, 0.0, 0.8, 0.0, 0.4, 0.0))
RIGHT = np.array((-0.9, 0.3, 0.0, 0.8, 0.0, 0.4, 0.0))
PILLAR = Room((box((0.65, 0.0, 0.3), (0.1, 0.1, 1.2)),))


def asked(room: Room, start: Array, goal: Array, most_nodes: int = 1500) -> Array | Reason:
    return way(Checker(SPHERES, room), LIMITS, start, goal, Patience(most_nodes))


def found(room: Room, start: Array, goal: Array) -> Array:
    answer = asked(room, start, goal)
    assert not isinstance(answer, Reason), answer
    return answer


def test_in_an_empty_room_the_way_is_straight() -> None:
    assert np.array_equal(found(Room(), LEFT, RIGHT), np.stack((LEFT, RIGHT)))


def test_around_a_pillar_the_way_is_clear_everywhere() -> None:
    check = Checker(SPHERES, PILLAR)
    assert not check.straight(LEFT, RIGHT)
    path = found(PILLAR, LEFT, RIGHT)
    assert np.array_equal(path[0], LEFT)
    assert np.array_equal(path[-1], RIGHT)
    for one, other in itertools.pairwise(path):
        fine = np.concatenate([between(a, b) for a, b in _halves(one, other)])
        assert (SPHERES.clearance(fine, PILLAR) > 0.0).all()


def _halves(one: Array, other: Array) -> list[tuple[Array, Array]]:
    """The line in parts that do not meet the checked positions."""
    cuts = [one + share * (other - one) for share in (0.0, 0.37, 0.61, 1.0)]
    return list(itertools.pairwise(cuts))


def test_the_same_question_has_the_same_way_within_the_limits_of_the_joints() -> None:
    path = found(PILLAR, LEFT, RIGHT)
    assert np.array_equal(path, found(PILLAR, LEFT, RIGHT))
    assert (path >= ARM.low - 1e-9).all()
    assert (path <= ARM.high + 1e-9).all()


def test_the_goal_that_needs_the_least_motion_is_taken() -> None:
    near = LEFT + 0.1
    assert np.array_equal(found(Room(), LEFT, np.stack((RIGHT, near)))[-1], near)


@pytest.mark.parametrize(
    ("room", "code"),
    [
        (Room((box((0.3, 0.4, 0.4), (1.0, 1.0, 1.0)),)), "start_blocked"),
        (Room((box((0.5, -0.7, 0.2), (0.8, 0.5, 0.8)),)), "goal_blocked"),
    ],
)
def test_who_already_touches_something_is_told_so(room: Room, code: str) -> None:
    answer = asked(room, LEFT, RIGHT)
    assert isinstance(answer, Reason)
    assert answer.code == code


def test_without_any_way_the_answer_comes_after_so_many_tries() -> None:
    wall = Room((box((1.05, 0.0, 0.4), (1.6, 0.1, 3.0)),))
    answer = asked(wall, LEFT, RIGHT, 60)
    assert isinstance(answer, Reason)
    assert (answer.code, answer.message) == ("no_way", "no way found in 60 tries")


def test_what_is_held_needs_room_too() -> None:
    at = ARM.forward(LEFT)[0]
    side = Room((box(at[:3, 3] + at[:3, 1] * 0.12, (0.05, 0.05, 0.05)),))
    assert Checker(SPHERES, side).clear(LEFT)[0]
    big = held_box((0.2, 0.2, 0.2), 0.05)
    assert not Checker(SPHERES, side, big).clear(LEFT)[0]


def test_an_arm_that_folds_into_itself_or_its_body_is_not_clear() -> None:
    check = Checker(SPHERES, Room(), NOTHING)
    assert check.clear(LEFT)[0]
    assert not check.clear(np.array((0.0, 1.5, 0.0, 2.2, 0.0, 2.1, 0.0)))[0]
    bodiless = Checker(Spheres(ARM, dataclasses.replace(ARMS["fetch"], body=())), Room())
    q = ARM.low + np.random.default_rng(2).random((400, 7)) * (ARM.high - ARM.low)
    assert not (check.clear(q) & ~bodiless.clear(q)).any()
    assert (bodiless.clear(q) & ~check.clear(q)).any()


def test_balls_are_obstacles_like_boxes() -> None:
    hand = ARM.forward(LEFT)[0][:3, 3]
    ball = Room((), np.array(((*hand, 0.05),)))
    assert not Checker(SPHERES, ball).clear(LEFT)[0]
    assert Checker(SPHERES, ball).clear(RIGHT)[0]
