"""Keys under which a team speaks, and the ports where its members meet."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import quote, unquote
from zlib import crc32

from cotree.runtime.bus import TOPICS, Topic

ROOT = "cotree"
PORTS = 64
"""Of one team on one machine: so many members can meet there."""
FIRST_PORT, BLOCKS = 20_000, 187
"""All blocks lie below 32 000, where systems do not hand out ports by themselves."""


def chunk(name: str) -> str:
    """A name as one part of a key; different names stay different."""
    return quote(name, safe="").replace(".", "%2E").replace("~", "%7E")


def key(team: str, topic: str, member: str) -> str:
    """Where a member says something."""
    return "/".join((ROOT, chunk(team), chunk(topic), chunk(member)))


def all_of(team: str, member: str) -> str:
    """All that one member says."""
    return "/".join((ROOT, chunk(team), "*", chunk(member)))


def all_in(team: str) -> str:
    """All that anybody of the team says."""
    return "/".join((ROOT, chunk(team), "*", "*"))


def all_on(team: str, topics: Collection[str]) -> list[str]:
    """All that anybody says on these topics, in as few keys as that takes."""
    if set(TOPICS) <= set(topics):
        return [all_in(team)]
    return ["/".join((ROOT, chunk(team), chunk(topic), "*")) for topic in topics]


def parts_of(text: str, team: str) -> tuple[Topic, str] | None:
    """Topic and sender of a key of this team; None when it is something else."""
    parts = text.split("/")
    if len(parts) != 4 or parts[:2] != [ROOT, chunk(team)]:
        return None
    topic = next((each for each in TOPICS if each == parts[2]), None)
    sender = unquote(parts[3])
    return None if topic is None or chunk(sender) != parts[3] else (topic, sender)


def ports_of(team: str) -> range:
    """Where the members of a team meet on one machine.

    Two teams may have the same block: their keys keep them apart.
    """
    first = FIRST_PORT + PORTS * (crc32(team.encode()) % BLOCKS)
    return range(first, first + PORTS)
