"""Reading missions, with what the command line changes."""

from __future__ import annotations

from typing import Any

import msgspec

from cotree.core.mission import Mission
from cotree.trees.reading import load


def read_mission(path: str, **changes: Any) -> Mission:
    """The mission of a file; changes (seed, rate_hz, selector, schedule) win over what it says."""
    mission = load(path)
    given = {key: value for key, value in changes.items() if value is not None}
    seed = given.pop("seed", mission.chance.seed)
    return msgspec.structs.replace(
        mission,
        chance=msgspec.structs.replace(mission.chance, seed=seed),
        policy=msgspec.structs.replace(mission.policy, **given),
    )


def is_team(mission: Mission) -> bool:
    """Whether several teammates share the mission, so that they must agree."""
    return len(mission.team) > 1
