"""What is served: the page, its files, the WebSocket that it reads, and the one where it acts."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from functools import partial
from importlib.resources import files

import msgspec
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from cotree.viewer.web.address import Address
from cotree.viewer.web.asking import Asking, NoAnswer, question_of
from cotree.viewer.web.audience import Audience
from cotree.viewer.web.exchange import Exchange
from cotree.viewer.web.guard import Guard
from cotree.viewer.web.seeing import NotSeen, Seeing, look_of

KINDS = {
    "index.html": "text/html; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "page.css": "text/css; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
MOST_BYTES = 1024
"""No request has a longer body."""


class Key(msgspec.Struct, frozen=True):
    """What a page shows to be let in, once."""

    token: str


class Site:
    """The application; ``address.token`` is asked for if there is one."""

    def __init__(
        self,
        address: Address,
        audience: Audience,
        exchange: Exchange | None = None,
        asking: Asking | None = None,
        seeing: Seeing | None = None,
    ) -> None:
        self._address = address
        self._audience = audience
        self._exchange = exchange
        self._asking = asking
        self._seeing = seeing
        self._secret = secrets.token_urlsafe(32)
        self._cookie = f"cotree-{address.port}"

    def app(self) -> ASGIApp:
        """All of it, behind the guard."""
        routes = [_asset(name) for name in KINDS]
        routes.append(Route("/enter", self._enter, methods=["POST"]))
        if self._asking is not None:
            routes.append(Route("/why", partial(self._why, self._asking), methods=["POST"]))
        if self._seeing is not None:
            routes.append(Route("/see", partial(self._see, self._seeing), methods=["POST"]))
        sockets = [WebSocketRoute("/live", self._live)]
        if self._exchange is not None:
            sockets.append(WebSocketRoute("/act", self._act))
        inner = Starlette(routes=[*routes, *sockets])
        return Guard(inner, self._address)

    async def _enter(self, request: Request) -> Response:
        """Give a cookie for the right token."""
        if not self._address.token:
            return Response(status_code=204)
        if not await self._is_right(request):
            return PlainTextResponse("this needs the token that cotree printed\n", 403)
        answer = Response(status_code=204)
        answer.set_cookie(self._cookie, self._secret, httponly=True, samesite="strict")
        return answer

    async def _is_right(self, request: Request) -> bool:
        body = await _body(request)
        if body is None:
            return False
        try:
            key = msgspec.json.decode(body, type=Key)
        except msgspec.MsgspecError:
            return False
        return hmac.compare_digest(key.token.encode(), self._address.token.encode())

    async def _why(self, asking: Asking, request: Request) -> Response:
        """The lines of the answer, or 409 and why there is none."""
        if self._address.token and not self._is_known(request):
            return PlainTextResponse("no token\n", 403)
        body = await _body(request)
        try:
            if body is None:
                raise NoAnswer("this is too long a question")
            lines = await asking.answer(question_of(body))
        except NoAnswer as error:
            return PlainTextResponse(str(error), 409)
        return PlainTextResponse("\n".join(lines))

    async def _see(self, seeing: Seeing, request: Request) -> Response:
        """The next picture of a camera; 204: there is none yet; else why there is none."""
        if self._address.token and not self._is_known(request):
            return PlainTextResponse("no token\n", 403)
        body = await _body(request)
        try:
            found = await seeing.next(look_of(body or b""))
        except NotSeen as error:
            return PlainTextResponse(str(error), error.status)
        if found is None:
            return Response(status_code=204)
        return Response(found, media_type="application/octet-stream")

    async def _live(self, socket: WebSocket) -> None:
        if not self._address.token or await self._has_cookie(socket):
            await self._audience.join(socket)

    async def _act(self, socket: WebSocket) -> None:
        """Nobody acts without the token, wherever the page is."""
        if self._exchange is not None and await self._has_cookie(socket):
            await self._exchange.join(socket)

    async def _has_cookie(self, socket: WebSocket) -> bool:
        if self._is_known(socket):
            return True
        await socket.send_denial_response(PlainTextResponse("no token\n", 403))
        return False

    def _is_known(self, asker: HTTPConnection) -> bool:
        shown = asker.cookies.get(self._cookie, "")
        return hmac.compare_digest(shown.encode(), self._secret.encode())


async def _body(request: Request) -> bytes | None:
    """What is asked; None: it is too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BYTES:
            return None
    return body


def _asset(name: str) -> Route:
    body = files("cotree.viewer.web").joinpath("page", name).read_bytes()
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'

    async def serve(request: Request) -> Response:
        headers = {"etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type=KINDS[name], headers=headers)

    return Route("/" if name == "index.html" else f"/{name}", serve, methods=["GET"])
