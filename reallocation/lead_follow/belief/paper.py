"""``belief: paper``: the filters of the study in the form that its records identify.

Following multiplies by y and leading by 1 - y; giving work to the robot is leading.  Equation 25
prints y twice and counts giving as following, equation 28 prints y twice; replayed so, neither
works (specification, 0.1).  The floor and the weights are part of the identified form.
"""

from __future__ import annotations

import functools
import math
from typing import Literal, TypeAlias

import msgspec

from cotree.reallocation.lead_follow.belief.evidence import Evidence
from cotree.reallocation.lead_follow.belief.grid import (
    Kernel,
    Odds,
    binomial,
    ends,
    mean,
    moved,
    observed,
)
from cotree.reallocation.lead_follow.problem import Means

K = 3
"""How many earlier actions count, the present one excluded."""
GIVING = 10.0
"""How much more giving work away weighs (alpha of equation 25)."""
FLOOR = 0.001
FIRST = 0.95
"""The factor of the first action, which has no history."""
SIGMA, SKEW = 0.1, 0.1
CAP = 1.1
"""The highest centre of the transition, one step beyond the grid."""
LAST = 2.0
"""Where the highest part of the grid ends."""
ERRORS = ends(11)

Coded: TypeAlias = Literal["F1", "F2", "F3"]
"""Gave work to the robot; did what was assigned; did not."""


class PaperLead(msgspec.Struct, frozen=True):
    """What is believed of following: 0 leads, 1 follows."""

    odds: Odds
    history: tuple[Coded, ...] = ()

    @property
    def mean(self) -> float:
        """E[alpha_f]."""
        return mean(ends(len(self.odds)), self.odds)

    def after(self, did: Coded) -> PaperLead:
        """The belief after one more action (25, 26)."""
        f1, f2, f3 = (self.history.count(code) for code in ("F1", "F2", "F3"))
        follow, lead = float(f2), GIVING * f1 + f3
        share = (follow if did == "F2" else lead) / (follow + lead) if self.history else FIRST

        def likelihood(y: float) -> float:
            return max(FLOOR, share * (y if did == "F2" else 1.0 - y))

        odds = observed(ends(len(self.odds)), self.odds, likelihood)
        return PaperLead(odds, (*self.history, did)[-K:])


class PaperError(msgspec.Struct, frozen=True):
    """What is believed of errors: 0 never, 1 always."""

    odds: Odds = binomial(10, 0.1)
    history: tuple[bool, ...] = ()
    """Of the last actions, whether each was an error."""

    @property
    def mean(self) -> float:
        """E[alpha_e]."""
        return mean(ERRORS, self.odds)

    def after(self, error: bool) -> PaperError:
        """The belief after one more action that was no order of the robot (27 to 29)."""
        odds = self.odds
        if self.history:
            share = self.history.count(error) / len(self.history)

            def likelihood(y: float) -> float:
                return max(FLOOR, share * (y if error else 1.0 - y))

            odds = observed(ERRORS, odds, likelihood)
        return PaperError(moved(odds, _transition(error)), (*self.history, error)[-K:])


class PaperBelief(msgspec.Struct, frozen=True):
    """What the study's robot believes of one person."""

    lead: PaperLead
    error: PaperError = PaperError()
    gate: bool = True
    """Whether an own choice is leading only while something waits for the person."""

    @property
    def means(self) -> Means:
        """What the planner asks for."""
        return Means(self.lead.mean, self.error.mean)

    def after(self, seen: Evidence) -> PaperBelief:
        """The belief after one action of the person."""
        code, error = self._coded(seen), _error(seen)
        return PaperBelief(
            self.lead if code is None else self.lead.after(code),
            self.error if error is None else self.error.after(error),
            self.gate,
        )

    def _coded(self, seen: Evidence) -> Coded | None:
        """F1, F2, F3, or nothing where there was no choice."""
        match seen.did:
            case "gave":
                return "F1"
            case "followed":
                return "F2" if seen.could_choose or seen.could_give else None
            case "chose":
                return "F3" if seen.robot_waits or not self.gate else None
            case "refused":
                return "F3"
        return None


def paper_belief(values: int = 6, p_follow: float = 0.7) -> PaperBelief:
    """The belief before the first action; 6 values are what ran, 11 what is printed."""
    if values < 2:
        raise ValueError(f"{values} values of a belief; at least 2 are needed (6, or 11)")
    return PaperBelief(PaperLead(binomial(values - 1, p_follow)))


def _error(seen: Evidence) -> bool | None:
    """Whether an action was an error (M1), or none (M2), or says nothing: it was the robot's."""
    if seen.did == "followed":
        return None
    return seen.did == "refused" or not seen.right


@functools.cache
def _transition(error: bool) -> Kernel:
    """T_y as it ran (27): an error moves y up one step; what is right is its mirror image."""
    rows = []
    for i in range(len(ERRORS)):
        centre = min(CAP, (i + 1) / 10)
        edges = [*ERRORS, LAST]
        below = [_skew_normal((edge - centre) / SIGMA) for edge in edges]
        rows.append(tuple(below[j + 1] - below[j] for j in range(len(ERRORS))))
    return tuple(rows) if error else tuple(tuple(reversed(row)) for row in reversed(rows))


def _skew_normal(x: float) -> float:
    """The distribution function of the skew-normal: Phi(x) - 2 T(x, skew), Owen's T by Simpson."""
    n = 64
    step = SKEW / n

    def inside(t: float) -> float:
        return math.exp(-0.5 * x * x * (1.0 + t * t)) / (1.0 + t * t)

    ordinates = [inside(i * step) * (1 if i in (0, n) else 4 if i % 2 else 2) for i in range(n + 1)]
    owen = math.fsum(ordinates) * step / 3.0 / (2.0 * math.pi)
    return 0.5 * math.erfc(-x / math.sqrt(2.0)) - 2.0 * owen
