"""The ward over real DDS: robots are nodes, people and the desk processes of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.nodes import Nodes
from tests.kit.ward import a_day_in_which_the_cart_is_killed, ward

SPEED = 4.0


@pytest.mark.soak
def test_when_the_cart_is_killed_the_day_comes_to_a_good_end_all_the_same(
    tmp_path: Path, dds: int
) -> None:
    team = Nodes(tmp_path, ward(), dds)
    team.speed = SPEED
    try:
        a_day_in_which_the_cart_is_killed(team)
    finally:
        team.close()
