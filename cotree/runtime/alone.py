"""Which robots of a mission run here: all of a simulated team, or one by itself."""

from __future__ import annotations

import re

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark, Mission
from cotree.core.words import did_you_mean

COMPOUNDS = ("then", "and", "or")


def check_robots(mission: Mission) -> None:
    """InputError, unless there is a robot to run, and work that a team can share out."""
    if not any(mate.robot is not None for mate in mission.team.values()):
        message = "this team has no robot, so it can be shown, but not run"
        raise InputError([Mistake(_team_mark(mission), message)])
    shared = len(mission.team) > 1 or mission.senses.any  # who has senses is run as a team is
    if shared and mission.task.word not in COMPOUNDS:
        message = (
            f"the whole task is one '{mission.task.word}', which a team cannot share out; "
            "put it below 'then', 'and' or 'or'"
        )
        raise InputError([Mistake(mission.task.mark, message)])


def check_name(mission: Mission, name: str) -> None:
    """InputError, unless the robot of this name can run in a process of its own."""
    if name not in mission.team:
        hint = did_you_mean(name, mission.team)
        message = f"no teammate '{name}' in this mission{hint}"
    elif mission.team[name].robot is None:
        message = f"'{name}' is a person; only robots have a process"
    elif len(mission.team) > 1:
        message = (
            f"'{name}' has teammates, and a team over several processes needs a bus; "
            "'cotree run' runs the whole team here"
        )
    else:
        return
    raise InputError([Mistake(_team_mark(mission), message)])


def _team_mark(mission: Mission) -> Mark:
    """Where the mission's file says ``team:``, or where the first teammate is written."""
    for line, text in enumerate(mission.text.splitlines(), 1):
        if re.match(r"team\s*:", text):
            return Mark(mission.file, line, 1)
    marks = (mate.mark for mate in mission.team.values() if mate.mark is not None)
    return next(marks, Mark(mission.file, 1, 1))
