"""A robot alone has chosen one of several: why that one, asked of the other ones, too."""

from __future__ import annotations

import functools

from cotree.runtime.read import Recording
from tests.kit.played import alone, like, said

FRUIT = """
mission: fruit
team: {pr2: {robot: pr2, at: [0, 0]}}
world: {places: {table: [4, 0]}, objects: {cup: [0, 2], orange: [1, 1], apple: [4, 3]}}
task:
  or:
    - then: [{move: orange}, {pick: orange}, {move: table}, {place: {object: orange, at: table}}]
      name: orange
    - then: [{move: apple}, {pick: apple}, {move: table}, {place: {object: apple, at: table}}]
      name: apple
"""
CHOSEN = (
    "task at # s, decided by orange/move to orange",
    "  pr2 did it: started at # s on base, left_gripper; potential 1.41; done at # s",
    "  chosen: orange 1.41",
    "  instead of: apple 0.4, less suitable",
)
"""Two free grippers, 1.41 m to the orange and 5 m to the apple."""


@functools.cache
def fruit() -> Recording:
    return alone(FRUIT)


def test_the_others_are_weighed_as_if_nothing_was_taken_yet() -> None:
    assert like(said(fruit(), "task"), *CHOSEN)


def test_asked_of_the_branch_that_was_not_chosen_it_is_the_same() -> None:
    assert like(said(fruit(), "apple"), *CHOSEN)


def test_a_leaf_that_was_not_chosen_says_what_was() -> None:
    assert like(
        said(fruit(), "move to apple"),
        "task/apple/move to apple at # s: inactive, done by nobody",
        "  pr2 did not: chose orange/move to orange instead (potential 1.41); potential then 0.4",
    )


def test_before_it_was_chosen_each_stands_in_a_line() -> None:
    lines = said(fruit(), "apple", 0.0)
    assert lines[0] == "task at 0 s: waiting"
    assert len(lines) == 9
