"""Hosts that are called because multicast does not reach them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cotree.runtime.bus import BusError

FIRST = 4
"""Members of a host who are called when no port is named; they tell where the others are."""
_HOST = re.compile(
    r"(?P<host>[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_])?)(?::(?P<port>\d{1,5}))?"
)


def places(calls: Iterable[str], block: Sequence[int]) -> list[str]:
    """``HOST:PORT`` of each; a host without a port is called where its first members are."""
    found: list[str] = []
    for each in calls:
        host, port = _parts(each)
        ports: Sequence[int] = block[:FIRST] if port is None else [port]
        found += [f"{host}:{number}" for number in ports]
    return found


def _parts(text: str) -> tuple[str, int | None]:
    match = _HOST.fullmatch(text)
    port = None if match is None or match["port"] is None else int(match["port"])
    if match is None or (port is not None and not 0 < port < 65_536):
        raise BusError(f"--lan: '{text[:80]}' is no host; say 192.168.1.5, base.local or HOST:PORT")
    return match["host"], port
