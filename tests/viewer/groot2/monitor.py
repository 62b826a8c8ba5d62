"""Plays the part of Groot2: asks over real ZeroMQ, with headers that are put together here."""

from __future__ import annotations

import struct
from typing import NamedTuple

import msgspec
import zmq

SOON_MS = 60_000


class Reply(NamedTuple):
    """What came back, and that it answers what was asked."""

    tree: bytes
    body: bytes | None


class Refused(Exception):
    """The other side said ``error``."""


class Monitor:
    """One that looks at one robot."""

    def __init__(self, port: int) -> None:
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
        self._line = self._context.socket(zmq.REQ)
        self._line.setsockopt(zmq.LINGER, 0)
        self._line.setsockopt(zmq.RCVTIMEO, SOON_MS)
        self._line.connect(f"tcp://127.0.0.1:{port}")
        self._n = 0xFFFFFF00

    def raw(self, *parts: bytes) -> list[bytes]:
        """Send these parts as they are; the parts that come back."""
        self._line.send_multipart(parts)
        return self._line.recv_multipart()

    def ask(self, kind: str, body: str | None = None) -> Reply:
        """A request of this kind; its reply must be one to it."""
        self._n = (self._n + 1) % (1 << 32)
        header = bytes((2, ord(kind))) + struct.pack("<I", self._n)
        parts = self.raw(header, *([] if body is None else [body.encode()]))
        if parts[0] == b"error":
            raise Refused(parts[1].decode())
        assert len(parts[0]) == 22
        assert parts[0][:6] == header
        assert len(parts) <= 2
        return Reply(parts[0][6:], parts[1] if len(parts) == 2 else None)

    def text(self, kind: str, body: str | None = None) -> str:
        """The body of the reply as text."""
        found = self.ask(kind, body).body
        assert found is not None
        return found.decode()

    def states(self) -> dict[int, int]:
        """The state of every node."""
        body = self.ask("S").body
        assert body is not None
        return dict(struct.iter_unpack("<HB", body))

    def blackboard(self, *names: str) -> dict[str, dict[str, object]]:
        """The values of these trees."""
        body = self.ask("B", ";".join(names)).body
        assert body is not None
        return msgspec.msgpack.decode(body, type=dict[str, dict[str, object]])

    def transitions(self) -> list[tuple[int, int, int]]:
        """Microseconds since the beginning, node, state."""
        body = self.ask("t").body
        assert body is not None
        assert len(body) % 9 == 0
        cut = (body[at : at + 9] for at in range(0, len(body), 9))
        return [(int.from_bytes(b[:6], "little"), *struct.unpack("<HB", b[6:])) for b in cut]

    def __enter__(self) -> Monitor:
        return self

    def __exit__(self, *error: object) -> None:
        self._line.close()
        self._context.term()
