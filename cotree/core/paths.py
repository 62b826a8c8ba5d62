"""Paths of nodes: ``task/cup/pick cup`` lies in ``task/cup``."""

from __future__ import annotations


def is_in(path: str, above: str) -> bool:
    """Whether a node is this one, or below it."""
    return path == above or path.startswith(f"{above}/")
