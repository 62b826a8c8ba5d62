"""One ZeroMQ socket that listens at a port of this machine, and how many may come in.

Each connection takes a file of the robot's process, whatever comes through it; so when there are
too many, all have to go, and for a while nobody is let in.  Monitors come again by themselves.
"""

from __future__ import annotations

import zmq
from zmq.utils.monitor import recv_monitor_message

HOST = "127.0.0.1"
MOST = 16
"""Connections; a burst may bring some more before the door is shut."""
SHUT_S = 0.5
LONGEST_MESSAGE = 64 << 10
MOST_ASKED, MOST_ANSWERED = 16, 256
"""Requests and replies that wait.

ZeroMQ learns only now and then that replies were read, and drops one that seems too many; so there
is room for many more than are made at once."""
HANDSHAKE_MS = 3000
"""So long somebody may say nothing."""
OPTIONS = (
    (zmq.LINGER, 0),
    (zmq.MAXMSGSIZE, LONGEST_MESSAGE),
    (zmq.RCVHWM, MOST_ASKED),
    (zmq.SNDHWM, MOST_ANSWERED),
    (zmq.HANDSHAKE_IVL, HANDSHAKE_MS),
    (zmq.BACKLOG, MOST),
)


class Door:
    """Shut when there are too many; ``looks`` is what to wait for beside the socket."""

    def __init__(self, context: zmq.Context[zmq.Socket[bytes]], kind: int, port: int) -> None:
        if not 0 <= port <= 0xFFFF:
            raise OverflowError("there is no such port")
        self.count = self.shuts = 0
        """Who is in now; how often there were too many."""
        self.socket = context.socket(kind)
        for option, value in OPTIONS:
            self.socket.setsockopt(option, value)
        events = zmq.EVENT_ACCEPTED | zmq.EVENT_DISCONNECTED
        self.looks: zmq.Socket[bytes] = self.socket.get_monitor_socket(events)
        self._open, self._again_s = False, 0.0
        try:
            self._endpoint = f"tcp://{HOST}:{port or '*'}"
            self._bind()
        except BaseException:
            self.close()
            raise

    @property
    def port(self) -> int:
        """Where it listens, also while it is shut."""
        return int(self._endpoint.rpartition(":")[2])

    def look(self, now_s: float) -> None:
        """See who came and went, and shut or open."""
        while self.looks.poll(0):
            came = recv_monitor_message(self.looks)["event"] == zmq.EVENT_ACCEPTED
            self.count = max(0, self.count + (1 if came else -1))
        if self._open and self.count >= MOST:
            self.socket.unbind(self._endpoint)  # whoever came through it goes with it
            self._open, self._again_s = False, now_s + SHUT_S
            self.shuts += 1
        elif not self._open and now_s >= self._again_s:
            self.count = 0
            self._bind()

    def close(self) -> None:
        """For good."""
        self.socket.disable_monitor()
        self.looks.close()
        self.socket.close()

    def _bind(self) -> None:
        self.socket.bind(self._endpoint)
        endpoint = self.socket.getsockopt(zmq.LAST_ENDPOINT)
        assert isinstance(endpoint, bytes)
        self._endpoint, self._open = endpoint.rstrip(b"\0").decode(), True
