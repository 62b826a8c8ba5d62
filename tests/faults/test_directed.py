"""Schedules by hand: 17 families, 30 of each (510)."""

from __future__ import annotations

import pytest

from cotree.runtime.swarm.directed import FAMILIES
from cotree.runtime.swarm.table import run_many

EACH = 30


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_breaks_and_nothing_is_stuck(family: str) -> None:
    row = run_many(family, range(EACH))
    assert row.failed == [], row.rules
    assert row.runs == EACH
