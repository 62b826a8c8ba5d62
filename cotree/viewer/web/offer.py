"""What a page may do beside looking: be one of these people, operate the run, or nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from cotree.runtime.hatch import Hatch
from cotree.runtime.replies import Standing, You


@dataclasses.dataclass(frozen=True)
class Offer:
    """The hatches behind which the run listens; none: a page only looks."""

    people: Mapping[str, Hatch[You]] = dataclasses.field(default_factory=dict)
    """By name: who can take part at a page."""
    operator: Hatch[Standing] | None = None
    """None: the run cannot be operated."""

    def __bool__(self) -> bool:
        return bool(self.people) or self.operator is not None
