"""What cameras see, for pages: made and sent only while somebody looks, and never in a tick.

A page asks for the next picture of a camera and gets it when there is one.  Each picture is encoded
once, however many look, on a thread beside the page's.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec

from cotree.runtime.clock import stopwatch
from cotree.runtime.senses.pictures import Pictures
from cotree.viewer.web.images import sent

PERIOD_S = 0.1
"""No camera is shown more often."""
LOOK_S = 0.03
PATIENCE_S = 2.0
"""After so long a page is told that there is nothing new."""
FORGETS_S = 4.0
"""A camera for which nobody has asked so long is not looked through any more."""
MOST = 24
"""So many pages' questions wait at the same time."""
NOT_HERE, TOO_MANY = 404, 429


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which camera, and from when the picture is that the page has."""

    camera: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    after: Annotated[float, msgspec.Meta(ge=-1, le=1e9)] = -1.0


class NotSeen(Exception):
    """There is no picture; the text is one line for people."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


_decode = msgspec.json.Decoder(Look).decode


def look_of(data: bytes) -> Look:
    """What a page asks for; ``NotSeen`` says what is wrong with it."""
    try:
        return _decode(data)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise NotSeen(NOT_HERE, f"this asks for no picture: {error}"[:300]) from None


class Seeing:
    """All that pages are shown of cameras."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self.over = False
        """Whether nobody is to wait for a picture any more."""
        self._waiting = 0
        self._asked_s: dict[str, float] = {}
        """By camera that somebody looks at: when it was asked for last."""
        self._due_s: dict[str, float] = {}
        self._sent: dict[str, tuple[float, bytes]] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    @property
    def cameras(self) -> tuple[str, ...]:
        """Those that there are."""
        return self._pictures.cameras

    async def next(self, look: Look) -> bytes | None:
        """The newest picture, as soon as it is newer; None: there was none for a while."""
        if look.camera not in self.cameras:
            known = ", ".join(self.cameras) or "none"
            raise NotSeen(NOT_HERE, f"no camera '{look.camera}' in this mission; there is: {known}")
        if self._waiting >= MOST:
            raise NotSeen(TOO_MANY, "too many look at the same time; close a page")
        self._waiting += 1
        try:
            return await self._await(look)
        finally:
            self._waiting -= 1

    def turn(self) -> None:
        """Look away from what nobody has asked for."""
        now_s = stopwatch()
        for camera, asked_s in list(self._asked_s.items()):
            if now_s - asked_s > FORGETS_S:
                del self._asked_s[camera]
                self._sent.pop(camera, None)
                self._pictures.look(camera, on=False)

    async def _await(self, look: Look) -> bytes | None:
        until_s = stopwatch() + PATIENCE_S
        while not self.over and stopwatch() < until_s:
            if look.camera not in self._asked_s:
                self._pictures.look(look.camera)
            self._asked_s[look.camera] = stopwatch()
            async with self._locks.setdefault(look.camera, asyncio.Lock()):
                found = await self._newest(look)
            if found is not None:
                return found
            await asyncio.sleep(LOOK_S)
        return None

    async def _newest(self, look: Look) -> bytes | None:
        t_s, message = self._sent.get(look.camera, (-1.0, b""))
        if t_s > look.after:
            return message
        if stopwatch() < self._due_s.get(look.camera, 0.0):
            return None
        made = await asyncio.to_thread(self._made, look.camera, t_s)
        if made is None:
            return None
        self._due_s[look.camera] = stopwatch() + PERIOD_S
        self._sent[look.camera] = made
        return made[1] if made[0] > look.after else None

    def _made(self, camera: str, after_s: float) -> tuple[float, bytes] | None:
        """On another thread: the next picture as a message."""
        picture = self._pictures.newest(camera, after_s)
        return None if picture is None else (picture.t_s, sent(picture))
