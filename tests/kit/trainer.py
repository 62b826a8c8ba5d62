"""The hospital by one process per robot; the robot that trains with the patient is killed."""

from __future__ import annotations

import signal

from cotree import app
from tests.kit.processes import Process, Team
from tests.kit.words import as_heard, doers, turned

ROBOTS = ("dr", "a1", "wassi")
LEASE = "coordination: {lease: 4 s}"
"""Three of them, and a robot is lost."""
WALK = "task/walk with the patient, then to p4"
TRAINS = r"running .*move to c6, wassi"
DONE = r"done +task$"


def whole(team: Team) -> tuple[Process, ...]:
    """All three robots."""
    return tuple(team.robot(name) for name in ROBOTS)


def end_well(*processes: Process) -> None:
    """They all finish the mission."""
    for process in processes:
        assert process.ends() == 0, process.text


def finish(*processes: Process) -> None:
    """They all know that it is done, and leave by themselves."""
    for process in processes:
        process.sees(DONE)
    end_well(*processes)


def dies_in_its_training(team: Team) -> tuple[Process, Process]:
    """The others, when wassi was killed between c7 and c6."""
    dr, a1, wassi = whole(team)
    wassi.sees(TRAINS)
    wassi.signal(signal.SIGKILL)
    wassi.ends()
    return dr, a1


def another_robot_goes_on(team: Team) -> None:
    """The trainer is killed; a1 does its walk from its word, and nothing is done twice."""
    finish(*dies_in_its_training(team))
    mission = app.read_mission(str(team.folder / "mission.yaml"))
    heard = as_heard(mission, team.folder / "a1.mcap")
    assert list(heard.faults()) == []
    assert heard.words["wassi"][-1] == ("c7", "training"), "its last word has reached the others"
    assert heard.words["a1"][-1] == ("p4", "standby")
    places = sorted(place for place, _, now in turned(heard, ("dr", "a1")) if now == "standby")
    assert places == ["p3", "p4", "p6"], "nothing is brought twice"
    assert doers(team.folder)[WALK] == {"a1", "wassi"}
