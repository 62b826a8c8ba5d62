"""Which robot of a mission runs here: in this release a mission has exactly one teammate."""

from __future__ import annotations

from cotree.core.errors import InputError, Problem
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
    raise InputError([Problem(mark or Mark(mission.file, 1, 1), message)])


def check_name(mission: Mission, name: str) -> None:
    """InputError, unless the mission's one teammate is the robot of this name."""
    if name not in mission.team:
        hint = did_you_mean(name, mission.team)
        mark = Mark(mission.file, 1, 1)
        raise InputError([Problem(mark, f"no teammate '{name}' in this mission{hint}")])
    only_robot(mission)
