"""A job with one process per robot: help is asked for over the wire, and replaced when it dies."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit import capable
from tests.kit.processes import Team, team, whoever
from tests.kit.trainer import finish

LEASE = "8 s"
"""A second of processes that run so fast."""


@pytest.fixture
def tower(tmp_path: Path) -> Iterator[Team]:
    text = capable.text("job3b", "L1", "M1", "M2", coordination={"lease": LEASE})
    with team(tmp_path, text) as made:
        made.conducted()
        yield made


def test_a_job_that_takes_two_goes_on_with_another_helper_when_one_is_killed(tower: Team) -> None:
    lower, *helpers = (tower.robot(name) for name in ("L1", "M1", "M2"))
    lower.sees(r"done .*assemble$")
    first, second = whoever(r"running .*detect box1", *helpers)  # who answered first was chosen
    first.signal(signal.SIGKILL)
    second.sees(r"running .*grasp box1")
    finish(lower, second)
    replayed = tower.verify("L1")
    assert replayed.ends() == 0, replayed.text
