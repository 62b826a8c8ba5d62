"""Who may ask anything at all: checked before anybody reads what is asked."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cotree.viewer.web.address import Address

HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
MISDIRECTED = 421
TWICE = 400


class Guard:
    """Answers 421 to whoever asks for another host, or comes from another page."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or one WebSocket."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def strict(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        status = self._refusal(scope)
        if status is None:
            await self._app(scope, receive, strict)
        else:
            answer = PlainTextResponse("this page is not served under that name\n", status)
            await answer(scope, receive, strict)

    def _refusal(self, scope: Scope) -> int | None:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) > 1 or len(origins) > 1:
            return TWICE
        host = hosts[0] if hosts else ""
        if not self._address.answers(host):
            return MISDIRECTED
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if origins or not reads:  # browsers always send it with what could have an effect
            origin = origins[0] if origins else ""
            return None if self._address.sent(origin, host) else MISDIRECTED
        return None
