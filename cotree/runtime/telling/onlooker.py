"""Who looks on: a team's record as it is made, for whatever shows it.

This is the port of all views: messages of a record come out, and nothing goes in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cotree.runtime.bus import Datagram
from cotree.runtime.gauge import Measured
from cotree.runtime.messages import End, Message
from cotree.runtime.telling.listener import Listener


class Ear(Protocol):
    """An end of a bus that only hears."""

    def receive(self) -> list[Datagram]:
        """What came since the last call; never waits."""

    def close(self) -> None:
        """Leave; a second time does nothing."""


class Onlooker:
    """Is no member of the team that it looks at: it says nothing, and nobody waits for it."""

    def __init__(self, ear: Ear, listener: Listener, now_s: Callable[[], float]) -> None:
        self._ear = ear
        self._listener = listener
        self._now_s = now_s

    def receive(self) -> list[Message]:
        """What was told since the last call, in order: ``Hello``, ``Tree`` and ``Team`` first.

        The ticks of each robot carry its name and the time of the mission; who comes late, or has
        missed something, gets how things stand instead of how they came to be so.
        """
        now_s = self._now_s()
        for datagram in self._ear.receive():
            if datagram.topic == "telling":
                self._listener.hear(datagram.sender, datagram.data, now_s)
        return self._listener.look(now_s)

    @property
    def time_s(self) -> float:
        """The time of the mission, as far as it is known."""
        return self._listener.time_s(self._now_s())

    @property
    def heard(self) -> bool:
        """Whether anybody tells anything."""
        return self._listener.heard

    @property
    def begun(self) -> bool:
        """Whether the mission is known, so that there is something to show."""
        return self._listener.begun

    @property
    def end(self) -> End | None:
        """How it ended, when all have ended who were heard."""
        return self._listener.end

    @property
    def gauges(self) -> dict[str, Measured]:
        """How well those keep up who tell it."""
        return self._listener.gauges

    @property
    def bad(self) -> dict[str, int]:
        """What was dropped, by what was wrong with it."""
        return dict(self._listener.bad)

    def silent(self, longer_than_s: float) -> dict[str, float]:
        """Who was not heard for longer than this without having ended; and for how long."""
        return self._listener.silent(self._now_s(), longer_than_s)

    def close(self) -> None:
        """Leave; the team does not notice."""
        self._ear.close()

    def __enter__(self) -> Onlooker:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
