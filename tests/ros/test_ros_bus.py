"""The bus over real DDS: what every bus promises, and what this one does on top."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cotree.ros.bus import RosBus
from cotree.ros.context import opened, share_no_memory, stay_at_home
from cotree.ros.names import team_topic
from cotree.runtime.bus import MOST_BYTES, Datagram
from tests.kit.bus_conformance import BusConformance

Joins = Callable[..., RosBus]


class TestRosBus(BusConformance):
    """What every bus promises."""

    @pytest.fixture(autouse=True)
    def _contexts(self, dds: int) -> Iterator[None]:
        self.domain = dds
        self.contexts: list[Any] = []
        yield
        for context in self.contexts:
            context.try_shutdown()

    def join(self, name: str, team: str = "tea") -> RosBus:
        context = opened(domain=self.domain)
        self.contexts.append(context)
        return RosBus(name, team, context)


@pytest.fixture
def joins(dds: int) -> Iterator[Joins]:
    """Joins a team, each time in a context of its own."""
    made: list[tuple[RosBus, Any]] = []

    def join(name: str, team: str = "tea", domain: int = 0, **more: Any) -> RosBus:
        context = opened(domain=domain or dds)
        bus = RosBus(name, team, context, **more)
        made.append((bus, context))
        return bus

    yield join
    for bus, context in made:
        bus.close()
        context.try_shutdown()


def until(true: Callable[[], bool], within_s: float = 20.0) -> bool:
    deadline_s = time.monotonic() + within_s
    while not true():
        if time.monotonic() > deadline_s:
            return False
    return True


def met(*buses: RosBus) -> None:
    """Wait until they have discovered each other on every topic."""
    others = len(buses) - 1
    assert until(
        lambda: all(
            bus.heard_by(topic) >= others
            for bus in buses
            for topic in ("letters", "sight", "talk", "telling")
        )
    )


def collected(bus: RosBus, number: int, within_s: float = 20.0) -> list[Datagram]:
    found: list[Datagram] = []

    def enough() -> bool:
        found.extend(bus.receive())
        return len(found) >= number

    until(enough, within_s)
    return found


def test_everybody_else_hears_what_is_said_and_who_said_it(joins: Joins) -> None:
    pr2, baxter, ann = joins("pr2"), joins("baxter"), joins("ann")
    met(pr2, baxter, ann)
    pr2.send("letters", b'{"x":1}')
    said = [Datagram("letters", "pr2", b'{"x":1}')]
    assert collected(baxter, 1) == said
    assert collected(ann, 1) == said
    assert pr2.receive() == []


def test_each_topic_keeps_its_name_and_any_bytes_arrive(joins: Joins) -> None:
    pr2, baxter = joins("pr2"), joins("baxter")
    met(pr2, baxter)
    for topic in ("letters", "sight", "talk", "telling"):
        pr2.send(topic, bytes(range(256)))
    found = collected(baxter, 4)
    assert sorted(each.topic for each in found) == ["letters", "sight", "talk", "telling"]
    assert {each.data for each in found} == {bytes(range(256))}


def test_what_is_too_long_is_dropped_and_counted_and_the_longest_arrives(joins: Joins) -> None:
    pr2, baxter = joins("pr2"), joins("baxter")
    met(pr2, baxter)
    pr2.send("letters", b"x" * (MOST_BYTES + 1))
    pr2.send("letters", b"x" * MOST_BYTES)
    assert [len(each.data) for each in collected(baxter, 1)] == [MOST_BYTES]
    assert pr2.dropped == 1


def test_another_team_hears_nothing(joins: Joins) -> None:
    pr2, baxter, other = joins("pr2"), joins("baxter"), joins("baxter", team="coffee")
    met(pr2, baxter)
    pr2.send("letters", b"{}")
    assert len(collected(baxter, 1)) == 1
    assert other.receive() == []
    assert other.heard_by("letters") == 0


def test_another_domain_hears_nothing(joins: Joins, dds: int) -> None:
    pr2, baxter, far = joins("pr2"), joins("baxter"), joins("far", domain=dds % 100 + 101)
    met(pr2, baxter)
    pr2.send("letters", b"{}")
    assert len(collected(baxter, 1)) == 1
    assert far.receive() == []
    assert far.heard_by("letters") == 0


def test_who_comes_late_is_told_the_structure_and_no_old_letter(joins: Joins) -> None:
    pr2, baxter = joins("pr2"), joins("baxter")
    met(pr2, baxter)
    pr2.send("letters", b"old")
    pr2.send("telling", b"tree")
    late = joins("late")
    assert collected(late, 1) == [Datagram("telling", "pr2", b"tree")]
    met(pr2, baxter, late)
    pr2.send("letters", b"new")
    assert [each.data for each in collected(late, 1)] == [b"new"]


def test_who_begins_anew_is_heard_again(joins: Joins) -> None:
    pr2, baxter = joins("pr2"), joins("baxter")
    met(pr2, baxter)
    baxter.close()
    again = joins("baxter")
    met(pr2, again)
    again.send("letters", b"1")
    assert len(collected(pr2, 1)) == 1


def test_strangers_and_nonsense_are_dropped_and_counted(joins: Joins) -> None:
    pr2 = joins("pr2", members=("pr2", "baxter"))
    stranger = joins("stranger")
    met(pr2, stranger)
    why: list[str] = []
    pr2.why_dropped = why.append
    stranger.send("letters", b"{}")
    nonsense = stranger._text(data="{nonsense")
    stranger._publishers["letters"].publish(nonsense)
    assert until(lambda: not pr2.receive() and pr2.dropped == 2)
    assert "unknown sender 'stranger'" in why[0]


def test_after_the_end_nothing_is_sent_and_nothing_raised(joins: Joins) -> None:
    pr2 = joins("pr2")
    pr2.close()
    pr2.close()
    pr2.send("letters", b"{}")
    assert pr2.receive() == []
    assert pr2.dropped == 1


def test_a_bus_of_a_context_that_was_shut_raises_nothing(joins: Joins) -> None:
    pr2 = joins("pr2")
    pr2._node.context.try_shutdown()
    pr2.send("letters", b"{}")
    assert pr2.receive() == []
    pr2.close()


def test_people_can_read_along_with_the_tools_of_ros(joins: Joins, dds: int) -> None:
    from tests.kit.dds import Site

    pr2, site = joins("pr2"), Site("reader", dds)
    heard: list[str] = []
    from std_msgs.msg import String

    site.node.create_subscription(
        String, team_topic("tea", "letters"), lambda message: heard.append(message.data), 10
    )
    assert site.until(lambda: pr2.heard_by("letters") == 1)
    pr2.send("letters", b'{"leaf": "cup"}')
    assert site.until(lambda: bool(heard))
    assert '{"leaf": "cup"}' in heard[0]
    site.close()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}),
        ({"ROS_DISTRO": "humble"}, {"ROS_DISTRO": "humble", "ROS_LOCALHOST_ONLY": "1"}),
        ({"ROS_LOCALHOST_ONLY": "0"}, {"ROS_LOCALHOST_ONLY": "0"}),
        (
            {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"},
            {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"},
        ),
    ],
)
def test_only_this_machine_is_discovered_unless_the_user_said_otherwise(
    before: dict[str, str], after: dict[str, str]
) -> None:
    stay_at_home(before)
    assert before == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, "UDPv4"),
        ({"FASTDDS_BUILTIN_TRANSPORTS": "SHM"}, "SHM"),
        ({"FASTDDS_DEFAULT_PROFILES_FILE": "mine.xml"}, None),
    ],
)
def test_memory_is_not_shared_with_processes_that_may_be_killed_unless_the_user_wants_it(
    before: dict[str, str], after: str | None
) -> None:
    share_no_memory(before)
    assert before.get("FASTDDS_BUILTIN_TRANSPORTS") == after
