"""Reaches for one of seven things, seen through pixels only: the rule that gathers is right."""

from __future__ import annotations

from types import ModuleType

import pytest

from benchmarks.reaches import fared
from cotree.perception.hands.landmarks import Landmarker


@pytest.mark.parametrize(
    "count", [2, pytest.param(5, marks=pytest.mark.soak), pytest.param(200, marks=pytest.mark.soak)]
)
def test_what_a_hand_reaches_for_is_recognised(
    cv2: ModuleType, landmarker: Landmarker, count: int
) -> None:
    literal, _, gathered = fared(count)
    assert gathered.good, gathered
    assert gathered.right >= 5 * count
    assert literal.wrong > gathered.wrong
