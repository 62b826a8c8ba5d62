"""One conduct for missions and for the benchmark that says what it is worth."""

from __future__ import annotations

import pytest

from cotree.reallocation.lead_follow.conduct import ADAPTIVE, PRINTED, Conduct, conduct_of
from cotree.reallocation.lead_follow.given import problem_of
from cotree.reallocation.lead_follow.problem import Means, Way
from cotree.simulation.people.planners import adaptive, as_printed
from cotree.simulation.people.policy import Policy
from cotree.trees.reading import loads

TEXT = """\
mission: m
team:
  pr2: {robot: pr2, at: [0, 0]}
  ann: {person: {}, at: [2, 0]}
steps:
  plan: PLAN
  all: {a: {takes: {ann: 6 s, pr2: 30 s}}}
"""


@pytest.mark.parametrize(("way", "measured"), [("joint", adaptive()), ("paper", as_printed())])
def test_a_mission_runs_the_robot_that_is_measured(way: Way, measured: Policy) -> None:
    problem = problem_of(loads(TEXT.replace("PLAN", way), "m.yaml"))
    assert conduct_of(way) == measured.conduct
    assert problem.weights == measured.conduct.weights
    assert problem.tell_all == measured.conduct.tell_all


def test_who_errs_is_told_earlier_and_who_errs_most_counts() -> None:
    able, unsure, errs = (Means(0.5, chance) for chance in (0.0, 0.1, 0.9))
    assert ADAPTIVE.early_s([able]) == 6.0
    assert ADAPTIVE.early_s([unsure]) == pytest.approx(36.0)
    assert ADAPTIVE.early_s([able, errs, unsure]) == 66.0
    assert ADAPTIVE.early_s([]) == 6.0
    assert PRINTED.early_s([errs]) == 6.0
    assert Conduct(lead_s=10.0).early_s([Means(0.5, 0.5)]) == 11.0
