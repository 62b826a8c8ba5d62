"""Reading missions, with what the command line changes."""

from __future__ import annotations

from typing import Any

import msgspec

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark, Mission
from cotree.trees.reading import load
from cotree.trees.reading.shipped import file_of


def read_mission(path: str, **changes: Any) -> Mission:
    """The mission of a file, or the one of this name; changes win over what it says.

    They are seed, rate_hz, selector, schedule and physics.
    """
    mission = load(file_of(path))
    given = {key: value for key, value in changes.items() if value is not None}
    seed = given.pop("seed", mission.chance.seed)
    world = msgspec.structs.replace(
        mission.world, physics=given.pop("physics", False) or mission.world.physics
    )
    return msgspec.structs.replace(
        mission,
        world=world,
        chance=msgspec.structs.replace(mission.chance, seed=seed),
        policy=msgspec.structs.replace(mission.policy, **given),
    )


def is_team(mission: Mission) -> bool:
    """Whether it is run as a team: several teammates share it and must agree, or it has senses."""
    return len(mission.team) > 1 or mission.senses.any


def refuse_senses(mission: Mission) -> None:
    """InputError where nobody would look: pictures and ears belong to one world in one process."""
    if mission.senses.any:
        why = "has senses, and only 'cotree run' sees and hears: leave 'senses' out here"
        raise InputError([Mistake(Mark(mission.file, 1, 1), f"this mission {why}")])
