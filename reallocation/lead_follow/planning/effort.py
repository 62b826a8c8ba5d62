"""How much work a planner puts in; counted in operations, so equal on every machine."""

from __future__ import annotations

from typing import NamedTuple


class Effort(NamedTuple):
    """Limits of one plan."""

    model: float = 0.3
    """CP-SAT's deterministic time: about seconds, counted in operations."""
    moves: int = 500_000
    """Of local search, times subtasks: so long plans get fewer moves."""
    nodes: int = 200
    """Of HiGHS's search for the best shares."""
    beam: int = 50_000
    """Half-made plans that are kept side by side, times subtasks."""
