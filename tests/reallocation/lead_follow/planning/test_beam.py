"""Half-made plans side by side."""

from __future__ import annotations

import pytest

from cotree.reallocation.lead_follow.planning.beam import KEENNESS, Beam
from cotree.reallocation.lead_follow.planning.check import faults
from cotree.reallocation.lead_follow.planning.graph import as_plan
from cotree.reallocation.lead_follow.planning.listing import dispatched, scheduled
from cotree.reallocation.lead_follow.planning.order import Order
from cotree.reallocation.lead_follow.planning.priced import Priced
from cotree.reallocation.lead_follow.planning.search import Search
from cotree.reallocation.lead_follow.planning.shares import Split
from cotree.reallocation.lead_follow.planning.solve import USUAL
from cotree.reallocation.lead_follow.planning.work import NOBODY, Work, work_of
from cotree.reallocation.lead_follow.problem import Agent, Problem, Running, Subtask, Weights
from cotree.reallocation.schedule.solution import never
from cotree.team.dice import Dice
from tests.reallocation.lead_follow.planning.brute import least
from tests.reallocation.lead_follow.planning.teams import anything, chains, team

FAR = 1e9


def beam(work: Work, width: int, keenness: float = KEENNESS[0], known: float = FAR) -> Beam:
    return Beam(Priced(work, Split(work).prices()), width, keenness, known)


def chained(seed: int, count: int = 30, length: int = 5) -> Problem:
    agents = team(2, 3)
    return Problem(chains(Dice(seed), count, length, agents), agents)


def test_what_comes_out_can_be_carried_out_whatever_is_asked() -> None:
    found = [_drafted_rightly(anything(Dice(seed), 8)) for seed in range(30)]
    assert sum(found) >= 27


def _drafted_rightly(problem: Problem) -> bool:
    """Whether there was a draft; then it is a plan."""
    work, order = work_of(problem), Order(work_of(problem))
    found = beam(work, 20).run(never)
    if found is None:  # all that is left runs, or too few rows were kept
        return False
    assert NOBODY not in found.doer
    timed = order.timed(order.given(*found))
    assert faults(problem, as_plan(work, timed, 0, "joint", "beam")) == []
    return True


@pytest.mark.parametrize("seed", range(15))
def test_with_everything_kept_nothing_better_is_there(seed: int) -> None:
    agents = team(1, 2)
    problem = Problem(chains(Dice(seed), 6, 2, agents, spread=0.4), agents)
    work = work_of(problem)
    search = beam(work, 100_000)
    assert search.run(never) is not None
    assert search.known == pytest.approx(least(problem, 200.0) * 100, abs=3)


def test_it_knows_how_long_its_draft_takes() -> None:
    work = work_of(chained(1))
    search, order = beam(work, 100), Order(work)
    found = search.run(never)
    assert found is not None
    assert order.timed(order.given(*found)).finish(work) == search.known


def test_more_rows_are_better_on_the_whole_and_lists_are_worse() -> None:
    few = some = 0.0
    for seed in range(4):
        work = work_of(chained(seed))
        one, other = beam(work, 10), beam(work, 300)
        one.run(never)
        other.run(never)
        few, some = few + one.known, some + other.known
        assert other.known < scheduled(work, dispatched(work)).finish(work)
    assert some < few


def test_fifty_subtasks_in_ten_chains_are_within_two_per_cent_of_the_bound_at_once() -> None:
    search = Search(work_of(chained(1, 50)), None, USUAL, never)
    split = Split(search.work)
    search.trade(split)
    assert search.cost > 1.03 * search.bound
    search.foresee(split)
    assert search.solver == "beam"
    assert search.cost < 1.02 * search.bound


def test_nothing_is_found_that_is_no_better_than_what_is_known() -> None:
    work = work_of(chained(2))
    bound = Split(work).prices().bound
    assert beam(work, 50, known=bound).run(never) is None
    search = beam(work, 200, known=1.1 * bound)
    assert search.run(never) is not None
    assert bound <= search.known < 1.1 * bound


def test_whoever_stops_it_is_answered_at_once() -> None:
    assert beam(work_of(chained(3)), 50).run(lambda: True) is None


def test_what_runs_is_not_begun_again_and_weights_count() -> None:
    agents = (Agent("ann", "person"), Agent("fetch", "robot"))
    subtasks = tuple(Subtask(name, {"ann": 10.0, "fetch": 11.0}) for name in "abc")
    problem = Problem(
        subtasks,
        agents,
        running={"fetch": Running(4.0, "a")},
        assigned={"b": "ann", "c": "ann"},
        weights=Weights(change_s=9.0),
    )
    found = beam(work_of(problem), 50).run(never)
    assert found is not None
    assert found.doer == [1, 0, 0]
    cheap = Problem(subtasks, agents, running={"fetch": Running(4.0, "a")})
    found = beam(work_of(cheap), 50).run(never)
    assert found is not None
    assert sorted(found.doer) == [0, 1, 1]
    assert sorted(found.moment) == [0, 0, 400]
