"""An operator who does anything at any time: every run ends, and a replay of it is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree.app.again import do_again
from cotree.runtime.messages import Acted
from cotree.runtime.read import read
from cotree.trees.reading import loads
from tests.kit.kept import kept
from tests.kit.restless import Restless
from tests.missions import FETCH
from tests.teams import DUO, FIVE, TABLE

MISSIONS = {"fetch": FETCH, "duo": DUO, "table": TABLE}
ENDS = {"success", "failure", "stuck", "no_quorum", "out_of_time"}


def holds(name: str, text: str, seed: int, folder: Path) -> None:
    run = Restless(loads(text, f"{name}.yaml"), seed, acts=8, until_s=40.0)
    assert run.run().result in ENDS
    assert any(isinstance(each, Acted) and not each.wrong for each in run.messages)
    verdict = do_again(read(kept(folder, run.messages)))
    assert verdict.ok, verdict.first


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", MISSIONS)
def test_whatever_is_done_a_replay_is_the_same(name: str, seed: int, tmp_path: Path) -> None:
    holds(name, MISSIONS[name], seed, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1300))
@pytest.mark.parametrize("name", [*MISSIONS, "five"])
def test_whatever_is_done_often(name: str, seed: int, tmp_path: Path) -> None:
    holds(name, {**MISSIONS, "five": FIVE}[name], seed, tmp_path)
