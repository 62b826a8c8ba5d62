"""A bus between the processes of one machine: datagrams over the loopback, nothing to install."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterable, Sequence
from zlib import crc32

from cotree.core.words import did_you_mean
from cotree.runtime.bus import MOST_BYTES, MOST_WAITING, TOPICS, BusError, Datagram, Topic

HOST = "127.0.0.1"
FIRST_PORT, PORTS = 20_000, 12_000
"""Where teams that name no port are put, by the name of their mission."""
SEATS = range(60, 64)
"""Behind its members a team has ports for those who only look on."""
BUFFER = 1 << 20
HEAD = 2
"""One byte says the topic, one which half it is: whole, first or second."""
WHOLE, FIRST, SECOND = 0, 1, 2
HALF = 48 * 1024
"""What is longer goes in two datagrams, as UDP has no room for 64 KiB."""


def port_of(mission: str) -> int:
    """The first port of a team that names none."""
    return FIRST_PORT + 64 * (crc32(mission.encode()) % (PORTS // 64))


class LoopbackBus:
    """Implements ``Bus``; each member of the team has a port, which says who has sent something."""

    def __init__(self, name: str, team: Sequence[str], port: int) -> None:
        if name not in team:
            raise BusError(f"no '{name}' in the team{did_you_mean(name, team)}")
        self.name = name
        self.dropped = 0
        self._closed = False
        self._first: dict[str, bytes] = {}
        """By sender: the first half of something long."""
        self._others = {port + index: member for index, member in enumerate(team) if member != name}
        self._audience = {*self._others, *(port + seat for seat in SEATS)}
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        mine = port + list(team).index(name)
        try:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
            self._socket.setblocking(False)
            self._socket.bind((HOST, mine))
        except (OSError, OverflowError) as error:
            self._socket.close()
            why = getattr(error, "strerror", None) or error
            raise BusError(
                f"port {mine} of {HOST} for {name}: {why}; is it running already? another team "
                "needs another first port: --bus udp:PORT"
            ) from None

    def send(self, topic: Topic, data: bytes) -> None:
        """Tell everybody else; what does not fit is dropped."""
        if topic not in TOPICS or len(data) > MOST_BYTES or self._closed:
            self.dropped += 1
            return
        number = TOPICS.index(topic)
        ports = self._audience if topic == "telling" else self._others
        if len(data) <= HALF:
            self._throw(bytes((number, WHOLE)) + data, ports)
        else:
            self._throw(bytes((number, FIRST)) + data[:HALF], ports)
            self._throw(bytes((number, SECOND)) + data[HALF:], ports)

    def _throw(self, datagram: bytes, ports: Iterable[int]) -> None:
        for port in ports:
            try:
                self._socket.sendto(datagram, (HOST, port))
            except OSError:  # nobody there, or no room
                self.dropped += 1

    def receive(self) -> list[Datagram]:
        """What came since the last call."""
        found: list[Datagram] = []
        for _ in range(MOST_WAITING):
            try:
                data, (host, port) = self._socket.recvfrom(MOST_BYTES + HEAD)
            except (BlockingIOError, InterruptedError):
                break
            except OSError:  # closed, or somebody's port was shut
                break
            sender = self._others.get(port) if host == HOST else None
            if sender is None or not _is_part(data):
                self.dropped += 1
            elif (text := self._whole(sender, data)) is not None:
                found.append(Datagram(TOPICS[data[0]], sender, text))
        return found

    def _whole(self, sender: str, data: bytes) -> bytes | None:
        """What was sent, once all of it is there."""
        first = self._first.pop(sender, None)
        if data[1] == SECOND:
            return self._joined(first, data)
        self.dropped += first is not None  # its other half is lost
        if data[1] == FIRST:
            self._first[sender] = data
            return None
        return data[HEAD:]

    def _joined(self, first: bytes | None, second: bytes) -> bytes | None:
        """Both halves as one, if they belong together."""
        if first is None or first[0] != second[0] or len(first + second) > MOST_BYTES + 2 * HEAD:
            self.dropped += 1
            return None
        return first[HEAD:] + second[HEAD:]

    def close(self) -> None:
        """Leave; a second time does nothing."""
        self._closed = True
        with contextlib.suppress(OSError):
            self._socket.close()


def _is_part(data: bytes) -> bool:
    """Whether it begins as what we send does."""
    return len(data) >= HEAD and data[0] < len(TOPICS) and data[1] in (WHOLE, FIRST, SECOND)
