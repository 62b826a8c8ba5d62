"""Sending to who may not read: within a time, or not at all."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

SEND_S, CLOSE_S = 10.0, 1.0
"""So long one message to a page may take, at most; and saying goodbye."""
BEHIND, FULL, SPOKE = 4008, 4009, 4010
"""Why a page has to go: it was too slow, there are too many, or it said what it must not."""


class TooSlow(Exception):
    """Somebody does not read what is sent."""


async def first_of(*works: Coroutine[Any, Any, int]) -> int:
    """Do all of it until one is over; why a page has to go, or 0 when it went."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        done = [task.result() for task in tasks if task.done() and task.exception() is None]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return next((code for code in done if code), 0)


async def until_behind(telling: Coroutine[Any, Any, None]) -> int:
    """Tell a page until it falls behind, and has to go; or 0 when it went."""
    try:
        await telling
    except TooSlow:
        return BEHIND
    except (WebSocketDisconnect, RuntimeError):
        return 0
    return BEHIND


async def close(socket: WebSocket, code: int) -> None:
    """Say goodbye, and why."""
    with contextlib.suppress(Exception):  # who has to go may be gone
        await within(CLOSE_S, socket.close(code))


async def within(limit_s: float, work: Coroutine[Any, Any, None]) -> None:
    """Do it in time, or not at all.

    Before Python 3.12 ``asyncio.wait_for`` may swallow a cancellation, which would then be lost.
    """
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=limit_s)
        if not done:
            raise TooSlow
        task.result()
    finally:
        task.cancel()
