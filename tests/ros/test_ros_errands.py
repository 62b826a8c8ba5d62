"""A mission of one sentence over real DDS: with a robot that is killed, only time is lost."""

from __future__ import annotations

from pathlib import Path

from tests.kit.processes import Surroundings, Team
from tests.kit.trainer import LEASE, another_robot_goes_on
from tests.kit.words import hospital


def test_when_the_trainer_is_killed_another_robot_goes_on_from_its_word(
    tmp_path: Path, dds: int
) -> None:
    team = Team(tmp_path, hospital(LEASE), "ros")
    team.conducted()
    team.around = Surroundings({"ROS_DOMAIN_ID": str(dds)})
    try:
        another_robot_goes_on(team)
    finally:
        team.close()
