"""Real planners in a few paired sessions: adapting is worth it, and Table IV comes out."""

from __future__ import annotations

from functools import cache

from cotree.simulation.people.contest import contest
from cotree.simulation.people.printed import VARIANTS
from cotree.simulation.people.rivals import Leg
from cotree.simulation.people.rivals import run as play_leg
from cotree.simulation.people.study import Job
from cotree.simulation.people.study import run as run_cell

SESSIONS, SEED = 8, 20_000
FIXED, FIXED_ERRORS, ADAPTIVE = VARIANTS


@cache
def assigned(p_follow: float, p_error: float, variant: str) -> float:
    """How many subtasks the robot of the paper assigned, on average."""
    return run_cell(Job(p_follow, p_error, variant, 8, 0)).assigned.mean


def test_the_adaptive_robot_is_sooner_done_than_the_dispatcher_with_no_more_errors() -> None:
    legs = [play_leg(Leg(name, 0, SESSIONS, SEED)) for name in ("adaptive", "dispatcher")]
    found = contest(
        {each.leg.name: each.times_s for each in legs},
        {each.leg.name: each.wrong for each in legs},
        sum(each.unfinished for each in legs),
    )
    (match,) = found.matches
    assert found.unfinished == 0
    assert match.time_gain_s.gain > 0
    assert match.wrong_gain.gain >= 0


def test_an_able_leader_is_assigned_fewer_than_by_robots_that_do_not_adapt() -> None:
    ours = assigned(0.3, 0.1, ADAPTIVE)
    assert ours < assigned(0.3, 0.1, FIXED)
    assert ours < assigned(0.3, 0.1, FIXED_ERRORS)


def test_who_errs_and_who_follows_is_assigned_more_than_an_able_leader() -> None:
    ours = assigned(0.3, 0.1, ADAPTIVE)
    assert ours < assigned(0.3, 0.8, ADAPTIVE)
    assert ours < assigned(0.9, 0.1, ADAPTIVE)
