"""Every mission that is shipped does what it promises: it ends well, also with other seeds."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree import app
from cotree.runtime.messages import Message
from cotree.trees.catalogue import catalogue
from cotree.trees.reading.advice import warnings_of

CONFIG = Path(__file__).parents[1] / "config"
MISSIONS = sorted([*(CONFIG / "missions").glob("*.yaml"), *(CONFIG / "experiments").glob("*.yaml")])
SEEN = CONFIG / "experiments" / "tea_table_seen.yaml"
"""Needs forces and cameras; ``tests/app/test_seen_table.py`` runs it."""


def test_there_are_some() -> None:
    assert len(MISSIONS) >= 8


@pytest.mark.parametrize(
    "path", [each for each in MISSIONS if each != SEEN], ids=lambda path: path.stem
)
def test_a_shipped_mission_runs_to_success_without_a_warning(path: Path) -> None:
    mission = app.read_mission(str(path))
    assert warnings_of(mission, catalogue()) == []
    messages: list[Message] = []
    run = app.run_virtual if len(mission.team) == 1 else app.run_team
    assert run(mission, messages.append).result == "success"
