"""How many connections there may be at all, and how long one may say nothing.

Each takes a file of the robot's process, whatever comes through it.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST = 64
PATIENCE_S, GOODBYE_S = 10.0, 2.0


class Doors(H11Protocol):
    """Shuts at once on who is too many, and soon on who asks for nothing."""

    _asked = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes."""
        super().connection_made(transport)
        if len(self.connections) > MOST:
            transport.abort()
            return
        self.loop.call_later(PATIENCE_S, self._give_up)

    def handle_events(self) -> None:
        """Something was said."""
        super().handle_events()
        self._asked = self._asked or self.cycle is not None

    def _give_up(self) -> None:
        gone = self.transport.get_protocol() is not self  # a WebSocket by now
        if not self._asked and not gone and not self.transport.is_closing():
            self.transport.abort()


class Line(WebSocketsSansIOProtocol):
    """A WebSocket that is gone soon after its end, even if the other side reads nothing."""

    async def run_asgi(self) -> None:
        """From its beginning to its end."""
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(GOODBYE_S, self.transport.abort)
