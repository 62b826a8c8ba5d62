"""Who looks at the page: each reads the log at its own pace, and who is too slow has to go."""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocket

from cotree.viewer.web.items import Beat, encode
from cotree.viewer.web.log import Log, message
from cotree.viewer.web.sending import (
    BEHIND,
    FULL,
    SEND_S,
    SPOKE,
    close,
    first_of,
    until_behind,
    within,
)

MOST = 20


class Audience:
    """All pages that are open; nobody waits for any of them."""

    def __init__(self, log: Log, most: int = MOST, send_s: float = SEND_S) -> None:
        self._log = log
        self._most = most
        self._send_s = send_s
        self._news = asyncio.Event()
        self.count = 0
        self.dropped = 0
        """How many were too slow."""

    def tell(self) -> None:
        """There is more in the log."""
        self._news.set()
        self._news = asyncio.Event()

    async def join(self, socket: WebSocket) -> None:
        """Serve one page until it goes, or has to."""
        await socket.accept()
        if self.count >= self._most:
            await close(socket, FULL)
            return
        self.count += 1
        try:
            await self._serve(socket)
        finally:
            self.count -= 1

    async def _serve(self, socket: WebSocket) -> None:
        """Pages have nothing to say: whatever comes in is the end."""
        code = await first_of(until_behind(self._follow(socket)), _ends(socket))
        if code == BEHIND:
            self.dropped += 1
        if code:
            await close(socket, code)

    async def _follow(self, socket: WebSocket) -> None:
        """Send all there is, and then all there will be, as long as the page keeps up."""
        at, described, told_s, figures = self._log.first, self._log.described, 0.0, b""
        await self._send(socket, self._log.opening())
        while at >= self._log.first:
            news = self._news
            found, at = self._log.since(at)
            found = [*self._log.descriptions(described), *found]
            described = self._log.described
            if self._log.now_s > told_s and at == self._log.next:
                told_s = self._log.now_s
                found.append(encode(Beat(round(told_s, 3))))
            if self._log.figures != figures:
                figures = self._log.figures
                found.append(figures)
            if found:
                await self._send(socket, found)
            else:
                await news.wait()

    async def _send(self, socket: WebSocket, items: list[bytes]) -> None:
        await within(self._send_s, socket.send_text(message(items)))


async def _ends(socket: WebSocket) -> int:
    """Until the page says something, or goes."""
    said = await socket.receive()
    return 0 if said["type"] == "websocket.disconnect" else SPOKE
