"""How much a robot wanted a piece of work, and why it did not start it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cotree.core.reasons import Reason
from cotree.runtime.why.answer import Rule

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


class Wish(msgspec.Struct, frozen=True):
    """How much a robot wanted a piece, and why it did not start it."""

    rule: Rule
    message: str = ""
    leaf: str = ""
    by: str = ""
    resource: str = ""
    potential: float | None = None
    parts: Mapping[str, float] = {}
    shut: tuple[str, ...] = ()
    risk: str = ""
    other_potential: float | None = None


def wish_of(reason: Reason, otherwise: Rule) -> Wish:
    """What a tree says, as a rule where there is one."""
    return Wish(CODES.get(reason.code, otherwise), reason.message)
