"""What one element becomes in a mission: a node of YAML that knows the line it came from."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TypeAlias

from cotree.core.mission import Mark

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
"""What YAML can say."""


@dataclasses.dataclass(frozen=True)
class Sprout:
    """A node: its word, what stands behind it, and what is in it."""

    word: str
    mark: Mark
    params: Mapping[str, Plain] = dataclasses.field(default_factory=dict)
    children: tuple[Sprout, ...] = ()
    key: str = ""
    """Under which the children stand: ``do`` for one, ``of`` for several; empty: none."""
    beside: Mapping[str, Plain] = dataclasses.field(default_factory=dict)
    """Its name, and what else may stand beside a word."""
    whole: Plain = None
    """A node that is given as it is, instead of all this."""
