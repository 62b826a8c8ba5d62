"""The bus inside one process: for tests, and for teams whose members share a process."""

from __future__ import annotations

import threading

from cotree.runtime.bus import MOST_BYTES, TOPICS, Datagram, Topic
from cotree.runtime.letterbox import Letterbox


class Hub:
    """Hands out the ends of any number of teams; teams do not hear each other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._teams: dict[str, list[HubBus]] = {}

    def join(self, name: str, team: str = "") -> HubBus:
        """A member's end; what was said before is not heard."""
        end = HubBus(self, name, team)
        with self._lock:
            self._teams.setdefault(team, []).append(end)
        return end

    def leave(self, end: HubBus) -> None:
        """The end hears nothing any more."""
        with self._lock:
            ends = self._teams.get(end.team, [])
            if end in ends:
                ends.remove(end)

    def others(self, end: HubBus) -> tuple[HubBus, ...]:
        """Who hears what this one says; nobody, when it has left."""
        with self._lock:
            ends = self._teams.get(end.team, [])
            return tuple(each for each in ends if each.name != end.name) if end in ends else ()


class HubBus:
    """Implements ``Bus``."""

    def __init__(self, hub: Hub, name: str, team: str) -> None:
        self.name = name
        self.team = team
        self._hub = hub
        self._box = Letterbox()
        self._closed = False

    @property
    def dropped(self) -> int:
        """How many datagrams were dropped here."""
        return self._box.dropped

    def send(self, topic: Topic, data: bytes) -> None:
        """Tell everybody else; what is too long, or comes after the end, is dropped."""
        if topic not in TOPICS or len(data) > MOST_BYTES or self._closed:
            self._box.refuse()
            return
        datagram = Datagram(topic, self.name, bytes(data))
        for other in self._hub.others(self):
            other.hear(datagram)

    def hear(self, datagram: Datagram) -> None:
        """Somebody has said this."""
        self._box.put(datagram)

    def receive(self) -> list[Datagram]:
        """What came since the last call; nothing, after the end."""
        return [] if self._closed else self._box.empty()

    def close(self) -> None:
        """Leave; a second time does nothing."""
        self._closed = True
        self._hub.leave(self)
