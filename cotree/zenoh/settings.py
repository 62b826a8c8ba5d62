"""What Zenoh is told: who listens where, who calls whom, and how much may wait.

Every member listens on the lowest port of the team's block that is free and calls all ports below
it.  So each pair has exactly one who calls, whatever the order in which they start; who is not
there yet, or died, is called again until it answers.  A port that belongs to another program is
called in vain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cotree.runtime.bus import MOST_BYTES
from cotree.zenoh.hosts import places

HOME = "127.0.0.1"
EVERYWHERE = "0.0.0.0"
SCOUTING = "224.0.0.224"
RETRY_MS = {"period_init_ms": 100, "period_max_ms": 500, "period_increase_factor": 2}
"""How soon somebody who was not there is called again."""
HANDSHAKE_MS = 500
"""A program that takes a call and says nothing is not waited for longer."""
FAREWELL_US = 300_000
"""A peer that takes nothing any more is told no farewell after this time."""
LEASE_MS = 5000
"""A link without a sign of life ends; only a hint, claims have their own leases."""


def at_home(port: int, block: Iterable[int]) -> dict[str, Any]:
    """A peer of this machine only."""
    return {
        **_peer("tcp", [f"tcp/{HOME}:{port}"], _below("tcp", port, block)),
        "scouting": {"multicast": {"enabled": False}, "gossip": {"enabled": False}},
    }


def on_lan(
    port: int, block: Iterable[int], calls: Iterable[str], access: Mapping[str, Any] | None
) -> dict[str, Any]:
    """A peer that the network reaches, with the keys of the team or (None) without.

    Multicast finds the others; those that it does not reach are called by their hosts.
    """
    block = tuple(block)
    kind = "tcp" if access is None else "tls"
    called = [f"{kind}/{each}" for each in places(calls, block)]
    settings = _peer(kind, [f"{kind}/{EVERYWHERE}:{port}"], _below(kind, port, block) + called)
    settings["scouting"] = {
        "multicast": {"enabled": True, "address": f"{SCOUTING}:{block[0]}"},
        "gossip": {"enabled": True},
    }
    if access is not None:
        settings["transport"]["link"]["tls"] = access["transport"]["link"]["tls"]
        settings["access_control"] = access["access_control"]
    return settings


def _below(kind: str, port: int, block: Iterable[int]) -> list[str]:
    return [f"{kind}/{HOME}:{each}" for each in block if each < port]


def _peer(kind: str, listens: list[str], calls: list[str]) -> dict[str, Any]:
    return {
        "mode": "peer",
        "listen": {"endpoints": listens},
        "connect": {
            "endpoints": calls,
            "timeout_ms": -1,
            "exit_on_failure": False,
            "retry": RETRY_MS,
        },
        # Joining waits for nobody: who is alone works, too.
        "open": {"return_conditions": {"connect_scouted": False, "declares": False}},
        "adminspace": {"enabled": False},
        "transport": {
            "unicast": {"open_timeout": HANDSHAKE_MS, "accept_timeout": HANDSHAKE_MS},
            "link": {
                "protocols": [kind],
                "tx": {
                    "lease": LEASE_MS,
                    "queue": {"congestion_control": {"block": {"wait_before_close": FAREWELL_US}}},
                },
                # Zenoh would put together a message of a gigabyte before anybody could refuse it.
                "rx": {"max_message_size": 2 * MOST_BYTES},
            },
            "shared_memory": {"enabled": False},
        },
    }
