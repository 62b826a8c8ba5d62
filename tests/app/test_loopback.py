"""The bus between the processes of one machine that needs nothing to be installed."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from functools import partial

import pytest

from cotree.app.loopback import HALF, HOST, LoopbackBus
from cotree.conformance.bus import BusConformance
from cotree.runtime.bus import Bus, BusError
from tests.kit.processes import free_ports
from tests.kit.talking import Acts

TEAM = ("pr2", "baxter", "ann", "alone", "late")
LONG = b"x" * (HALF + 1)
NONSENSE: list[Sequence[bytes]] = [
    [b""],
    [b"\0"],
    [b"\x09\0no such topic"],
    [b"\0\x03no such part"],
    [b"\0\x02no first half"],
    [b"\0\x01first half", b"\x01\x02of another topic"],
    [b"\0\x01" + LONG, b"\0\x02" + LONG],  # too long together
]


class TestLoopback(BusConformance):
    @pytest.fixture(autouse=True)
    def _place(self) -> Iterator[None]:
        self.first = free_ports(32)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as self.stranger:
            yield

    def join(self, name: str, team: str = "tea") -> Bus:
        return LoopbackBus(name, TEAM, self.first + (0 if team == "tea" else 16))

    def strange(self, data: bytes) -> Acts:
        return lambda: self.stranger.sendto(b"\0\0" + data, (HOST, self.first))

    def nonsense(self, speaker: Bus) -> list[Acts]:
        assert isinstance(speaker, LoopbackBus)
        return [partial(throw, speaker, self.first, parts) for parts in NONSENSE]


def throw(speaker: LoopbackBus, port: int, parts: Sequence[bytes]) -> None:
    """Send it as it is."""
    for part in parts:
        speaker._socket.sendto(part, (HOST, port))


def test_a_second_process_of_the_same_name_is_refused_with_what_to_do() -> None:
    port = free_ports(8)
    bus = LoopbackBus("baxter", TEAM, port)
    with pytest.raises(BusError, match=r"is it running already.*--bus udp:PORT"):
        LoopbackBus("baxter", TEAM, port)
    bus.close()


def test_who_is_nobody_of_the_team_does_not_join() -> None:
    with pytest.raises(BusError, match=r"no 'baxte' in the team; did you mean 'baxter'\?"):
        LoopbackBus("baxte", TEAM, 24_000)


def test_a_half_whose_other_half_never_came_is_counted() -> None:
    port = free_ports(8)
    pr2, baxter = (LoopbackBus(name, TEAM, port) for name in TEAM[:2])
    for parts in ([b"\0\x01lost"], [b"\0\0cup"], [b"\0\x01lost"], [b"\0\x01b", b"\0\x02owl"]):
        throw(baxter, port, parts)
    assert [each.data for each in pr2.receive()] == [b"cup", b"bowl"]
    assert pr2.dropped == 2
    pr2.close()
    baxter.close()


def test_a_topic_that_does_not_exist_is_dropped_and_counted() -> None:
    bus = LoopbackBus("pr2", TEAM, free_ports(8))
    bus.send("gossip", b"x")  # type: ignore[arg-type]
    assert bus.dropped == 1
    bus.close()
