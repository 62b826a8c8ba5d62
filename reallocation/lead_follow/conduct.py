"""How a robot treats the people it works with: what it weighs, and how early it speaks.

One value for everybody who acts by it: robots of missions, and those of the benchmark that says
what it is worth.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cotree.reallocation.lead_follow.problem import Means, Way, Weights


class Conduct(msgspec.Struct, frozen=True):
    """What a robot does about people beyond the question and the answer of one plan."""

    weights: Weights = Weights()
    tell_all: bool = False
    """Every subtask of a person is assigned to them; see ``Problem``."""
    ahead_s: float = 6.0
    """How long before somebody would be without an order a robot gives the next; not in the paper,
    chosen so that Table III is met."""
    lead_s: float = 0.0
    """How much longer ahead somebody who errs is told what to do: the robot leads."""
    worry: float = 1.0
    """From this chance of an error on ``lead_s`` counts in full; below it, in proportion."""

    def early_s(self, means: Iterable[Means]) -> float:
        """How long ahead people of whom this is believed are told; who errs most counts."""
        error = max((each.p_error for each in means), default=0.0)
        return self.ahead_s + self.lead_s * min(1.0, error / self.worry)


PRINTED = Conduct(tell_all=True)
"""The paper's: every subtask is assigned, whoever the person is."""
ADAPTIVE = Conduct(Weights(displeased_s=2.0, wrong_s=40.0, change_s=2.0), lead_s=60.0, worry=0.2)
"""The default: an able leader is told nothing, one who errs is told early.  A little less than is
believed of errors at first worries it, so nobody has to err before the robot leads."""


def conduct_of(way: Way) -> Conduct:
    """That of a robot that plans in this way."""
    return PRINTED if way == "paper" else ADAPTIVE
