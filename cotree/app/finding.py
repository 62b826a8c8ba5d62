"""Missions by name: those that came with cotree need no path."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark
from cotree.core.words import did_you_mean

FOLDERS = ("missions", "experiments")


def known() -> dict[str, Path]:
    """The missions that came with cotree, by name."""
    config = Path(str(files("cotree"))) / "config"
    found = [path for folder in FOLDERS for path in sorted((config / folder).glob("*.yaml"))]
    return {path.stem: path for path in found}


def file_of(mission: str) -> str:
    """The file of a mission: a path, or a name."""
    if Path(mission).suffix or Path(mission).is_file() or "/" in mission:
        return mission
    found = known()
    if mission not in found:
        hint = did_you_mean(mission, found)
        why = f"there is no such file, and no mission of this name came with cotree{hint}"
        raise InputError([Mistake(Mark(mission, 1, 1), why)])
    return str(found[mission])
