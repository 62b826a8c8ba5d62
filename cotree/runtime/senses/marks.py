"""What was found in a picture, as it can be drawn over it."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

What: TypeAlias = Literal["hand", "object", "aim"]
"""A hand has its 21 landmarks, an object its outline or its middle, an aim one point."""


class Mark(msgspec.Struct, frozen=True):
    """One thing that was found."""

    what: What
    name: str
    points: tuple[tuple[float, float], ...]
    """Shares of the picture's width and height, from its top left."""
