"""How a robot of the simulation believes and plans."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from cotree.reallocation.lead_follow.belief.forms import Belief
from cotree.reallocation.lead_follow.conduct import PRINTED, Conduct
from cotree.reallocation.lead_follow.problem import Answer, Problem

Planner: TypeAlias = Callable[[Problem], Answer]


class Policy(msgspec.Struct, frozen=True):
    """What makes one robot different from another."""

    name: str
    plan: Planner
    belief: Belief
    """Before the first action."""
    conduct: Conduct = PRINTED
