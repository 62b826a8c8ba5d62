"""The WebSocket of a page that may act: JSON text in both directions, one object per message."""

from __future__ import annotations

import asyncio

from starlette.websockets import WebSocket

from cotree.runtime.clock import stopwatch
from cotree.runtime.replies import No, encode
from cotree.viewer.web.acting import Acting
from cotree.viewer.web.sending import FULL, SEND_S, SPOKE, close, first_of, until_behind, within
from cotree.viewer.web.visitor import Visitor

TOO_FAST = "too many acts at once; wait a moment"


class Exchange:
    """Serves pages that may act; what they say goes to ``acting``, one by one."""

    def __init__(self, acting: Acting, send_s: float = SEND_S) -> None:
        self._acting = acting
        self._send_s = send_s

    async def join(self, socket: WebSocket) -> None:
        """Serve one page until it goes, or has to."""
        await socket.accept()
        if self._acting.full:
            await close(socket, FULL)
            return
        visitor = Visitor()
        page = self._acting.join(visitor)
        try:
            telling = until_behind(self._tell(socket, visitor))
            code = await first_of(telling, self._hear(socket, visitor, page))
        finally:
            self._acting.leave(page)
        if code:
            await close(socket, code)

    async def _tell(self, socket: WebSocket, visitor: Visitor) -> None:
        """Pass on what there is to tell, as long as the page keeps up."""
        while not visitor.behind:
            reply = encode(await visitor.next()).decode()
            await within(self._send_s, socket.send_text(reply))

    async def _hear(self, socket: WebSocket, visitor: Visitor, page: int) -> int:
        """Take what the page says until it goes; why it has to, if it does."""
        while not visitor.allowance.over:
            said = await socket.receive()
            if said["type"] == "websocket.disconnect":
                return 0
            text = said.get("text")
            if text is None:
                return SPOKE
            if visitor.allowance.take(stopwatch()):
                reply = self._acting.hear(page, text)
                if reply is not None:
                    visitor.tell(reply)
            else:
                visitor.tell(No(0, TOO_FAST))
            await asyncio.sleep(0)  # who talks without a pause does not keep others waiting
        return SPOKE
