"""The page's server on a thread of its own: a tick only puts messages down, and never waits."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping

import uvicorn

from cotree.runtime.acts import LONGEST
from cotree.runtime.clock import stopwatch
from cotree.runtime.gauge import Measured
from cotree.runtime.messages import Message
from cotree.runtime.senses.pictures import Pictures
from cotree.viewer.web.acting import Acting
from cotree.viewer.web.address import LOOPBACK, Address, address
from cotree.viewer.web.asking import Asking
from cotree.viewer.web.audience import Audience
from cotree.viewer.web.doors import Doors, Line
from cotree.viewer.web.exchange import Exchange
from cotree.viewer.web.log import Log
from cotree.viewer.web.moods import SILENT_S
from cotree.viewer.web.no_page import NoPage
from cotree.viewer.web.offer import Offer
from cotree.viewer.web.pulses import EVERY_S, pulses_of
from cotree.viewer.web.seeing import Seeing
from cotree.viewer.web.site import Site
from cotree.viewer.web.telling import Telling

LOOK_S = 0.02
"""So often the thread looks for messages."""
MOST_WAITING = 20_000
"""Messages that wait for the thread; what does not fit is not shown."""
TURN_S = 0.01
"""After so long others have their turn: the robots' threads, and who looks."""
WAITING = 16
"""Connections that nobody has taken yet."""
PATIENCE_S = 3.0


class Page:
    """Serves a run, live; ``shown``: it begins with these; ``offer``: what pages may do."""

    def __init__(
        self,
        host: str = LOOPBACK,
        port: int = 0,
        *,
        shown: Iterable[Message] = (),
        live: bool = True,
        offer: Offer | None = None,
        asking: Asking | None = None,
        pictures: Pictures | None = None,
        silent_s: float = SILENT_S,
        complain: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._waiting: deque[Message] = deque()
        self._complain = complain
        self._log = Log()
        self._telling = Telling(
            live=live, acts=bool(offer), asks=asking is not None, silent_s=silent_s
        )
        self.asking = asking
        self._seeing = None if pictures is None else Seeing(pictures)
        self.gauges: Mapping[str, Measured] = {}
        """By robot: how well it keeps up."""
        self.lost = 0
        """Messages that were not shown, because the thread could not keep up."""
        self._broken = False
        self._now_s = 0.0
        for message in shown:
            self._take(message)
        self._socket = _bound(host, port)
        self.address: Address = address(host, self._socket.getsockname()[1], acts=bool(offer))
        self._acting = Acting(offer) if offer else None
        self._server: uvicorn.Server | None = None
        self._audience: Audience | None = None
        self._thread = threading.Thread(target=self._run, name="cotree page", daemon=True)
        self._ready = threading.Event()

    def write(self, message: Message) -> None:
        """One more message; takes a microsecond."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
        else:
            self.lost += 1

    def now(self, now_s: float) -> None:
        """It is this time now, whatever happens."""
        self._now_s = now_s

    def __enter__(self) -> Page:
        self._thread.start()
        if not self._ready.wait(PATIENCE_S) and not self._thread.is_alive():
            raise NoPage("the page's server did not start")
        return self

    def __exit__(self, *error: object) -> None:
        if self._seeing is not None:
            self._seeing.over = True
        if self._server is not None:
            self._server.should_exit = True
        self._thread.join(PATIENCE_S)
        self._socket.close()

    # -- on its own thread ---------------------------------------------------------------------

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except Exception as error:  # noqa: BLE001, RUF100 (no page is worth a run)
            self._complain(f"the page is served no more: {type(error).__name__}: {error}")

    async def _serve(self) -> None:
        self._audience = Audience(self._log)
        exchange = None if self._acting is None else Exchange(self._acting)
        site = Site(self.address, self._audience, exchange, self.asking, self._seeing)
        server = uvicorn.Server(_config(site))
        self._server = server
        pump = asyncio.create_task(self._pump(self._audience))
        self._ready.set()
        try:
            await server.serve(sockets=[self._socket])
        finally:
            pump.cancel()

    async def _pump(self, audience: Audience) -> None:
        """Take what waits, again and again."""
        due_s = 0.0
        while True:
            before = self._log.next, self._log.now_s, self._log.figures
            if stopwatch() >= due_s:
                due_s = stopwatch() + EVERY_S
                self._log.figures = pulses_of(self.gauges, self._look())
            self._turn()
            if self._acting is not None:
                self._acting.turn()
            if not self._waiting:
                self._log.now_s = max(self._log.now_s, self._now_s)
            if before != (self._log.next, self._log.now_s, self._log.figures):
                audience.tell()
            await asyncio.sleep(TURN_S if self._waiting else LOOK_S)

    def _look(self) -> tuple[str, ...]:
        """The cameras that there are; those that nobody looks through any more rest."""
        if self._seeing is None:
            return ()
        self._seeing.turn()
        return self._seeing.cameras

    def _turn(self) -> None:
        until_s = stopwatch() + TURN_S
        while self._waiting and stopwatch() < until_s:
            self._take(self._waiting.popleft())

    def _take(self, message: Message) -> None:
        """Behind a fence: a mistake in here ends the telling, and nothing else."""
        if self._broken:
            return
        try:
            for item in self._telling.items(message):
                self._log.add(item)
        except Exception as error:  # noqa: BLE001, RUF100
            self._broken = True
            self._complain(f"the page is told nothing any more: {type(error).__name__}: {error}")


def _bound(host: str, port: int) -> socket.socket:
    found = None
    try:
        family, kind, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        found = socket.socket(family, kind)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(place)
        found.listen(WAITING)
    except (OSError, OverflowError) as error:
        if found is not None:
            found.close()
        why = getattr(error, "strerror", None) or error
        raise NoPage(f"the page cannot be served at {host}:{port}: {why}") from None
    return found


def _config(site: Site) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # strangers must not fill a log
    return uvicorn.Config(
        site.app(),
        http=Doors,
        ws=Line,
        loop="asyncio",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws_max_size=LONGEST,
        ws_per_message_deflate=False,
        ws_ping_interval=10.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 << 10,
        backlog=WAITING,
    )
