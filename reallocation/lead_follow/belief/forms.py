"""The forms a belief can have, by the words of a mission: ``belief: robust``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol, TypeAlias, TypeVar

import msgspec

from cotree.reallocation.lead_follow.belief.evidence import Evidence, noticed
from cotree.reallocation.lead_follow.belief.paper import paper_belief
from cotree.reallocation.lead_follow.belief.robust import robust_belief
from cotree.reallocation.lead_follow.problem import Means

Form: TypeAlias = Literal["robust", "paper", "fixed"]
B = TypeVar("B", bound="Belief")


class Belief(Protocol):
    """What a robot believes of one person: a value that every action changes into the next."""

    @property
    def means(self) -> Means:
        """What the planner asks for."""

    def after(self: B, seen: Evidence) -> B:
        """The belief after one action of the person."""


class Fixed(msgspec.Struct, frozen=True):
    """A belief that nothing changes: the baselines of the simulation study."""

    means: Means = Means(1.0, 0.0)

    def after(self, seen: Evidence) -> Fixed:
        """The same."""
        return self


def belief_of(form: Form, values: int = 6, p_follow: float = 0.7, p_error: float = 0.0) -> Belief:
    """The belief of this form before the first action.

    ``values`` and ``p_follow`` are the paper's grid and prior; of ``fixed``, what stays believed.
    """
    match form:
        case "robust":
            return robust_belief()
        case "paper":
            return paper_belief(values, p_follow)
        case "fixed":
            return Fixed(Means(p_follow, p_error))


def learnt(belief: B, actions: Iterable[Evidence]) -> B:
    """The belief after the actions between two looks of the robot, in order of time."""
    for seen in noticed(actions):
        belief = belief.after(seen)
    return belief


def means_of(beliefs: Mapping[str, Belief]) -> dict[str, Means]:
    """What the planner asks for, per person."""
    return {person: belief.means for person, belief in beliefs.items()}
