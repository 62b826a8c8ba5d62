"""What moves on stage, as guards, listeners and monitors see it."""

from __future__ import annotations

from typing import Protocol

import msgspec

from cotree.core.actions import Begin
from cotree.team.ballots import Ballot
from cotree.team.mirror.script import Act


class Motion(msgspec.Struct, frozen=True):
    """One action of one robot, from its begin until nothing of it moves."""

    begin: Begin
    """As the body knows it: with an id that no other incarnation uses."""
    token: Ballot
    """Of the permit under which it began."""
    since_s: float

    @property
    def robot(self) -> str:
        """Who moves."""
        return self.begin.robot

    @property
    def piece(self) -> str:
        """The piece of work it belongs to; empty when it needs no permit."""
        return self.begin.piece


class Listener(Protocol):
    """Who is told what physically happens, in true time, the moment it does."""

    def begins(self, motion: Motion, true_s: float) -> None:
        """A robot begins to move."""

    def ends(self, motion: Motion, done: bool, true_s: float) -> None:
        """It does not move any more; ``done``: it has really done what it was for."""

    def acts(self, person: str, act: Act, true_s: float) -> None:
        """A person begins to do something."""
