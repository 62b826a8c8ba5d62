"""Method 2's form of robots and jobs, and its score."""

from __future__ import annotations

from cotree.reallocation.capability.active import active
from cotree.reallocation.capability.answer import Decision, NoTeam
from cotree.reallocation.capability.kinds import of_job, of_robot, score
from cotree.reallocation.capability.models import DOMAINS, Job
from tests.reallocation.capability.paper import job, robot, robots


def test_types_are_sorted_and_padded_and_totals_count_per_domain() -> None:
    form = of_job(job("job5"))
    assert form.types == ((1, 3), (1, 0), (1, 0))
    assert form.totals == (2, 1, 1)
    assert form.positions == (((1, 8, 1), (1, 8, 1)), ((1, 8, 1),), ((1, 1, 1),))


def test_a_robot_has_the_same_form() -> None:
    form = of_robot(robot("O4"), DOMAINS)
    assert form.types == ((2,), (0,), (1,))
    assert form.totals == (1, 0, 1)


def test_the_score_is_that_of_the_whole_team() -> None:
    assert score(robots("S1"), job("job2")) == 1000.0
    assert round(score(robots("L", "M"), job("job3b")), 1) == 231.7


def test_without_neighbours_or_needs_there_is_still_an_answer() -> None:
    assert isinstance(active(robot("M1"), job("job2"), []), Decision)
    assert isinstance(active(robot("M1"), job("job1"), []), NoTeam)
    assert isinstance(active(robot("M1"), Job("rest", ()), robots("M2")), Decision)
