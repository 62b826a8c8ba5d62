"""What the page reads about robots as such, beside what their trees do."""

from __future__ import annotations

import msgspec


class Wrote(msgspec.Struct, frozen=True, array_like=True):
    """Who said last what is known by some name, and when; ``told`` it to all, or ``saw`` it."""

    robot: str
    how: str
    t: float


class Mood(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can be said of a robot as a whole.

    ``works``, ``waits``, ``talks``, ``recovers``, ``rests``, ``failed`` or ``dead``.
    """

    robot: str
    word: str
    since: float
    text: str = ""


class Pulse(msgspec.Struct, frozen=True, omit_defaults=True):
    """How well a robot keeps up on this machine; in no record, as no two runs have the same."""

    robot: str
    ticks: int
    tick_ms: float
    """The longest of the last ones."""
    overruns: int
    late_ms: float | None = None
    """How late its ticks are, but for one in a hundred; None: nothing waits for a clock."""
