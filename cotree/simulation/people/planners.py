"""The robots that the benchmark compares, by name."""

from __future__ import annotations

from cotree.reallocation.lead_follow.belief.forms import belief_of
from cotree.reallocation.lead_follow.conduct import ADAPTIVE, Conduct
from cotree.reallocation.lead_follow.planning.solve import plan
from cotree.reallocation.lead_follow.problem import Answer, Problem
from cotree.simulation.people.dispatch import dispatch
from cotree.simulation.people.policy import Policy

EARLY_S = 54.0
"""So much longer ahead the early dispatcher tells everybody: 60 s in all."""
STUDY_PRIOR = 0.7
"""Of following, in the user study."""


def printed(problem: Problem) -> Answer:
    """Equations 11 to 14, then 15 to 23."""
    return plan(problem, "paper")


def joint(problem: Problem) -> Answer:
    """Allocation and schedule in one model."""
    return plan(problem, "joint")


def adaptive() -> Policy:
    """The default, as in every mission: the lead is taken back from who is believed to err."""
    return Policy("adaptive", joint, belief_of("robust"), ADAPTIVE)


def as_printed() -> Policy:
    """The paper's robot: its belief as it ran, and its planner as printed."""
    return Policy("printed", printed, belief_of("paper", 6, STUDY_PRIOR))


def dispatcher() -> Policy:
    """Everybody does what suits them best, and nobody believes anything."""
    return Policy("dispatcher", dispatch, belief_of("fixed", p_follow=1.0))


def early() -> Policy:
    """The same, but it tells everybody long ahead, as if they surely erred."""
    belief = belief_of("fixed", p_follow=1.0, p_error=1.0)
    return Policy("early dispatcher", dispatch, belief, Conduct(tell_all=True, lead_s=EARLY_S))
