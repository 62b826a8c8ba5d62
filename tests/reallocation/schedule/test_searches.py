"""Rollout, exact, beam and CP-SAT on their own."""

from __future__ import annotations

import random

import msgspec
import pytest

from cotree.core.requests import Grant, Request
from cotree.core.resources import State
from cotree.core.steps import PlanNode, Problem, Step
from cotree.reallocation.schedule.beam import beam
from cotree.reallocation.schedule.bound import Bound
from cotree.reallocation.schedule.choosing import find_compatible
from cotree.reallocation.schedule.cp_sat import Tour, improve
from cotree.reallocation.schedule.exact import exact
from cotree.reallocation.schedule.experiments import LAYOUTS, Layout, problem, random_layout
from cotree.reallocation.schedule.realise import realise, rounds_of
from cotree.reallocation.schedule.referee import Referee
from cotree.reallocation.schedule.rollout import Greedy, rollout
from cotree.reallocation.schedule.simulate import Simulator
from cotree.reallocation.schedule.solution import Solution, as_plan, begin, better


class Case:
    """A problem with its simulator and greedy's solution."""

    def __init__(self, one: Problem) -> None:
        self.problem = one
        self.simulator = Simulator(one)
        self.bound = Bound(self.simulator)
        self.greedy = Greedy(self.simulator)
        solution = self.greedy.solution(self.simulator.initial())
        assert solution is not None
        self.first = solution


def experiment(number: int) -> Case:
    return Case(problem(LAYOUTS[number]))


def after_rounds(one: Problem, rounds: int) -> Problem:
    """The rest of a problem once greedy has gone so far."""

    def few(requests: list[Request], state: State, now_s: float) -> list[Grant]:
        return [] if len(referee.result.rounds) >= rounds else find_compatible(requests, state)

    referee = Referee(one, few)
    referee.run()
    return referee.problem_now()


def many(objects: int, seed: int = 1) -> Case:
    return Case(problem(random_layout(random.Random(seed).random, objects, (3, 2 * objects))))


def test_rollout_of_experiment_2_is_better_than_greedy() -> None:
    case = experiment(2)
    rolled = rollout(case.simulator, case.greedy)
    assert rolled is not None
    assert rolled.cost < case.first.cost
    assert as_plan(case.simulator, rolled, "rollout").steps == 12


def test_the_cost_of_a_schedule_is_what_executing_it_takes() -> None:
    case = experiment(3)
    proof = exact(case.simulator, case.bound)
    assert proof.solution is not None
    found = as_plan(case.simulator, proof.solution, "exact", "optimal")
    assert proof.solution.cost == round(found.time_s * 1e6) * (1 << 20) + found.steps


def test_an_incumbent_that_is_optimal_is_proved_to_be() -> None:
    case = experiment(4)
    proof = exact(case.simulator, case.bound, case.first)
    assert proof.complete
    assert proof.solution == case.first


def test_a_proof_may_be_given_up_after_so_many_states() -> None:
    case = experiment(2)
    proof = exact(case.simulator, case.bound, case.first, most=5)
    assert proof == (case.first, False, 5)


def test_the_bound_makes_proofs_short() -> None:
    looked_at = [
        exact(case.simulator, case.bound, case.first).looked_at for case in map(experiment, LAYOUTS)
    ]
    assert max(looked_at) < 100


@pytest.mark.parametrize("seed", range(4))
def test_a_wide_beam_finds_the_optimum_of_six_objects(seed: int) -> None:
    case = many(6, seed)
    proof = exact(case.simulator, case.bound, case.first)
    swept = beam(case.simulator, case.bound, case.first, widths=(200,))
    assert proof.solution is not None
    assert swept is not None
    assert swept.cost == proof.solution.cost


def test_a_beam_keeps_an_incumbent_that_it_cannot_beat() -> None:
    case = experiment(2)
    best = exact(case.simulator, case.bound).solution
    assert beam(case.simulator, case.bound, best) is best


def test_a_beam_needs_no_incumbent() -> None:
    case = experiment(2)
    found = beam(case.simulator, case.bound, None, widths=(16,))
    assert found is not None
    assert found.cost <= case.first.cost


def test_a_beam_stops_when_told() -> None:
    case = experiment(2)
    assert beam(case.simulator, case.bound, case.first, stop=lambda: True) is case.first


# -- orders of picks and places ------------------------------------------------------------------


@pytest.mark.parametrize("number", LAYOUTS)
def test_an_order_is_realised_as_the_schedule_it_came_from(number: int) -> None:
    case = experiment(number)
    best = exact(case.simulator, case.bound).solution
    assert best is not None
    again = realise(case.simulator, rounds_of(case.simulator, best))
    assert again is not None
    assert again.cost == best.cost


def test_an_order_against_the_rules_is_not_realised() -> None:
    case = experiment(1)
    rounds = rounds_of(case.simulator, case.first)
    assert realise(case.simulator, rounds[::-1]) is None
    assert realise(case.simulator, rounds[:-1]) is None
    assert realise(case.simulator, [[*rounds[0], *rounds[1]], *rounds[2:]]) is None


# -- CP-SAT --------------------------------------------------------------------------------------


def test_cp_sat_improves_what_greedy_leaves_poor() -> None:
    case = experiment(2)
    found = improve(case.simulator, case.bound, case.first)
    assert found is not None
    assert as_plan(case.simulator, found, "cp_sat").steps == 12


def test_cp_sat_finds_a_schedule_from_nothing() -> None:
    case = experiment(3)
    found = improve(case.simulator, case.bound, None)
    assert found is not None
    assert as_plan(case.simulator, found, "cp_sat").steps == 10


def test_cp_sat_goes_on_from_the_middle() -> None:
    middle = Case(after_rounds(problem(LAYOUTS[2]), 4))
    assert Tour(middle.simulator, middle.bound).aboard == 2
    found = improve(middle.simulator, middle.bound, middle.first)
    assert found is not None
    assert found.cost < middle.first.cost


def test_cp_sat_leaves_other_tasks_to_others() -> None:
    one = problem(LAYOUTS[1])
    talk = PlanNode("all/talk", "leaf", step=Step(duration_s=5.0))
    root = msgspec.structs.replace(one.root, children=(*one.root.children, talk))
    case = Case(msgspec.structs.replace(one, root=root))
    assert not Tour(case.simulator, case.bound).fits()
    assert improve(case.simulator, case.bound, case.first) is case.first


def test_cp_sat_stops_when_told() -> None:
    case = experiment(2)
    assert improve(case.simulator, case.bound, case.first, stop=lambda: True) is case.first


def test_cp_sat_stops_at_the_next_solution_when_told_while_it_searches() -> None:
    case = many(7)
    asked = iter([False])
    found = improve(case.simulator, case.bound, case.first, stop=lambda: next(asked, True))
    assert found is not None
    assert found.cost <= case.first.cost


# -- small things --------------------------------------------------------------------------------


def test_the_first_of_equals_is_kept() -> None:
    one, same, cheap = Solution(5, ((1,),)), Solution(5, ((2,),)), Solution(4, ())
    assert better(one, same) is one
    assert better(one, cheap) is cheap
    assert better(None, cheap) is cheap
    assert better(one, None) is one


def test_beginning_what_cannot_start_is_an_error() -> None:
    case = Case(problem(Layout((0.0, 0.0), (((1.0, 0.0), (2.0, 0.0)), ((3.0, 0.0), (4.0, 0.0))))))
    state = case.simulator.initial()
    moves = tuple(bid.leaf for bid in case.simulator.bids(state))
    assert len(moves) == 2
    with pytest.raises(ValueError, match="all/object 2/M2-1 cannot start here"):
        begin(case.simulator, state, moves)
