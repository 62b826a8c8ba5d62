"""A job that takes two robots, over real DDS: help is asked for, granted, and watched."""

from __future__ import annotations

from pathlib import Path

from tests.kit import capable
from tests.kit.processes import Surroundings, Team
from tests.kit.trainer import finish


def test_two_processes_do_a_job_together_that_neither_can_alone(tmp_path: Path, dds: int) -> None:
    text = capable.text("job3b", "L1", "M1", coordination={"lease": "8 s"})
    team = Team(tmp_path, text, "ros")
    team.conducted()
    team.around = Surroundings({"ROS_DOMAIN_ID": str(dds)})
    try:
        lower, upper = team.robot("L1"), team.robot("M1")
        finish(lower, upper)
        assert "grasp box1  on M1" in upper.text
        assert "+ team     task/job3b: assembly L1 + M1" in lower.text
        replayed = team.verify("L1")
        assert replayed.ends() == 0, replayed.text
    finally:
        team.close()
