"""From YAML to a checked mission: strict text, typed parameters, subtrees, every error located."""

from __future__ import annotations

from cotree.trees.reading.mission import load, loads

__all__ = ["load", "loads"]
