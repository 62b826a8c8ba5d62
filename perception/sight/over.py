"""How high things count that are seen over a table."""

from __future__ import annotations

from cotree.core.places import Point

LOW_M = 0.15
"""What is not higher over the table than this is at the height 0 of a mission."""


def on_table(at: Point) -> Point:
    """A point as a mission knows it, to the millimetre."""
    x, y, z = at
    return (round(x, 3) + 0.0, round(y, 3) + 0.0, round(max(0.0, z - LOW_M), 3))
