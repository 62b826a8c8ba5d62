"""What every bus must do; a transport's tests inherit it and say how to join.

A bus may lose what is sent, so what must arrive is said again until it does, as the protocol does.
Order is not promised, so nothing here asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cotree.conformance.talking import Acts, Quiet, again_until, meet, say
from cotree.conformance.wrong import KNOWN, LETTER, ME, NAMED, TEAM, WRONG, letter
from cotree.runtime.bus import MOST_BYTES, MOST_WAITING, TOPICS, Bus, Datagram, Topic
from cotree.runtime.process.wire import Wire

NAMES = TEAM


class BusConformance:
    """Inherit it, and say how a member joins a team."""

    most_at_once = MOST_WAITING
    """Datagrams of one ``receive``, at most."""

    def join(self, name: str, team: str = "tea") -> Bus:
        """A member's end."""
        raise NotImplementedError

    def strange(self, data: bytes) -> Acts:
        """Send this to the team without being of it; usually as a member whom nobody knows."""
        stranger = self.joins("stranger")
        return lambda: stranger.send("letters", data)

    def nonsense(self, speaker: Bus) -> list[Acts]:
        """Send what this transport can carry and is no datagram; none, if it can only carry those.

        Each is a way to send it, in the name of a member where that is possible.
        """
        del speaker
        return []

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
        """One more end, which is closed after the test."""
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
        for number in range(MOST_WAITING + 1000):
            pr2.send("letters", b"%d" % number)
        assert len(baxter.receive()) <= self.most_at_once
        say(pr2, "letters", b"cup", baxter)

    def test_receiving_never_waits(self) -> None:
        pr2, baxter = self.team("pr2", "baxter")
        alone = self.joins("alone", "coffee")
        for _ in range(100):  # who waits for what never comes hangs here
            assert alone.receive() == []
            pr2.receive()
        say(baxter, "letters", b"cup", pr2)

    def test_alone_nobody_hears_and_nothing_fails(self) -> None:
        alone = self.joins("alone")
        alone.send("letters", b"cup")
        assert alone.receive() == []
        assert alone.dropped == 0

    def test_closing_twice_is_closing_once_and_afterwards_nothing_happens(self) -> None:
        pr2, baxter = self.team("pr2", "baxter")
        pr2.close()
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
        meet(*buses)
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

    # -- what is wrong -------------------------------------------------------------------------

    def wired(self, *names: str) -> tuple[Wire, list[Bus], list[str]]:
        """A process's end of the bus with its checks, the other members, and its complaints."""
        mine, *others = self.team("pr2", *names)
        told: list[str] = []
        return Wire(Quiet(mine), ME, KNOWN, told.append), others, told

    @pytest.mark.parametrize(("topic", "data", "word"), WRONG, ids=NAMED)
    def test_a_message_that_is_wrong_is_dropped_and_counted_and_told_once(
        self, topic: Topic, data: bytes, word: str
    ) -> None:
        wire, (baxter,), told = self.wired("baxter")

        def counted() -> bool:
            post = wire.receive()
            assert (post.letters, post.telegrams) == ([], [])
            return wire.bad[word] > 1

        again_until(lambda: baxter.send(topic, data), counted, "it is dropped as wrong twice")
        assert set(wire.bad) == {word}
        assert len(told) == 1
        self.hears(wire, baxter)

    @pytest.mark.parametrize("name", ["stranger", "baxter"])
    def test_a_stranger_is_dropped_and_counted_whatever_name_is_given(self, name: str) -> None:
        wire, (baxter,), _ = self.wired("baxter")
        before = counts(wire)

        def counted() -> bool:
            assert wire.receive().letters == []
            return counts(wire) > before + 1

        again_until(self.strange(letter(sender=name)), counted, "the stranger is dropped twice")
        self.hears(wire, baxter)

    def test_what_is_no_datagram_is_dropped_and_counted(self) -> None:
        pr2, baxter = self.team("pr2", "baxter")
        bus = Quiet(pr2)
        for number, act in enumerate(self.nonsense(baxter)):
            before = bus.dropped

            def counted(before: int = before, number: int = number) -> bool:
                assert bus.receive() == [], f"nonsense number {number}"
                return bus.dropped > before

            again_until(act, counted, f"nonsense number {number} is dropped")
        assert say(baxter, "letters", b"cup", bus)

    def hears(self, wire: Wire, speaker: Bus) -> None:
        """What is right still arrives."""
        found = []

        def arrived() -> bool:
            found.extend(wire.receive().letters)
            return bool(found)

        again_until(lambda: speaker.send("letters", letter()), arrived, "a right letter arrives")
        assert set(found) == {LETTER}


def counts(wire: Wire) -> int:
    """Messages that were dropped, by the transport or by the checks."""
    return wire.bus.dropped + wire.bad.total()
