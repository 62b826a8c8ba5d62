"""How the robots of a team look in a terminal: a colour and a letter for each."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text

from cotree.viewer.words import plain

STYLES = ("green", "cyan", "blue", "bright_red", "bright_green", "bright_cyan", "bright_blue")
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def style_of(robot: str, robots: Iterable[str]) -> str:
    """The colour of a robot."""
    return STYLES[list(robots).index(robot) % len(STYLES)]


def initials(robots: Iterable[str]) -> dict[str, str]:
    """A letter for each robot, of its name if another one does not have it already."""
    found: dict[str, str] = {}
    for robot in robots:
        letters = (letter for letter in plain(robot) + LETTERS if letter not in found.values())
        found[robot] = next(letters, "*")
    return found


def badges(robots: Iterable[str]) -> Text:
    """Every robot with its letter, in its colour."""
    line = Text()
    for robot, letter in initials(robots).items():
        name = plain(robot)
        line.append(f"  {name if name == letter else f'{letter} {name}'}", style_of(robot, robots))
    return line
