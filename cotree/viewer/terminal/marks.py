"""How states look in a terminal: one symbol, one colour, one character of the timeline."""

from __future__ import annotations

from typing import NamedTuple

from cotree.core.changes import NodeState


class Mark(NamedTuple):
    """The look of a state; colours follow the paper: yellow, orange, purple."""

    symbol: str
    style: str
    bar: str


MARKS = {
    NodeState.INACTIVE: Mark("·", "bright_black", " "),
    NodeState.WAITING: Mark("◌", "yellow", "░"),
    NodeState.CLAIMING: Mark("◔", "yellow", "▒"),
    NodeState.RUNNING: Mark("▶", "bold green", "█"),
    NodeState.STOPPING: Mark("■", "bold red", "▓"),
    NodeState.DONE: Mark("✓", "magenta", "─"),
    NodeState.SKIPPED: Mark("↷", "magenta", "┄"),
    NodeState.FAILED: Mark("✗", "bold red", "x"),
}
