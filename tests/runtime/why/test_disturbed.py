"""What went wrong with a robot is said of what it was at, and of what it began once more."""

from __future__ import annotations

import functools

from cotree.runtime.read import Recording
from tests.kit.played import alone, like, said

LOST = """
mission: fetch
team: {pr2: {robot: pr2, at: [0, 0]}}
world: {places: {table: [4, 0]}, objects: {cup: [0, 2]}}
task: {then: [{move: cup}, {pick: cup}, {move: table}, {place: {object: cup, at: table}}]}
reactions: all
simulation: {disturbances: [{at: 30 s, robot: pr2, loses: cup}]}
"""
FALLEN = LOST.replace("loses: cup", "falls: true")
CUP_LOST = "  disturbed at 30 s: pr2 does not hold cup any more (reactions/state)"


@functools.cache
def lost() -> Recording:
    return alone(LOST)


def test_what_was_done_before_and_had_to_be_done_again() -> None:
    assert like(
        said(lost(), "pick cup"),
        "task/pick cup at # s",
        "  pr2 did it: started at # s on base, left_gripper, head, after move to cup; at hand; "
        "done at # s",
        CUP_LOST,
    )


def test_what_was_interrupted_and_begun_once_more() -> None:
    assert said(lost(), "task/move to table")[-1] == CUP_LOST
    fallen = said(alone(FALLEN), "task/move to table")
    assert fallen[-1] == "  disturbed at 30 s: pr2 has fallen (reactions/balance)"


def test_what_was_done_for_good_or_began_later_was_not_disturbed() -> None:
    assert len(said(lost(), "task/move to cup")) == 2
    assert len(said(lost(), "place cup at table")) == 2


def test_before_it_happened_nothing_had_happened() -> None:
    assert len(said(lost(), "pick cup", 29.0)) == 2
    assert said(lost(), "task/move to table", 30.1)[-1] == CUP_LOST


def test_a_reaction_tells_what_it_was_there_for() -> None:
    assert like(
        said(lost(), "reactions/state"),
        "reactions/state at # s: done",
        CUP_LOST,
        "  that was over at # s",
    )
    assert len(said(lost(), "recover")) == 1
