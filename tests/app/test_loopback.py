"""The bus between the processes of one machine that needs nothing to be installed."""

from __future__ import annotations

import socket

import pytest

from cotree.app.loopback import HOST, LoopbackBus
from cotree.runtime.bus import Bus, BusError
from tests.kit.bus_conformance import BusConformance
from tests.kit.processes import free_ports

TEAM = ("pr2", "baxter", "ann", "alone", "late")


class TestLoopback(BusConformance):
    @pytest.fixture(autouse=True)
    def _ports(self) -> None:
        self.first = free_ports(32)

    def join(self, name: str, team: str = "tea") -> Bus:
        return LoopbackBus(name, TEAM, self.first + (0 if team == "tea" else 16))


def test_a_second_process_of_the_same_name_is_refused_with_what_to_do() -> None:
    port = free_ports(8)
    bus = LoopbackBus("baxter", TEAM, port)
    with pytest.raises(BusError, match=r"is it running already.*--bus udp:PORT"):
        LoopbackBus("baxter", TEAM, port)
    bus.close()


def test_who_is_nobody_of_the_team_does_not_join() -> None:
    with pytest.raises(BusError, match=r"no 'baxte' in the team; did you mean 'baxter'\?"):
        LoopbackBus("baxte", TEAM, 24_000)


def test_what_strangers_send_is_dropped_and_counted() -> None:
    port = free_ports(8)
    bus = LoopbackBus("pr2", TEAM, port)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:
        stranger.sendto(b"\0\0hello", (HOST, port))
    assert bus.receive() == []
    assert bus.dropped == 1
    bus.close()


@pytest.mark.parametrize("data", [b"", b"\0", b"\x09\0hello", b"\0\x02no first half"])
def test_what_is_no_message_is_dropped_and_counted(data: bytes) -> None:
    port = free_ports(8)
    bus = LoopbackBus("pr2", TEAM, port)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as broken:
        broken.bind((HOST, port + 1))
        broken.sendto(data, (HOST, port))
    assert bus.receive() == []
    assert bus.dropped == 1
    bus.close()
