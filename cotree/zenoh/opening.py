"""Opening a session of Zenoh: on the first port of the team that is free, with or without keys."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from cotree.runtime.bus import BusError
from cotree.zenoh.names import ports_of
from cotree.zenoh.settings import at_home, on_lan


class Lan(msgspec.Struct, frozen=True):
    """How a member takes part in a team on several machines."""

    keys: Path | None
    """Its folder of what ``cotree keys`` made; None: anybody on the network may speak and hear."""
    calls: tuple[str, ...] = ()
    """Hosts (``HOST`` or ``HOST:PORT``) that multicast does not reach."""


Plan = tuple[int, Mapping[str, Any]]


def plans(
    team: str,
    name: str,
    members: Collection[str],
    lan: Lan | None,
    block: Iterable[int] | None,
) -> list[Plan]:
    """For each port what Zenoh is told when it listens there."""
    ports = tuple(ports_of(team) if block is None else block)
    if lan is None:
        return [(port, at_home(port, ports)) for port in ports]
    access = None if lan.keys is None else _access(lan.keys, team, name, members)
    return [(port, on_lan(port, ports, lan.calls, access)) for port in ports]


def _access(folder: Path, team: str, name: str, members: Collection[str]) -> Mapping[str, Any]:
    from cotree.zenoh.keys.reading import access_of

    return access_of(folder, team, name, members)


def opened(zenoh: Any, ways: list[Plan]) -> tuple[Any, int]:
    """A session on the first port that is free, and the port."""
    why = "there is no port to try"
    for port, settings in ways:
        try:
            return zenoh.open(zenoh.Config.from_json5(json.dumps(settings))), port
        except zenoh.ZError as error:
            why = str(error).split(" at /")[0]
            if "in use" not in why:
                break
    raise BusError(f"Zenoh cannot join the bus: {why}")
