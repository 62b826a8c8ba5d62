"""What each member may do on the bus of its team, as Zenoh's rules; everything else is denied."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cotree.zenoh.names import all_in, all_of


def rules(team: str, me: str, members: Collection[str]) -> dict[str, Any]:
    """Zenoh's ``access_control`` of one member.

    From each other member it takes what that one says under its own name; it says only what
    stands under its own, and both may ask for all that the team says.
    """
    others = [each for each in members if each != me]
    made = [_rule(f"{each} speaks", "ingress", "put", all_of(team, each)) for each in others]
    made += [
        _rule("i speak", "egress", "put", all_of(team, me)),
        _rule("they listen", "ingress", "declare_subscriber", all_in(team)),
        _rule("i listen", "egress", "declare_subscriber", all_in(team)),
    ]
    shared = ["i speak", "they listen", "i listen"]
    return {
        "enabled": True,
        "default_permission": "deny",
        "rules": made,
        "subjects": [{"id": each, "cert_common_names": [each]} for each in others],
        "policies": [{"rules": [f"{each} speaks", *shared], "subjects": [each]} for each in others],
    }


def _rule(name: str, flow: str, message: str, where: str) -> dict[str, Any]:
    return {
        "id": name,
        "permission": "allow",
        "flows": [flow],
        "messages": [message],
        "key_exprs": [where],
    }
