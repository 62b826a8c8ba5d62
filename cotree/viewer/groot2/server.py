"""Serves monitors on a thread of its own: a tick only puts messages down, and never waits.

Only for this machine: the protocol asks nobody who he is.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence

import zmq

from cotree.runtime.clock import stopwatch
from cotree.runtime.messages import Born, Heard, Message, Told
from cotree.viewer.groot2.desk import Desk
from cotree.viewer.groot2.door import HOST, Door
from cotree.viewer.groot2.no_monitor import NoMonitor
from cotree.viewer.groot2.picture import Picture
from cotree.viewer.groot2.wire import ERROR

PORT = 1667
"""Where monitors look first; the next robot is two further."""
STRIDE = 2
"""A monitor listens for breakpoints at the port behind the one that it asks."""
LOOK_MS, PATIENCE_S = 20, 3.0
MOST_WAITING = 20_000
"""Messages that wait for the thread; what does not fit is not shown."""
TRIES = 20
"""To find two free ports beside each other."""
AT_ONCE = 8
"""Requests to one robot before it is the next one's turn, and messages of the run are read."""


class Publisher:
    """Serves the trees of these robots from ``port`` on, or from free ports when that is 0."""

    def __init__(
        self,
        robots: Sequence[str],
        port: int = PORT,
        *,
        complain: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.lost = 0
        """Messages that were not shown, because the thread could not keep up."""
        self._complain = complain
        self._waiting: deque[tuple[float, Message]] = deque()
        self._start_us = time.time_ns() // 1000 - _microseconds(stopwatch())
        self._desks = {robot: Desk(Picture(robot), self._epoch_us) for robot in robots}
        self._broken = self._over = False
        self._context: zmq.Context[zmq.Socket[bytes]] = zmq.Context(io_threads=1)
        self._doors: list[Door] = []
        self._asked: dict[zmq.Socket[bytes], Desk] = {}
        self.ports: dict[str, int] = {}
        """Where each robot is asked."""
        try:
            for place, robot in enumerate(robots):
                self.ports[robot] = self._open(robot, port + STRIDE * place if port else 0)
        except BaseException:
            self._close()
            raise
        self._thread = threading.Thread(target=self._run, name="cotree groot2", daemon=True)

    def write(self, message: Message) -> None:
        """One more message; takes a microsecond."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append((stopwatch(), message))
        else:
            self.lost += 1

    def __enter__(self) -> Publisher:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over = True
        self._thread.join(PATIENCE_S)

    # -- sockets -------------------------------------------------------------------------------

    def _open(self, robot: str, port: int) -> int:
        """Listen for one robot; the port."""
        for _ in range(1 if port else TRIES):
            try:
                return self._opened(robot, port)
            except (zmq.ZMQError, OverflowError) as error:
                why = error  # no port behind a free one was free, too
        where = f"{HOST}:{port} and {port + 1}" if port else HOST
        what = f"{robot} cannot be shown to Groot2 at {where}: {why}; name another port"
        raise NoMonitor(f"{what}: --groot2 PORT") from None

    def _opened(self, robot: str, port: int) -> int:
        server = Door(self._context, zmq.REP, port)
        try:
            breakpoints = Door(self._context, zmq.PUB, server.port + 1)
        except BaseException:
            server.close()
            raise
        self._doors += [server, breakpoints]
        self._asked[server.socket] = self._desks[robot]
        return server.port

    def _close(self) -> None:
        for each in self._doors:
            each.close()
        self._context.term()

    # -- on its own thread ---------------------------------------------------------------------

    def _run(self) -> None:
        try:
            poller = zmq.Poller()
            for socket in (*self._asked, *(door.looks for door in self._doors)):
                poller.register(socket, zmq.POLLIN)
            while not self._over:
                asking = dict(poller.poll(LOOK_MS))
                for door in self._doors:
                    door.look(stopwatch())
                self._listen()
                for server in self._asked:
                    if server in asking:
                        self._serve(server)
        except Exception as error:  # noqa: BLE001, RUF100 (no monitor is worth a run)
            self._complain(f"Groot2 is served no more: {type(error).__name__}: {error}")
        finally:
            self._close()

    def _serve(self, server: zmq.Socket[bytes]) -> None:
        desk = self._asked[server]
        with contextlib.suppress(zmq.Again):
            for _ in range(AT_ONCE):
                parts = server.recv_multipart(zmq.NOBLOCK)
                server.send_multipart(_answer(desk, parts), zmq.NOBLOCK)

    def _listen(self) -> None:
        """Behind a fence: a mistake in here ends the telling, and nothing else."""
        while self._waiting:
            came_s, message = self._waiting.popleft()
            if self._broken:
                continue
            try:
                for desk in self._meant(message):
                    desk.picture.take(message, self._start_us + _microseconds(came_s))
            except Exception as error:  # noqa: BLE001, RUF100
                self._broken = True
                self._complain(f"Groot2 is told nothing new: {type(error).__name__}: {error}")

    def _meant(self, message: Message) -> Sequence[Desk]:
        """Whose picture a message is of."""
        robot = message.robot if isinstance(message, Born | Heard | Told) else ""
        if robot:
            return [self._desks[robot]] if robot in self._desks else []
        return list(self._desks.values())

    def _epoch_us(self) -> int:
        return self._start_us + _microseconds(stopwatch())


def _answer(desk: Desk, parts: list[bytes]) -> list[bytes]:
    """Whatever is asked, one who asks gets an answer, or could never ask again."""
    try:
        return desk.answer(parts)
    except Exception as error:  # noqa: BLE001, RUF100
        return [ERROR, f"this cannot be shown: {type(error).__name__}".encode()]


def _microseconds(time_s: float) -> int:
    return int(1e6 * time_s)
