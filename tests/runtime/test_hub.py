"""The bus inside one process, and what the letterbox of every bus does."""

from __future__ import annotations

import threading

import pytest

from cotree.conformance.bus import BusConformance
from cotree.runtime.bus import MOST_WAITING, Bus, Datagram
from cotree.runtime.hub import Hub
from cotree.runtime.letterbox import Letterbox
from tests.kit.lossy import LossyBus, Weather


class TestHub(BusConformance):
    @pytest.fixture(autouse=True)
    def _hub(self) -> None:
        self.hub = Hub()

    def join(self, name: str, team: str = "tea") -> Bus:
        return self.hub.join(name, team)


class TestHubInBadWeather(TestHub):
    most_at_once = 2 * MOST_WAITING  # the weather doubles some

    def join(self, name: str, team: str = "tea") -> Bus:
        return LossyBus(self.hub.join(name, team), seed=len(name))


def test_the_oldest_goes_when_too_many_wait() -> None:
    hub = Hub()
    pr2, baxter = hub.join("pr2"), hub.join("baxter")
    for number in range(MOST_WAITING + 3):
        pr2.send("letters", b"%d" % number)
    found = baxter.receive()
    assert baxter.dropped == 3
    assert [found[0].data, found[-1].data] == [b"3", b"%d" % (MOST_WAITING + 2)]
    assert baxter.receive() == []


def test_a_topic_that_does_not_exist_is_dropped() -> None:
    hub = Hub()
    pr2, baxter = hub.join("pr2"), hub.join("baxter")
    pr2.send("gossip", b"x")  # type: ignore[arg-type]
    assert (pr2.dropped, baxter.receive()) == (1, [])


@pytest.mark.real
def test_a_letterbox_that_many_threads_fill_loses_nothing() -> None:
    box = Letterbox(limit=100_000)
    datagram = Datagram("letters", "pr2", b"")

    def fill() -> None:
        for _ in range(2000):
            box.put(datagram)

    threads = [threading.Thread(target=fill) for _ in range(4)]
    found = 0
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        found += len(box.empty())
    assert found + len(box.empty()) == 8000


def heard_with(seed: int, weather: Weather) -> list[bytes]:
    hub = Hub()
    pr2, baxter = hub.join("pr2"), LossyBus(hub.join("baxter"), seed, weather)
    found: list[bytes] = []
    for number in range(200):
        pr2.send("letters", b"%d" % number)
        found += [each.data for each in baxter.receive()]
    for _ in range(weather.longest):
        found += [each.data for each in baxter.receive()]
    return found


def test_the_same_seed_is_the_same_weather() -> None:
    assert heard_with(1, Weather()) == heard_with(1, Weather()) != heard_with(2, Weather())


@pytest.mark.parametrize(
    ("weather", "number"),
    [
        (Weather(0, 0, 0), 200),
        (Weather(1, 0, 0), 0),
        (Weather(0, 1, 0), 400),
        (Weather(0, 0, 1), 200),
    ],
)
def test_bad_weather_does_what_it_says(weather: Weather, number: int) -> None:
    found = heard_with(3, weather)
    assert len(found) == number
    in_order = [b"%d" % each for each in range(200)]
    assert (sorted(found, key=int) == found) == (weather.delays == 0)
    assert set(found) == (set(in_order) if number else set())
