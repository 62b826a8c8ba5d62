"""The fast simulator, the bound and the exact search, held against slow and plain ones."""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cotree.core.places import Point
from cotree.core.requests import Grant, Request, find_largest
from cotree.core.resources import Channel, Mode, Need, State
from cotree.core.steps import NoPlan, Plan, PlanNode, Problem, Step
from cotree.reallocation.schedule.bound import Bound
from cotree.reallocation.schedule.choosing import find_compatible, follow, greedily
from cotree.reallocation.schedule.experiments import handle, move, problem, random_layout, robot
from cotree.reallocation.schedule.referee import Referee
from cotree.reallocation.schedule.simulate import Simulator
from cotree.reallocation.schedule.simulate import State as Moment
from cotree.reallocation.schedule.solution import MICROSECOND, STEP, after
from cotree.reallocation.schedule.solve import Solver, plan

PLACES: list[Point] = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.2, 0.0, 0.0), (0.0, 2.0, 0.0)]
places = st.sampled_from(PLACES)
HEAD = Need("head", Mode.SHARED, Channel("manipulation"))
objects = st.sampled_from(["cup", "tea"])
carries = st.tuples(objects, places, places).map(
    lambda c: [
        move(c[1]),
        handle(c[1], Need("gripper", takes=c[0])),
        move(c[2]),
        handle(c[2], Need("gripper", holding=c[0], drops=True)),
    ]
)
visits = places.map(lambda p: [move(p), handle(p, Need("gripper"))])
small = st.sampled_from(
    [
        [Step(duration_s=5.0)],
        [Step(needs=(HEAD,), duration_s=7.0)],
        [Step(needs=(Need("gripper"),), duration_s=25.0)],
        [Step(needs=(Need("left_gripper"),), duration_s=4.0)],
        [Step(needs=(Need("head"),), duration_s=30.0), Step(duration_s=0.0)],
    ]
)
picks = st.tuples(objects, places).map(
    lambda c: [move(c[1]), handle(c[1], Need("gripper", takes=c[0]))]
)
drops = st.tuples(objects, places).map(
    lambda c: [move(c[1]), handle(c[1], Need("gripper", holding=c[0], drops=True))]
)
stays = places.map(lambda p: [handle(p, Need("gripper"))])
chains = st.one_of(
    carries, carries, visits, small, picks, drops, stays, places.map(lambda p: [move(p)])
)


@st.composite
def trees(draw: st.DrawFn, path: str = "root", depth: int = 0, most: int = 3) -> PlanNode:
    """A task of chains inside ``then``, ``and``, ``or``."""
    if depth == 2 or (depth and draw(st.booleans())):
        steps = draw(chains)
        leaves = [PlanNode(f"{path}/{i}", "leaf", step=step) for i, step in enumerate(steps)]
        return leaves[0] if len(leaves) == 1 else PlanNode(path, "then", tuple(leaves))
    kind = draw(st.sampled_from(["then", "and", "and", "or"]))
    count = draw(st.integers(1, most))
    children = tuple(draw(trees(f"{path}/{i}", depth + 1, 2)) for i in range(count))
    return PlanNode(path, kind, children)  # type: ignore[arg-type]


problems = trees().map(lambda root: Problem(root, robot(), PLACES[0], 0.5))


class Plain:
    """The cheapest way to the end, by trying everything; only equal states are not tried twice."""

    def __init__(self, simulator: Simulator, most: int = 0) -> None:
        self.simulator = simulator
        self.most = most
        self.known: dict[Moment, int | None] = {}

    def cost(self, state: Moment) -> int | None:
        if self.simulator.over(state):
            return 0
        if self.most:
            assume(len(self.known) < self.most)
        if state not in self.known:
            moments = [after(self.simulator, start) for start in self.simulator.starts(state)]
            costs = [(m.cost, self.cost(m.state)) for m in moments]
            self.known[state] = min((a + b for a, b in costs if b is not None), default=None)
        return self.known[state]


def worth_most(requests: list[Request], state: State, now_s: float) -> list[Grant]:
    return find_largest(requests, state)


def cost_of(found: Plan) -> int:
    return round(found.time_s * 1e6) * MICROSECOND + found.steps * STEP


@given(problems)
def test_the_exact_plan_costs_as_much_as_the_best_of_all(one: Problem) -> None:
    simulator = Simulator(one)
    best = Plain(simulator, most=3000).cost(simulator.initial())
    found = plan(one, solver="exact")
    if best is None:
        assert isinstance(found, NoPlan)
        assert found.status == "impossible"
    else:
        assert isinstance(found, Plan)
        assert found.status == "optimal"
        assert cost_of(found) == best


@given(problems)
def test_the_bound_never_exceeds_the_truth(one: Problem) -> None:
    simulator = Simulator(one)
    plain, bound = Plain(simulator, most=3000), Bound(simulator)
    plain.cost(simulator.initial())
    for state, cost in plain.known.items():
        if cost is not None:
            assert bound(state) <= cost


@given(problems, st.sampled_from(["greedy", "exact"]))
def test_the_simulator_agrees_with_the_core_rules(one: Problem, selector: str) -> None:
    execution = Referee(one, greedily if selector == "greedy" else worth_most).run()
    found = plan(one, solver="greedy", selector=selector)  # type: ignore[arg-type]
    assert execution.broken == []
    assert execution.finished is isinstance(found, Plan)
    if isinstance(found, Plan):
        assert tuple(execution.rounds) == found.rounds
        assert execution.time_s == pytest.approx(found.time_s, abs=1e-3)
        assert set(execution.skipped) == set(found.skipped)


@given(problems, st.sampled_from(["rollout", "exact", "auto"]))
def test_every_plan_can_be_executed_by_the_core_rules(one: Problem, solver: Solver) -> None:
    found = plan(one, solver=solver)
    assume(isinstance(found, Plan))
    assert isinstance(found, Plan)
    execution = Referee(one, follow(found)).run()
    assert execution.broken == []
    assert execution.finished
    assert [set(leaves) for leaves in execution.rounds] == [set(r) for r in found.rounds]
    assert execution.time_s == pytest.approx(found.time_s, abs=1e-3)


@given(problems)
def test_asked_again_in_the_middle_the_rest_of_the_best_plan_is_best(one: Problem) -> None:
    found = plan(one, solver="exact")
    assume(isinstance(found, Plan))
    assert isinstance(found, Plan)
    keep_to_it = follow(found)

    def select(requests: list[Request], state: State, now_s: float) -> list[Grant]:
        again = plan(referee.problem_now(), solver="exact")
        assert isinstance(again, Plan)
        assert now_s + again.time_s == pytest.approx(found.time_s, abs=1e-3)
        assert len(referee.result.rounds) + again.steps == found.steps
        return keep_to_it(requests, state, now_s)

    referee = Referee(one, select)
    assert referee.run().finished


@given(problems)
def test_look_ahead_is_never_worse_than_greedy(one: Problem) -> None:
    greedy = plan(one, solver="greedy")
    rolled = plan(one, solver="rollout")
    best = plan(one, solver="auto")
    if isinstance(greedy, Plan):
        assert isinstance(rolled, Plan)
        assert cost_of(rolled) <= cost_of(greedy)
    if isinstance(rolled, Plan):
        assert isinstance(best, Plan)
        assert cost_of(best) <= cost_of(rolled)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("objects", [2, 3])
def test_small_layouts_are_solved_as_well_as_by_trying_everything(seed: int, objects: int) -> None:
    one = problem(random_layout(random.Random(seed).random, objects))
    simulator = Simulator(one)
    found = plan(one, solver="exact")
    assert isinstance(found, Plan)
    assert cost_of(found) == Plain(simulator).cost(simulator.initial())


def carry(path: str, object_: str, pick: Point, place: Point) -> PlanNode:
    steps = [
        move(pick),
        handle(pick, Need("gripper", takes=object_)),
        move(place),
        handle(place, Need("gripper", holding=object_, drops=True)),
    ]
    leaves = [PlanNode(f"{path}/{i}", "leaf", step=step) for i, step in enumerate(steps)]
    return PlanNode(path, "then", tuple(leaves))


@pytest.mark.parametrize("kind", ["then", "and", "or"])
@pytest.mark.parametrize("rounds", range(7))
def test_objects_that_are_carried_twice_do_not_confuse_the_bound(kind: str, rounds: int) -> None:
    here, near, far = PLACES[0], PLACES[1], PLACES[3]
    twice = (carry("all/0", "cup", near, here), carry("all/1", "cup", here, far))
    whole = Problem(PlanNode("all", kind, twice), robot(), here, 0.5)  # type: ignore[arg-type]

    def few(requests: list[Request], state: State, now_s: float) -> list[Grant]:
        return [] if len(referee.result.rounds) >= rounds else find_compatible(requests, state)

    referee = Referee(whole, few)
    referee.run()
    simulator = Simulator(referee.problem_now())
    plain, bound = Plain(simulator), Bound(simulator)
    plain.cost(simulator.initial())
    assert all(cost is None or bound(state) <= cost for state, cost in plain.known.items())
