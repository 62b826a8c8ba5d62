"""The bus over real DDS: what every bus promises, and what this one does on top."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from cotree.conformance.bus import BusConformance
from cotree.ros.bus import RosBus
from cotree.ros.context import opened, share_no_memory, stay_at_home
from cotree.ros.envelope import wrapped
from cotree.ros.names import team_topic
from cotree.runtime.bus import MOST_BYTES, TOPICS, Bus, Datagram
from tests.kit.dds import Site
from tests.kit.talking import Acts
from tests.kit.waiting import until

Joins = Callable[..., RosBus]
NONSENSE = [
    "",
    "{nonsense",
    "[" * 100_000,
    '{"v":9,"team":"tea","sender":"baxter","json":{}}',
    '{"v":1,"team":"coffee","sender":"baxter","json":{}}',
    '{"v":1,"team":"tea","sender":"baxter","base64":"%%%"}',
    wrapped("tea", "baxter", b"x" * (MOST_BYTES + 1)),
]


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

    def nonsense(self, speaker: Bus) -> list[Acts]:
        assert isinstance(speaker, RosBus)
        publish, text = speaker._publishers["letters"].publish, speaker._text
        return [partial(publish, text(data=each)) for each in NONSENSE]


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


def met(*buses: RosBus) -> None:
    """Wait until they have discovered each other on every topic, speakers and hearers."""
    others = len(buses) - 1

    def heard(bus: RosBus) -> bool:
        return all(bus.heard_by(topic) >= others for topic in TOPICS)

    def hears(bus: RosBus) -> bool:
        """One finds the other first: only from then on nothing is lost on the way."""
        return all(each.get_publisher_count() > others for _, each in bus._subscriptions)

    until(lambda: all(heard(bus) and hears(bus) for bus in buses), "all have found each other")


def collected(bus: RosBus, number: int) -> list[Datagram]:
    found: list[Datagram] = []

    def enough() -> bool:
        found.extend(bus.receive())
        return len(found) >= number

    until(enough, f"{bus.name} hears {number}")
    return found


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


def test_strangers_and_nonsense_are_dropped_and_counted(joins: Joins) -> None:
    pr2 = joins("pr2", members=("pr2", "baxter"))
    stranger = joins("stranger")
    met(pr2, stranger)
    why: list[str] = []
    pr2.why_dropped = why.append
    nonsense = stranger._text(data="{nonsense")

    def dropped(say: Callable[[], object], times: int) -> bool:
        say()
        assert pr2.receive() == []
        return pr2.dropped >= times

    until(lambda: dropped(lambda: stranger.send("letters", b"{}"), 1), "the stranger is dropped")
    assert "unknown sender 'stranger'" in why[0]
    until(
        lambda: dropped(lambda: stranger._publishers["letters"].publish(nonsense), len(why) + 1),
        "nonsense is dropped",
    )


def test_a_bus_of_a_context_that_was_shut_raises_nothing(joins: Joins) -> None:
    pr2 = joins("pr2")
    pr2._node.context.try_shutdown()
    pr2.send("letters", b"{}")
    assert pr2.receive() == []
    pr2.close()


def test_the_last_words_are_heard_by_who_has_not_looked_yet(joins: Joins) -> None:
    pr2, baxter = joins("pr2"), joins("baxter")
    met(pr2, baxter)
    for number in range(200):
        pr2.send("letters", f"{number:04}".encode() * 2000)
    pr2.close()
    heard = baxter.receive()
    assert [each.data[:4] for each in heard] == [f"{number:04}".encode() for number in range(200)]


def test_it_is_left_when_whoever_holds_it_says_so(joins: Joins) -> None:
    later: list[Callable[[], None]] = []
    pr2, baxter = joins("pr2", leaves=later.append), joins("baxter")
    met(pr2, baxter)
    pr2.close()
    pr2.close()
    pr2.send("letters", b"too late")
    assert baxter.heard_by("letters") == 1
    assert pr2.dropped == 1
    (leave,) = later
    leave()
    until(lambda: baxter.heard_by("letters") == 0, "pr2 is gone")


def test_people_can_read_along_with_the_tools_of_ros(joins: Joins, dds: int) -> None:
    pr2, site = joins("pr2"), Site("reader", dds)
    heard: list[str] = []
    from std_msgs.msg import String

    reader = site.node.create_subscription(
        String, team_topic("tea", "letters"), lambda message: heard.append(message.data), 10
    )
    assert site.until(lambda: pr2.heard_by("letters") == 1 and reader.get_publisher_count() == 1)
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
