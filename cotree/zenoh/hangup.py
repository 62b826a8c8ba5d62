"""Cutting connections that a peer holds up, so that leaving does not wait for it.

A peer that is frozen takes nothing any more.  Zenoh's sockets then linger for ten seconds when they
close, and a process that ends meanwhile is aborted.  So none lingers, and whoever takes nothing is
hung up on before the session closes.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import struct
from collections.abc import Collection, Iterator
from typing import Any

Ends = frozenset[tuple[str, int]]
"""Both ends of one connection."""
NO_LINGER = struct.pack("ii", 0, 0)
"""The system sends what is left by itself, or gives up."""


def ends_of(links: Collection[Any]) -> set[Ends]:
    """The two ends of each of Zenoh's links: ``tcp/127.0.0.1:20000``."""
    found = set()
    for link in links:
        with contextlib.suppress(ValueError):
            found.add(frozenset({_end(str(link.src)), _end(str(link.dst))}))
    return found


def hang_up(connections: Collection[Ends], patience_s: float) -> set[Ends]:
    """Shut down those connections of this process on which nothing can be written; which."""
    cut: set[Ends] = set()
    for each in _sockets():
        with each, contextlib.suppress(OSError, ValueError):
            ends = frozenset({each.getsockname()[:2], each.getpeername()[:2]})
            if ends not in connections:
                continue
            each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
            if not select.select([], [each], [], patience_s)[1]:
                each.shutdown(socket.SHUT_RDWR)
                cut.add(ends)
                patience_s = 0.0
    return cut


def _end(locator: str) -> tuple[str, int]:
    place = locator.partition("/")[2].partition("#")[0].partition("?")[0]
    host, _, port = place.rpartition(":")
    return host.strip("[]"), int(port)


def _sockets() -> Iterator[socket.socket]:
    """A second handle of each socket of this process."""
    try:
        numbers = [int(each) for each in os.listdir("/dev/fd")]
    except (OSError, ValueError):  # a system that does not show them
        numbers = []
    for number in numbers:
        with contextlib.suppress(OSError):
            copy = os.dup(number)
            try:
                yield socket.socket(fileno=copy)
            except OSError:  # it is no socket
                os.close(copy)
