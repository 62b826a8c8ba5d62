"""What leaves have in common that call another program by name."""

from __future__ import annotations

from typing import Protocol

from cotree.behaviours.leaf import ActionLeaf
from cotree.core.belief import View
from cotree.core.resources import Need
from cotree.core.steps import Step


class Calling(Protocol):
    """The parameters that every call has."""

    @property
    def needs(self) -> tuple[str, ...]:
        """Types or names of resources."""

    @property
    def duration(self) -> float:
        """In simulation, and for look-ahead."""


class CallLeaf(ActionLeaf):
    """A call that takes a while on the resources that its YAML names."""

    params: Calling

    def needs(self, view: View) -> tuple[Need, ...]:
        """What the YAML says, alone."""
        return tuple(Need(type_) for type_ in self.params.needs)

    def step(self, view: View) -> Step | None:
        """A fixed time on its resources."""
        return Step(self.needs(view), duration_s=self.params.duration)
