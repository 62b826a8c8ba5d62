"""Who of a mission has a process, and whether it can be this one."""

from __future__ import annotations

from collections.abc import Sequence

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark, Mission
from cotree.core.words import did_you_mean
from cotree.runtime.process.names import Names


def team_of(mission: Mission) -> tuple[str, ...]:
    """Everybody who has a process: robots, people, witnesses."""
    return tuple(dict.fromkeys((*mission.team, *mission.coordination.witness)))


def names_of(mission: Mission) -> Names:
    """Everybody and everything in a mission."""
    robots = {
        name: frozenset(resource.name for resource in mate.robot.resources)
        for name, mate in mission.team.items()
        if mate.robot is not None
    }
    return Names(
        frozenset(team_of(mission)),
        robots,
        frozenset(mission.team) - set(robots),
        frozenset(mission.world.objects),
    )


def check_robot(mission: Mission, name: str) -> None:
    """InputError, unless this is a robot of the team, and the team can run in processes."""
    robots = [each for each, mate in mission.team.items() if mate.robot is not None]
    people = [each for each in mission.team if each not in robots]
    if name in people:
        raise _mistake(mission, f"'{name}' is a person; start 'cotree person' for her")
    if name in mission.coordination.witness:
        raise _mistake(mission, f"'{name}' is a witness; start 'cotree witness' for it")
    _check_known(mission, name, robots, "robot")


def check_person(mission: Mission, name: str) -> None:
    """InputError, unless this is a person of the team."""
    people = [each for each, mate in mission.team.items() if mate.robot is None]
    _check_known(mission, name, people, "person")


def check_witness(mission: Mission, name: str) -> None:
    """InputError, unless this is a witness, and no person who has a process already."""
    if name in mission.team and name in mission.coordination.witness:
        raise _mistake(mission, f"'{name}' is a person, too; start 'cotree person' for both")
    _check_known(mission, name, mission.coordination.witness, "witness")


def check_removed(mission: Mission, me: str, names: Sequence[str]) -> None:
    """InputError, unless all of these may be taken out of the team by this robot."""
    robots = [each for each, mate in mission.team.items() if mate.robot is not None]
    others = [each for each in (*robots, *mission.coordination.witness) if each != me]
    for name in names:
        if name not in others:
            hint = did_you_mean(name, others)
            raise _mistake(mission, f"--remove: {me} has no teammate '{name}' that votes{hint}")


def _check_known(mission: Mission, name: str, known: Sequence[str], what: str) -> None:
    if mission.coordination.rule != "quorum":
        raise _mistake(mission, "the published rule is for comparison in 'cotree run' only")
    if name not in known:
        hint = did_you_mean(name, known)
        there = f"there is: {', '.join(known)}" if known else "there is none"
        raise _mistake(mission, f"no {what} '{name}' in this mission{hint}; {there}")


def _mistake(mission: Mission, message: str) -> InputError:
    return InputError([Mistake(Mark(mission.file, 1, 1), message)])
