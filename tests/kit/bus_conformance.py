"""What every bus must do; a transport's tests inherit it and say how to join.

A bus may lose what is sent, so what must arrive is said again until it does, as the protocol does.
Order is not promised, so nothing here asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from cotree.runtime.bus import MOST_BYTES, MOST_WAITING, TOPICS, Bus, Datagram, Topic
from tests.kit.waiting import took_s, until

PROBE = b"are you there?"
SOON_S = 0.5
"""What never waits takes less, on a machine that does other things, too."""
NAMES = ("pr2", "baxter", "ann")


class BusConformance:
    """Inherit it, and say how a member joins a team."""

    def join(self, name: str, team: str = "tea") -> Bus:
        """A member's end."""
        raise NotImplementedError

    @pytest.fixture(autouse=True)
    def _leaving(self) -> Iterator[None]:
        self.joined: list[Bus] = []
        yield
        for bus in self.joined:
            bus.close()

    def team(self, *names: str, team: str = "tea") -> list[Bus]:
        """Members who hear each other."""
        buses = [self.joins(name, team) for name in names]
        meet(*buses)
        return buses

    def joins(self, name: str, team: str = "tea") -> Bus:
        bus = self.join(name, team)
        self.joined.append(bus)
        return bus

    def test_everybody_else_hears_it_and_who_has_said_it(self) -> None:
        pr2, *others = self.team(*NAMES)
        said = Datagram("letters", "pr2", b"cup")
        assert all(set(heard) == {said} for heard in say(pr2, "letters", b"cup", *others))
        assert all(each.sender != "pr2" for each in pr2.receive())

    @pytest.mark.parametrize("topic", TOPICS)
    def test_each_topic_carries_any_bytes(self, topic: Topic) -> None:
        pr2, baxter = self.team("pr2", "baxter")
        data = bytes(range(256))
        assert set(say(pr2, topic, data, baxter)[0]) == {Datagram(topic, "pr2", data)}

    @pytest.mark.parametrize("size", [0, 1, MOST_BYTES - 1, MOST_BYTES])
    def test_what_is_not_too_long_arrives_whole(self, size: int) -> None:
        pr2, baxter = self.team("pr2", "baxter")
        assert {each.data for each in say(pr2, "talk", b"x" * size, baxter)[0]} == {b"x" * size}

    def test_what_is_too_long_is_dropped_and_counted(self) -> None:
        pr2, baxter = self.team("pr2", "baxter")
        pr2.send("letters", b"x" * (MOST_BYTES + 1))
        assert pr2.dropped == 1
        assert {each.data for each in say(pr2, "letters", b"cup", baxter)[0]} == {b"cup"}

    def test_thousands_of_datagrams_block_nobody_and_only_so_many_wait(self) -> None:
        pr2, baxter = self.team("pr2", "baxter")

        def burst() -> None:
            for number in range(MOST_WAITING + 1000):
                pr2.send("letters", b"%d" % number)

        assert took_s(burst) < 10 * SOON_S
        found = say(pr2, "letters", b"cup", baxter)[0]
        assert len(found) <= MOST_WAITING + 1000
        assert any(each.data == b"cup" for each in found)

    def test_receiving_never_waits(self) -> None:
        pr2, _ = self.team("pr2", "baxter")
        alone = self.joins("alone", "coffee")
        assert took_s(alone.receive) < SOON_S
        assert took_s(pr2.receive) < SOON_S
        assert alone.receive() == []

    def test_alone_nobody_hears_and_nothing_fails(self) -> None:
        alone = self.joins("alone")
        alone.send("letters", b"cup")
        assert alone.receive() == []
        assert alone.dropped == 0

    def test_closing_twice_is_closing_once_and_afterwards_nothing_happens(self) -> None:
        pr2, baxter = self.team("pr2", "baxter")
        assert took_s(pr2.close) < 1
        pr2.close()
        pr2.send("letters", b"late")
        assert pr2.receive() == []
        assert pr2.dropped == 1
        baxter.send("letters", b"to nobody")
        assert all(each.data != b"late" for each in baxter.receive())

    def test_who_comes_late_hears_what_is_said_from_then_on(self) -> None:
        pr2, baxter = self.team("pr2", "baxter")
        say(pr2, "letters", b"old", baxter)
        late = self.joins("late")
        meet(pr2, baxter, late)
        found = say(pr2, "letters", b"new", late)[0]
        assert {each.data for each in found} == {b"new"}

    @pytest.mark.parametrize("who", [0, 1])
    def test_who_comes_back_under_the_same_name_hears_and_is_heard(self, who: int) -> None:
        buses = self.team(*NAMES)
        buses[who].close()
        buses[who] = self.joins(NAMES[who])
        meet(*buses, within_s=3)
        others = [bus for bus in buses if bus is not buses[who]]
        assert all(say(buses[who], "letters", b"again", *others))

    def test_two_teams_never_hear_each_other(self) -> None:
        tea = self.team("pr2", "baxter")
        coffee = self.team("pr2", "ann", team="coffee")
        for _ in range(20):
            say(tea[0], "letters", b"tea", tea[1])
            say(coffee[0], "letters", b"coffee", coffee[1])
        assert all(each.data != b"coffee" for bus in tea for each in bus.receive())
        assert all(each.data != b"tea" for bus in coffee for each in bus.receive())


def meet(*buses: Bus, within_s: float = 10.0) -> None:
    """Wait until each has heard each other; what came until then is gone."""
    missing = {(bus.name, other.name) for bus in buses for other in buses if other.name != bus.name}

    def met() -> bool:
        for bus in buses:
            bus.send("talk", PROBE)
        for bus in buses:
            missing.difference_update((bus.name, each.sender) for each in bus.receive())
        return not missing

    assert until(met, within_s), f"who has not heard whom: {sorted(missing)}"


def say(speaker: Bus, topic: Topic, data: bytes, *hearers: Bus) -> list[list[Datagram]]:
    """Say it until all of them have heard it; what each has heard, probes left out."""
    heard: Sequence[list[Datagram]] = [[] for _ in hearers]

    def done() -> bool:
        speaker.send(topic, data)
        for found, hearer in zip(heard, hearers, strict=True):
            found += [each for each in hearer.receive() if each.data != PROBE]
        return all(any(each.data == data for each in found) for found in heard)

    assert until(done), f"not heard by all: {data[:20]!r}"
    return list(heard)
