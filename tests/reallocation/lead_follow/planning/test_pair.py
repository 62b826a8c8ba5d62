"""Two agents: shares and orders against trying everything."""

from __future__ import annotations

import itertools

import pytest

from cotree.reallocation.lead_follow.planning.effort import Effort
from cotree.reallocation.lead_follow.planning.lanes import Lanes
from cotree.reallocation.lead_follow.planning.pair import fits, shared
from cotree.reallocation.lead_follow.planning.solve import plan
from cotree.reallocation.lead_follow.planning.work import NEVER, Work, work_of
from cotree.reallocation.lead_follow.problem import (
    Agent,
    LeadPlan,
    Problem,
    Running,
    Subtask,
    Weights,
)
from cotree.team.dice import Dice
from tests.reallocation.lead_follow.planning.brute import least
from tests.reallocation.lead_follow.planning.teams import chains, team

PAIR = team(1, 1)


def job(seed: int) -> Problem:
    """Chains, some of them of one agent only, while somebody may be at work."""
    dice = Dice(seed)
    subtasks = list(chains(dice, 6, 1 + dice.below(4), PAIR, 0.3))
    alone = dice.below(len(subtasks))
    one = dice.choice(["p0", "r0"])
    subtasks[alone] = Subtask("alone", {one: 7.5}, subtasks[alone].after)
    names = {each.id for each in subtasks}
    kept = [
        Subtask(s.id, {a: float(round(t)) for a, t in s.durations.items()}, _known(s, names))
        for s in subtasks
    ]
    running = {"r0": Running(float(dice.below(9)))} if dice.chance(0.5) else {}
    return Problem(tuple(kept), PAIR, running=running)


def _known(subtask: Subtask, names: set[str]) -> tuple[str, ...]:
    return tuple(name for name in subtask.after if name in names)


@pytest.mark.parametrize("seed", range(25))
def test_no_plan_of_two_agents_is_better_than_the_bound(seed: int) -> None:
    problem = job(seed)
    work = work_of(problem)
    assert fits(work)
    known = 10 + sum(max(item.ticks) for item in work.items) + sum(work.free)
    found = shared(work, known, 4000)
    best = round(least(problem, known / 100) * 100)
    assert found.bound <= best
    end = known
    if found.shared is not None:
        ends = zip(found.shared.starts, found.shared.doer, work.items, strict=True)
        end = max(*work.free, *(start + item.ticks[agent] for start, agent, item in ends))
        assert end >= best
    assert (found.bound == best) <= (end == best)
    assert shared(work, best, 4000).shared is None
    assert shared(work, best + 1, 4000).bound <= best


def test_a_search_cut_short_proves_no_more_than_the_loads() -> None:
    works = [work_of(Problem(chains(Dice(seed), 20, 5, PAIR), PAIR)) for seed in range(12)]
    for work in works:
        cut, whole = shared(work, 40_000, 25), shared(work, 40_000, 8000)
        assert cut.bound <= whole.bound


def test_orders_are_tried_until_the_best() -> None:
    for seed in range(12):
        work = work_of(Problem(chains(Dice(seed), 6, 2, PAIR), PAIR))
        doer = tuple(seed >> i & 1 for i in range(6))
        lanes = Lanes(work)
        assert lanes.ordered(doer, 0, 100_000, 10_000) is not None
        assert lanes.left >= 0
        assert lanes.end == _best_order(work, doer)


def _best_order(work: Work, doer: tuple[int, ...]) -> int:
    best = 1 << 40
    for order in itertools.permutations(range(len(doer))):
        free, ends = list(work.free), [NEVER] * len(doer)
        for i in order:
            before = [ends[k] for k in work.items[i].after]
            if NEVER in before:
                break
            start = max([free[doer[i]], *before])
            free[doer[i]] = ends[i] = start + work.items[i].ticks[doer[i]]
        else:
            best = min(best, *([max(free)]))
    return best


def test_what_is_not_only_a_question_of_time_is_left_to_others() -> None:
    subtask = Subtask("a", {"p0": 1.0, "r0": 2.0})
    assert fits(work_of(Problem((subtask,), PAIR)))
    assert not fits(work_of(Problem((subtask,), team(1, 2))))
    assert not fits(work_of(Problem((subtask,), PAIR, wrong={"a": {"r0": 1.0}})))
    there = Subtask("a", {"p0": 1.0, "r0": 2.0}, place="table")
    assert not fits(work_of(Problem((there,), PAIR, shared=frozenset({"table"}))))
    costs = Problem((subtask,), PAIR, assigned={"a": "p0"}, weights=Weights(change_s=1.0))
    assert not fits(work_of(costs))
    telling = (PAIR[0], Agent("r0", "robot", hand_over_s=1.0))
    assert not fits(work_of(Problem((subtask,), telling, tell_all=True)))


def test_twenty_subtasks_that_all_differ_are_proved_by_counting() -> None:
    for seed in range(6):
        problem = Problem(chains(Dice(seed), 20, 5, PAIR), PAIR)
        best = plan(problem, effort=Effort(model=0.0, moves=0, nodes=0))
        assert isinstance(best, LeadPlan)
        assert (best.status, best.solver) == ("optimal", "pair")
