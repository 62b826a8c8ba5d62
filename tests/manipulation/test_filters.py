"""The paper's filters: reach first, then orientation; literally, and as its tables want it."""

from __future__ import annotations

import numpy as np
import pytest

from cotree.core.reasons import Reason
from cotree.manipulation.frames import Array, Mask
from cotree.manipulation.grasps import (
    ANY,
    BAXTER,
    PR2,
    SIDEWAYS,
    TOP_DOWN,
    Found,
    Grasp,
    Range,
    judge,
)
from cotree.manipulation.grasps.filters import AT_ONCE


def hand(score: float, approach: tuple[float, float, float]) -> Grasp:
    return Grasp(score, (0.5, 0.0, 0.1), approach, (0.0, 1.0, 0.0), 0.05, 0.03)


LEVEL, DOWN = hand(90.0, (1.0, 0.0, 0.0)), hand(60.0, (0.0, 0.0, -1.0))
BOTH = Found((LEVEL, DOWN))


class Only:
    """An arm that reaches the hands that come a certain way, and counts what it was asked."""

    def __init__(self, *approaches: tuple[float, float, float]) -> None:
        self._approaches = approaches
        self.asked = 0

    def reaches(self, links: Array) -> Mask:
        self.asked += len(links)
        ways = [np.array(each) for each in self._approaches]
        return np.array([any(np.allclose(link[:3, 0], way) for way in ways) for link in links])


def test_without_filters_the_best_score_stays() -> None:
    judged = judge(BOTH, PR2)
    assert (judged.score, judged.grasp, judged.reason) == (90.0, LEVEL, None)


def test_the_best_grasp_that_passes_counts_and_the_first_score_is_kept() -> None:
    judged = judge(BOTH, BAXTER, allowed=TOP_DOWN)
    assert (judged.score, judged.grasp, judged.before) == (60.0, DOWN, 90.0)


def test_literally_the_one_best_grasp_is_zeroed() -> None:
    judged = judge(BOTH, BAXTER, allowed=TOP_DOWN, literal=True)
    assert (judged.score, judged.before) == (0.0, 90.0)
    assert judged.reason == Reason(
        "orientation",
        "the best grasp is not both in reach and from 0 to 25 degrees off straight down",
    )


def test_what_is_out_of_reach_scores_nothing_whatever_its_orientation() -> None:
    judged = judge(BOTH, PR2, Only(), SIDEWAYS)
    assert judged.reason == Reason("out_of_reach", "none of 2 grasps is in reach")
    literal = judge(BOTH, PR2, Only(), SIDEWAYS, literal=True)
    assert literal.reason == Reason("out_of_reach", "the best grasp is not in reach")


def test_a_grasp_must_pass_both() -> None:
    judged = judge(BOTH, PR2, Only((0.0, 0.0, -1.0)), SIDEWAYS)
    assert judged.score == 0.0
    assert judged.reason is not None
    assert judged.reason.code == "orientation"


def test_an_object_without_grasps_keeps_its_reason() -> None:
    why = Reason("too_wide", "too wide")
    judged = judge(Found((), why), PR2, Only())
    assert (judged.score, judged.reason) == (0.0, why)


def test_the_arm_is_not_asked_for_more_than_it_takes() -> None:
    arm = Only((1.0, 0.0, 0.0))
    judge(Found((LEVEL,) * 200), PR2, arm)
    assert arm.asked == AT_ONCE


def test_the_arm_is_asked_for_its_own_last_link() -> None:
    heard: list[Array] = []

    class Listening:
        def reaches(self, links: Array) -> Mask:
            heard.append(links)
            return np.ones(len(links), dtype=bool)

    judge(Found((DOWN,)), BAXTER, Listening())
    link = heard[0][0]
    assert np.allclose(link[:3, 2], (0.0, 0.0, -1.0)), "Baxter's z points ahead"
    assert np.allclose(link[:3, 1], DOWN.closing)
    assert np.allclose(link[:3, 3], (0.5, 0.0, 0.11)), "a centimetre behind the tips"


@pytest.mark.parametrize(
    ("lean_deg", "sideways", "down"),
    [(0.0, False, True), (24.0, False, True), (45.0, False, False), (90.0, True, False)],
)
def test_ranges_are_leans_from_straight_down(lean_deg: float, sideways: bool, down: bool) -> None:
    lean = np.deg2rad(lean_deg)
    way = np.array(((np.sin(lean), 0.0, -np.cos(lean)),))
    assert (SIDEWAYS.holds(way)[0], TOP_DOWN.holds(way)[0]) == (sideways, down)
    assert ANY.holds(way)[0]


@pytest.mark.parametrize(("least", "most"), [(-1.0, 20.0), (30.0, 20.0), (0.0, 181.0)])
def test_a_range_that_cannot_be_is_refused(least: float, most: float) -> None:
    with pytest.raises(ValueError, match="0 \\(straight down\\) <= least <= most <= 180"):
        Range(least, most)
