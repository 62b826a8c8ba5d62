"""Keys for the team of a mission: one folder for each teammate, and one for a viewer."""

from __future__ import annotations

from pathlib import Path

from cotree.app.membership import team_of
from cotree.core.mission import Mission
from cotree.zenoh.keys.folder import make

VIEWER = "viewer"
"""Who only looks; it may speak under this name, and no robot listens to it."""


def make_keys(
    mission: Mission, out: Path, *, team: str | None = None, days: int, force: bool
) -> list[Path]:
    """The folders that were made; BusError when they may not be."""
    members = tuple(dict.fromkeys((*team_of(mission), VIEWER)))
    return make(out, team or mission.name, members, days=days, force=force)
