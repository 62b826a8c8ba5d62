"""Whole teams in real processes over Zenoh, which die, freeze, come late and come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.processes import Team, team
from tests.kit.scenarios import TeamScenarios, ends_well, whole
from tests.kit.table import ONCE, TABLE

SPEED = 2.0
"""How many times faster than real time these teams live."""


class TestOverZenoh(TeamScenarios):
    """What every transport must stand."""

    def team(self, folder: Path, mission: str, name: str = "") -> Team:
        made = Team(folder, mission, "zenoh", name)
        made.conducted()
        return made


@pytest.mark.smoke
@pytest.mark.parametrize("bus", ["udp", "zenoh"])
def test_three_processes_lay_the_table(tmp_path: Path, bus: str) -> None:
    with team(tmp_path, TABLE, bus) as made:
        made.speed = SPEED
        ends_well(*whole(made))
        assert made.placed("pr2.mcap", "baxter.mcap") == ONCE
