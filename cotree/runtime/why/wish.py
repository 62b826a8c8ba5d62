"""What a tree says of its waiting, as one of the rules that are explained."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.reasons import Reason
from cotree.runtime.why.answer import Rule, Wish

CODES: Mapping[str, Rule] = {
    "abandoned": "abandoned",
    "alternative": "alternative",
    "asks": "asks",
    "gave_up": "gave_up",
    "person": "person",
    "planned_later": "planned_later",
    "taken": "taken",
    "unsafe": "unsafe",
    "unsuitable": "unsuitable",
}


def wish_of(reason: Reason, otherwise: Rule) -> Wish:
    """What a tree says, as a rule where there is one."""
    return Wish(CODES.get(reason.code, otherwise), reason.message)
