"""Scores and physics: grasps with a high score lift, and the others mostly do not."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

if find_spec("mujoco") is None:
    pytest.skip("needs cotree[physics]: no MuJoCo here", allow_module_level=True)

from benchmarks.lifting import WORTH, auc, trials


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 7))
def test_scores_rank_grasps_as_lifting_does_and_the_best_ones_hold(seed: int) -> None:
    rows = trials(seed)
    assert len(rows) >= 300
    assert len({row.shape for row in rows}) >= 12
    best = [row.lifted for row in rows if row.best and row.score >= WORTH]
    assert auc(rows) >= 0.8
    assert sum(best) >= 0.85 * len(best)
