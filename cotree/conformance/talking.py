"""Members of a bus who wait until they hear each other, and say things until they are heard.

A bus may lose what is sent, so what must arrive is said again until it does, as the protocol does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cotree.conformance.waiting import until
from cotree.runtime.bus import Bus, Datagram, Topic

PROBE = b"are you there?"
Acts = Callable[[], object]


def meet(*buses: Bus) -> None:
    """Wait until each has heard each other; what came until then is gone."""
    missing = {(bus.name, other.name) for bus in buses for other in buses if other.name != bus.name}

    def met() -> bool:
        for bus in buses:
            bus.send("talk", PROBE)
        for bus in buses:
            missing.difference_update((bus.name, each.sender) for each in bus.receive())
        return not missing

    until(met, f"{', '.join(bus.name for bus in buses)} all hear each other")


def say(speaker: Bus, topic: Topic, data: bytes, *hearers: Bus) -> list[list[Datagram]]:
    """Say it until all of them have heard it; what each has heard, probes left out."""
    heard: Sequence[list[Datagram]] = [[] for _ in hearers]

    def done() -> bool:
        speaker.send(topic, data)
        for found, hearer in zip(heard, hearers, strict=True):
            found += [each for each in hearer.receive() if each.data != PROBE]
        return all(any(each.data == data for each in found) for found in heard)

    until(done, f"all hear {data[:20]!r}")
    return list(heard)


def again_until(act: Acts, true: Acts, what: str) -> None:
    """Do it again and again until it has had its effect, which is this."""

    def done() -> object:
        act()
        return true()

    until(done, what)


class Quiet:
    """Implements ``Bus`` around an end that has met others: late probes are not heard any more."""

    def __init__(self, bus: Bus) -> None:
        self.name = bus.name
        self._bus = bus

    @property
    def dropped(self) -> int:
        """How many datagrams the end inside has dropped."""
        return self._bus.dropped

    def send(self, topic: Topic, data: bytes) -> None:
        """Say it as it is."""
        self._bus.send(topic, data)

    def receive(self) -> list[Datagram]:
        """What was heard since the last call, without probes."""
        return [each for each in self._bus.receive() if each.data != PROBE]

    def close(self) -> None:
        """Close the end inside."""
        self._bus.close()
