"""Which robot of a mission runs here: in this release a mission has exactly one teammate."""

from __future__ import annotations

import re

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark, Mission
from cotree.core.words import did_you_mean


def only_robot(mission: Mission) -> str:
    """The name of the one teammate, a robot; InputError when there are more or none."""
    names = list(mission.team)
    robots = [name for name, mate in mission.team.items() if mate.robot is not None]
    if len(robots) == len(names) == 1:
        return names[0]
    people = [name for name in names if name not in robots]
    found = f"robots: {', '.join(robots) or 'none'}; people: {', '.join(people) or 'none'}"
    mark = next((mate.mark for mate in mission.team.values() if mate.mark is not None), None)
    message = f"this release runs exactly one robot, teams come with the next one; found {found}"
    raise InputError([Mistake(mark or Mark(mission.file, 1, 1), message)])


def check_name(mission: Mission, name: str) -> None:
    """InputError, unless the mission's one teammate is the robot of this name."""
    if name not in mission.team:
        hint = did_you_mean(name, mission.team)
        mark = _team_mark(mission)
        raise InputError([Mistake(mark, f"no teammate '{name}' in this mission{hint}")])
    only_robot(mission)


def _team_mark(mission: Mission) -> Mark:
    """Where the mission's file says ``team:``, or where the first teammate is written."""
    for line, text in enumerate(mission.text.splitlines(), 1):
        if re.match(r"team\s*:", text):
            return Mark(mission.file, line, 1)
    marks = (mate.mark for mate in mission.team.values() if mate.mark is not None)
    return next(marks, Mark(mission.file, 1, 1))
