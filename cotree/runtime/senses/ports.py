"""What senses are to a run: somebody who is shown a moment, and tells what is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from cotree.core.actions import Event
from cotree.runtime.senses.marks import Mark


class Moment(msgspec.Struct, frozen=True):
    """What somebody is asked to look at."""

    t_s: float
    """When, on the clock of the mission; the newest picture until then is meant."""
    held: frozenset[str] = frozenset()
    """Objects that are in robots' grippers: who holds one knows it better than any camera."""
    shot: object = None
    """How the simulated world stood then, for a camera that is drawn; it can be pickled."""
    shown: bool = False
    """Whether somebody wants to see the picture, too."""


class Sensed(msgspec.Struct, frozen=True):
    """What one look told."""

    t_s: float
    events: tuple[Event, ...] = ()
    blind: Mapping[str, str] = {}
    """By sense: why it says nothing now, with the remedy."""
    lively: bool = False
    """Whether more looks are wanted soon: a hand is in sight."""
    picture: object = None
    """The picture itself, an array, where somebody wants to see it."""
    marks: tuple[Mark, ...] = ()
    """What was found in it, then."""


class Eye(Protocol):
    """Looks through one camera, or listens to one microphone."""

    def look(self, moment: Moment) -> Sensed:
        """What is there; what cannot be seen is told as blind, and never raised."""

    def close(self) -> None:
        """Let go of cameras and models."""


class Looker(Protocol):
    """Has somebody look, now or elsewhere."""

    def ask(self, moment: Moment) -> bool:
        """Look at this; False: the last look still goes on, so this one is left out."""

    def answers(self) -> list[Sensed]:
        """What was told since the last call."""

    def close(self) -> None:
        """End it, whatever it looks at."""
