"""What the files of one teammate's process are called when nobody says it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from cotree.core.mission import Mission

OUT = Path("out")


def usual_state(mission: Mission, name: str, team: str | None) -> Path:
    """The folder of what it has promised; other missions and teams have others."""
    return OUT / "state" / _run(mission, team) / name


def usual_record(mission: Mission, name: str, team: str | None) -> Path:
    """Its record."""
    return OUT / f"{_run(mission, team)}.{name}.mcap"


def _run(mission: Mission, team: str | None) -> str:
    stem = Path(mission.file).stem or "mission"
    return stem if team is None else f"{stem}@{quote(team, safe=' ')}"
