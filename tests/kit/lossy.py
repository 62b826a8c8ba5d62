"""A bus with bad weather: loses, doubles, delays and reorders what is sent, by a seed."""

from __future__ import annotations

from random import Random

import msgspec

from cotree.runtime.bus import Bus, Datagram, Topic


class Weather(msgspec.Struct, frozen=True):
    """Probabilities, each for itself."""

    loss: float = 0.1
    doubles: float = 0.05
    delays: float = 0.2
    longest: int = 3
    """So many calls of ``receive`` a delayed datagram is late, at most."""


class LossyBus:
    """Implements ``Bus`` around any other end; only what this end hears suffers.

    Delays count calls of ``receive``, so that the same seed and the same calls give the same."""

    def __init__(self, bus: Bus, seed: int, weather: Weather | None = None) -> None:
        self.name = bus.name
        self.lost = 0
        self._bus = bus
        self._dice = Random(seed)
        self._weather = weather or Weather()
        self._late: list[tuple[int, Datagram]] = []
        self._calls = 0

    @property
    def dropped(self) -> int:
        """What the bus below has dropped; what the weather took is ``lost``."""
        return self._bus.dropped

    def send(self, topic: Topic, data: bytes) -> None:
        self._bus.send(topic, data)

    def receive(self) -> list[Datagram]:
        self._calls += 1
        for datagram in self._bus.receive():
            if self._happens(self._weather.loss):
                self.lost += 1
                continue
            for _ in range(2 if self._happens(self._weather.doubles) else 1):
                self._late.append((self._due(), datagram))
        now = [datagram for due, datagram in self._late if due <= self._calls]
        self._late = [each for each in self._late if each[0] > self._calls]
        if self._happens(self._weather.delays):
            self._dice.shuffle(now)
        return now

    def close(self) -> None:
        self._late.clear()
        self._bus.close()

    def _happens(self, chance: float) -> bool:
        return self._dice.random() < chance

    def _due(self) -> int:
        late = self._happens(self._weather.delays)
        return self._calls + (self._dice.randint(1, self._weather.longest) if late else 0)
