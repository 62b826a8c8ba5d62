"""The printed equations, one by one, against trying everything."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from cotree.reallocation.lead_follow.planning.big_m import printed
from cotree.reallocation.lead_follow.planning.effort import Effort
from cotree.reallocation.lead_follow.planning.paper import (
    allocated,
    eager,
    is_eager,
    price,
    sequenced,
    startable,
)
from cotree.reallocation.lead_follow.planning.work import SECOND, Work, work_of
from cotree.reallocation.lead_follow.problem import Costs, Means, Problem, Running, Subtask
from cotree.team.dice import Dice
from tests.reallocation.lead_follow.planning.teams import chains, team

COSTS = Costs(c_f=50.0, c_e=100.0, c_v=20.0)


def job(seed: int, count: int = 7, length: int = 3) -> Problem:
    dice, agents = Dice(seed), team(1, 1)
    subtasks = chains(dice, count, length, agents)
    return Problem(
        subtasks,
        agents,
        assigned={"t0": "p0"} if seed % 2 else {},
        given={"t3": "r0"} if seed % 3 else {},
        means={"p0": Means(dice.below(11) / 10, dice.below(11) / 10)},
        costs=COSTS,
        tell_all=True,
    )


def test_equation_10_prices_time_preference_error_and_change() -> None:
    subtasks = tuple(Subtask(name, {"p0": 10.0, "r0": 20.0}) for name in "abc")
    problem = Problem(
        subtasks,
        team(1, 1),
        assigned={"b": "p0"},
        given={"c": "r0"},
        means={"p0": Means(0.25, 0.1)},
        costs=COSTS,
    )
    work = work_of(problem)
    mine = [price(work, i, 0) / SECOND for i in range(3)]
    robots = [price(work, i, 1) / SECOND for i in range(3)]
    assert mine == [10 * 0.25 + 50 * 0.75, 10 * 0.25 + 50 * 0.75, 10 * 0.25 + 50 * 0.75 + 20]
    assert robots == [20 + 10, 20 + 10 + 20, 20 + 10]


@pytest.mark.parametrize("seed", range(12))
def test_equations_11_to_14_are_solved_exactly(seed: int) -> None:
    work = work_of(job(seed))
    placing = startable(work)

    def worst(doer: tuple[int, ...]) -> int:
        loads = [0, 0]
        for i, agent in enumerate(doer):
            loads[agent] += price(work, i, agent)
        return max(loads)

    every = (
        doer
        for doer in itertools.product((0, 1), repeat=len(work.items))
        if any(doer[i] == 1 for i in placing)
    )
    doer = allocated(work, Effort())
    assert doer is not None
    assert any(doer[i] == 1 for i in placing)
    assert worst(doer) == min(map(worst, every))


def test_equation_14_keeps_a_robot_busy_that_is_too_slow() -> None:
    subtasks = (Subtask("a", {"p0": 1.0, "r0": 90.0}), Subtask("b", {"p0": 1.0, "r0": 90.0}))
    doer = allocated(work_of(Problem(subtasks, team(1, 1))), Effort())
    assert doer is not None
    assert sorted(doer) == [0, 1]


def test_equation_14_asks_for_one_subtask_of_all_robots_together() -> None:
    names = ("a", "b", "c", "d")
    subtasks = tuple(Subtask(name, {"p0": 1.0, "r0": 90.0, "r1": 80.0}) for name in names)
    doer = allocated(work_of(Problem(subtasks, team(1, 2))), Effort())
    assert doer is not None
    assert sorted(doer) == [0, 0, 0, 2]


def test_equation_14_asks_for_nothing_where_a_person_holds_all_first_subtasks() -> None:
    subtasks = (Subtask("a", {"p0": 5.0}), Subtask("b", {"p0": 1.0, "r0": 90.0}, ("a",)))
    work = work_of(Problem(subtasks, team(1, 1), running={"p0": Running(5.0, "a")}))
    assert startable(work) == []
    assert allocated(work, Effort()) == (0, 0)


@pytest.mark.parametrize("seed", range(12))
def test_equations_15_to_23_are_solved_as_the_printed_model_solves_them(seed: int) -> None:
    work = work_of(job(seed))
    doer = allocated(work, Effort())
    assert doer is not None
    timed, bound = sequenced(work, doer, Effort())
    assert is_eager(work, timed)
    assert timed.finish(work) == bound - _extra(work)
    by_rows = printed(work, doer, 20.0)
    assert by_rows.proved
    assert by_rows.makespan_s == pytest.approx(timed.finish(work) / SECOND, abs=0.011)


def _extra(work: Work) -> int:
    """These problems have no weights."""
    return sum(map(sum, work.costs))


def test_equation_22_lets_the_robot_place_before_it_does_anything_else() -> None:
    subtasks = (
        Subtask("a", {"p0": 9.0}),
        Subtask("b", {"r0": 3.0}),
        Subtask("c", {"p0": 9.0}, ("a",)),
    )
    agents = team(1, 1)
    problem = Problem(subtasks, agents, wrong={"a": {"r0": 2.0}}, tell_all=True)
    work = work_of(problem)
    timed, _ = sequenced(work, (0, 1, 0), Effort())
    assert eager(work, (0, 1, 0)) == [1]
    assert timed.starts[1] == 0
    busy = msgspec.structs.replace(problem, running={"r0": Running(1.0)})
    assert eager(work_of(busy), (0, 1, 0)) == []
