"""One page that may act: how much it may say, and what it is told, in a short queue."""

from __future__ import annotations

import asyncio

from cotree.runtime.replies import Reply
from cotree.viewer.web.pace import Allowance

MOST_WAITING = 200
"""Replies that a page has not read; one that reads none has to go."""


class Visitor:
    """What a page is told, in order."""

    def __init__(self) -> None:
        self.allowance = Allowance()
        self.behind = False
        """Whether it did not read what it was told."""
        self._replies: asyncio.Queue[Reply] = asyncio.Queue(MOST_WAITING)

    def tell(self, reply: Reply) -> None:
        """One more thing to be told."""
        try:
            self._replies.put_nowait(reply)
        except asyncio.QueueFull:
            self.behind = True

    async def next(self) -> Reply:
        """What comes next."""
        return await self._replies.get()
