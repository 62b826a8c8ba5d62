"""Missions by name: those that came with cotree need no path."""

from __future__ import annotations

from pathlib import Path

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark
from cotree.core.words import did_you_mean
from cotree.trees.reading.library import config

FOLDERS = ("missions", "experiments")


def known() -> dict[str, Path]:
    """The missions that came with cotree, by name."""
    folders = [Path(str(config())) / folder for folder in FOLDERS]
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.yaml"))}


def _is(name: str, *, file: bool) -> bool:
    try:
        return Path(name).is_file() if file else Path(name).exists()
    except (OSError, ValueError):  # nothing can have this name
        return False


def file_of(mission: str) -> str:
    """The file of a mission: a path, or a name."""
    if Path(mission).suffix or "/" in mission or _is(mission, file=True):
        return mission
    found = known()
    if mission not in found and _is(mission, file=False):
        return mission
    if mission not in found:
        hint = did_you_mean(mission, found)
        why = f"there is no such file, and no mission of this name came with cotree{hint}"
        raise InputError([Mistake(Mark(mission, 1, 1), why)])
    return str(found[mission])
