"""The ward with one process per robot and person, over the buses that need no ROS."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.processes import team
from tests.kit.ward import a_day_in_which_the_cart_is_killed, ward

SPEED = 5.0


@pytest.mark.soak
@pytest.mark.parametrize("bus", ["zenoh", "udp"])
def test_when_the_cart_is_killed_the_day_comes_to_a_good_end_all_the_same(
    tmp_path: Path, bus: str
) -> None:
    with team(tmp_path, ward(), bus) as made:
        made.speed = SPEED
        a_day_in_which_the_cart_is_killed(made)
