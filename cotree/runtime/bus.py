"""How teammates in different processes reach each other: the port that every transport implements.

A bus carries datagrams between the members of one team.  It may lose, double, delay and reorder
them, and it need not say so: who may do what never depends on it (``cotree.team``).
"""

from __future__ import annotations

from typing import Literal, Protocol

import msgspec

Topic = Literal["letters", "sight", "talk", "telling"]
TOPICS: tuple[Topic, ...] = ("letters", "sight", "talk", "telling")
"""Claims and facts; who and what is seen where; questions and answers; the record as it is made.

A transport may treat them differently: the newest of ``sight`` counts, ``telling`` is for viewers
and its structure should reach late ones, too.
"""

MOST_BYTES = 64 * 1024
"""Of one datagram."""
MOST_WAITING = 4096
"""Datagrams that wait to be received; the oldest are dropped and counted."""


class BusError(Exception):
    """A bus that cannot be joined; the text is one line for people."""


class Datagram(msgspec.Struct, frozen=True):
    """One message as it came."""

    topic: Topic
    sender: str
    """As the transport says; what the message itself says must agree."""
    data: bytes


class Bus(Protocol):
    """One member's end of the team's bus."""

    name: str
    """The member."""

    @property
    def dropped(self) -> int:
        """How many datagrams were dropped here: too large, malformed, or too many waited."""

    def send(self, topic: Topic, data: bytes) -> None:
        """Tell everybody else; never waits, never raises for what the network does."""

    def receive(self) -> list[Datagram]:
        """What came since the last call, in the order of arrival; never waits."""

    def close(self) -> None:
        """Leave; a second time does nothing."""
