"""``belief: robust``, the default: separate traits that forget.

Following is asked only when the person did something themselves while an assigned subtask could be
begun; giving work away is a trait of its own (specification, section 4: people who command the
robot still do what it asks).  Each trait moves by a row-stochastic kernel before each observation,
with a small chance of a new start, so a change is believed soon and nothing is believed for ever.
"""

from __future__ import annotations

import functools

import msgspec

from cotree.reallocation.lead_follow.belief.evidence import Evidence
from cotree.reallocation.lead_follow.belief.grid import (
    Grid,
    Kernel,
    Odds,
    beta,
    centres,
    mean,
    moved,
    observed,
    wandering,
)
from cotree.reallocation.lead_follow.problem import Means


class Nature(msgspec.Struct, frozen=True):
    """How a trait is expected to be, and how it changes."""

    a: float
    b: float
    """Of the beta distribution at first."""
    drift: float = 0.03
    """How far it wanders from action to action."""
    jump: float = 0.05
    """How likely it starts anew at an action."""
    values: int = 20


class Trait(msgspec.Struct, frozen=True):
    """What is believed of one thing that a person does sometimes."""

    nature: Nature
    odds: Odds

    @property
    def mean(self) -> float:
        """How likely it is next time."""
        return mean(_grid(self.nature.values), self.odds)

    def after(self, happened: bool) -> Trait:
        """The belief after the person could have done it, and did or did not."""
        grid, kernel = _grid(self.nature.values), _kernel(self.nature)
        odds = moved(self.odds, kernel)
        odds = observed(grid, odds, lambda y: y if happened else 1.0 - y)
        return Trait(self.nature, odds)


FOLLOW = Nature(3.0, 1.0)
GIVE = Nature(1.0, 4.0)
ERR = Nature(0.5, 1.5)


class RobustBelief(msgspec.Struct, frozen=True):
    """What the robot believes of one person."""

    follow: Trait
    """Does what is assigned rather than a choice of their own."""
    give: Trait
    """Gives work to a robot rather than doing something."""
    error: Trait
    """Is wrong in a choice of their own."""

    @property
    def means(self) -> Means:
        """What the planner asks for."""
        return Means(self.follow.mean, self.error.mean)

    def after(self, seen: Evidence) -> RobustBelief:
        """The belief after one action of the person; no alternative, no news."""
        follow, give, error = self.follow, self.give, self.error
        match seen.did:
            case "followed" if seen.could_choose:
                follow = follow.after(True)
            case "chose" | "refused" if seen.could_follow or seen.did == "refused":
                follow = follow.after(False)
        match seen.did:
            case "gave":
                give = give.after(True)
            case "chose" | "followed" if seen.could_give:
                give = give.after(False)
        if seen.did in ("chose", "gave", "returned"):
            error = error.after(not seen.right)
        return RobustBelief(follow, give, error)


def robust_belief(
    follow: Nature = FOLLOW, give: Nature = GIVE, error: Nature = ERR
) -> RobustBelief:
    """The belief before the first action."""
    return RobustBelief(trait(follow), trait(give), trait(error))


def trait(nature: Nature) -> Trait:
    """A trait of which nothing was seen yet."""
    return Trait(nature, _prior(nature))


@functools.cache
def _grid(values: int) -> Grid:
    return centres(values)


@functools.cache
def _prior(nature: Nature) -> Odds:
    return beta(_grid(nature.values), nature.a, nature.b)


@functools.cache
def _kernel(nature: Nature) -> Kernel:
    return wandering(nature.values, nature.drift, _prior(nature), nature.jump)
