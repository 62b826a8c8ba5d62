"""Names of topics and nodes made from names that people write."""

from __future__ import annotations

import re
from zlib import crc32

_STRANGE = re.compile(r"[^a-z0-9_]+")
_GOOD = re.compile(r"[a-z][a-z0-9_]*")
MOST = 48


def token(name: str) -> str:
    """A name that ROS takes; two names that differ give two tokens."""
    if _GOOD.fullmatch(name) and len(name) <= MOST and "__" not in name:
        return name
    readable = _STRANGE.sub("_", name.lower()).strip("_")[:MOST].strip("_")
    while "__" in readable:
        readable = readable.replace("__", "_")
    check = f"{crc32(name.encode()):08x}"
    head = readable if readable[:1].isalpha() else f"t_{readable}".rstrip("_")
    return f"{head}_{check}"


def enclave_of(name: str) -> str:
    """Where the keys and permissions of a teammate are."""
    return f"/cotree/{token(name)}"


def team_topic(team: str, topic: str) -> str:
    """Where a team speaks: ``/cotree/<team>/<topic>``."""
    return f"/cotree/{token(team)}/{topic}"
