"""A mission of one sentence with one process per robot: it comes true, whoever dies."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from cotree import app
from tests.kit.processes import Team, team
from tests.kit.trainer import (
    LEASE,
    ROBOTS,
    WALK,
    another_robot_goes_on,
    dies_in_its_training,
    end_well,
    finish,
    whole,
)
from tests.kit.waiting import until
from tests.kit.words import as_heard, doers, hospital, in_one_process

LONG = "coordination: {lease: 90 s}"
"""Whoever is killed is back before anybody else takes its work, however busy the machine is."""


@pytest.fixture
def hospital_team(tmp_path: Path) -> Iterator[Team]:
    with team(tmp_path, hospital(LEASE)) as made:
        made.conducted()
        yield made


def test_three_processes_do_what_they_do_in_one(hospital_team: Team) -> None:
    end_well(*whole(hospital_team))
    mission = app.read_mission(str(hospital_team.folder / "mission.yaml"))
    together = in_one_process(mission)
    for name in ROBOTS:
        heard = as_heard(mission, hospital_team.folder / f"{name}.mcap")
        assert heard.words == together.words
        assert list(heard.faults()) == []
    assert {len(robots) for robots in doers(hospital_team.folder).values()} == {1}
    replayed = hospital_team.verify("a1")
    assert replayed.ends() == 0, replayed.text


def test_when_the_trainer_is_killed_another_robot_goes_on_from_its_word(
    hospital_team: Team,
) -> None:
    another_robot_goes_on(hospital_team)


def test_a_trainer_that_is_started_again_goes_on_where_it_was(tmp_path: Path) -> None:
    with team(tmp_path, hospital(LONG)) as made:
        made.conducted()
        others = dies_in_its_training(made)
        finish(*others, made.robot("wassi", record="again"))
        mission = app.read_mission(str(tmp_path / "mission.yaml"))
        heard = as_heard(mission, tmp_path / "again.mcap")
        assert heard.words == in_one_process(mission).words, "as if nothing had happened"
        assert doers(tmp_path)[WALK] == {"wassi"}


def command(process: Path) -> str:
    """What a process does; empty when it has ended."""
    try:
        return (process / "cmdline").read_text()
    except OSError:
        return ""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_no_planner_outlives_its_robot(hospital_team: Team, number: signal.Signals) -> None:
    dr = hospital_team.robot("dr")
    dr.sees("waiting for a1")
    planners = [each for each in dr.children if "spawn_main" in command(each)]
    assert len(planners) == 1
    dr.signal(number)
    dr.ends()
    until(lambda: not command(planners[0]), "the planner is gone")
