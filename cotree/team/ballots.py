"""Ballots: who asked when, in an order that needs no clock; they are the fencing tokens too."""

from __future__ import annotations

from typing import TypeAlias

Ballot: TypeAlias = tuple[int, str]
"""(Lamport counter, name of the robot); larger than every ballot seen before for the leaf."""

ZERO: Ballot = (0, "")
"""Below every ballot."""

JUMP = 1 << 28
"""A counter that is further ahead than this is forged or broken (a denial of service)."""

INHERITS = 1 << 21
"""How far a team jumps ahead of what one that it removes may have claimed unheard."""

FORGOT = 1 << 23
"""How far one who lost what it must know jumps ahead of whatever that was, jumps included."""


class Lamport:
    """The largest counter seen so far."""

    __slots__ = ("counter",)

    def __init__(self, counter: int = 0) -> None:
        self.counter = counter

    def sane(self, counter: int) -> bool:
        """Whether a counter heard from a peer can be true."""
        return 0 <= counter <= self.counter + JUMP

    def saw(self, counter: int) -> None:
        """Never fall behind what was seen."""
        if counter > self.counter:
            self.counter = counter

    def ballot(self, robot: str) -> Ballot:
        """A ballot above everything seen."""
        self.counter += 1
        return (self.counter, robot)
