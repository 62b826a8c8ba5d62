"""Plans against brute force and an independent judge, on random jobs with everything in them."""

from __future__ import annotations

import msgspec
import pytest

from cotree.core.steps import NoPlan
from cotree.reallocation.lead_follow.planning.check import faults
from cotree.reallocation.lead_follow.planning.effort import Effort
from cotree.reallocation.lead_follow.planning.solve import first, plan
from cotree.reallocation.lead_follow.problem import (
    Agent,
    LeadPlan,
    Means,
    Problem,
    Running,
    Subtask,
    Weights,
)
from cotree.team.dice import Dice
from tests.reallocation.lead_follow.planning.brute import least
from tests.reallocation.lead_follow.planning.kitting import SLOW, kitting
from tests.reallocation.lead_follow.planning.teams import anything, chains, team

QUICK = Effort(model=0.02, moves=20_000)


def solved(answer: LeadPlan | NoPlan) -> LeadPlan:
    assert isinstance(answer, LeadPlan), answer
    return answer


def agrees(seed: int, most: int) -> None:
    problem = anything(Dice(seed), most)
    best = solved(plan(problem))
    assert faults(problem, best) == []
    assert best.status == "optimal"
    assert best.cost_s == pytest.approx(least(problem, best.cost_s + 1)), problem
    quick = solved(first(problem))
    assert faults(problem, quick) == []
    paper = solved(plan(problem, "paper"))
    told = msgspec.structs.replace(problem, tell_all=True)
    assert faults(told, paper) == []
    assert best.cost_s <= min(paper.cost_s, quick.cost_s) + 1e-9


@pytest.mark.parametrize("seed", range(60))
def test_the_best_plan_costs_what_brute_force_finds(seed: int) -> None:
    agrees(seed, 4)


@pytest.mark.parametrize("seed", [1567, 1672, 1852, 1962])
def test_what_the_long_search_for_mistakes_found_is_right(seed: int) -> None:
    agrees(seed, 6)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(20))
def test_the_best_plan_of_six_costs_what_brute_force_finds(block: int) -> None:
    for seed in range(1000 + block * 50, 1050 + block * 50):
        agrees(seed, 6)


@pytest.mark.parametrize("seed", range(3))
def test_judged_plans_of_larger_teams_are_never_worse_than_decomposed_ones(seed: int) -> None:
    dice = Dice(seed)
    agents = team(2, 3, hand_over_s=float(seed % 2))
    problem = Problem(
        chains(dice, 12, 3 + seed, agents),
        agents,
        means={"p0": Means(0.2, 0.4), "p1": Means(0.9, 0.1)},
        weights=Weights(2.0, 3.0, 1.0),
    )
    joint = solved(plan(problem, effort=QUICK))
    paper = solved(plan(problem, "paper", effort=QUICK))
    assert faults(problem, joint) == []
    assert joint.bound_s <= joint.cost_s <= paper.cost_s


def test_equal_questions_have_equal_answers() -> None:
    agents = team(2, 2)
    problem = Problem(chains(Dice(3), 16, 4, agents), agents)
    assert plan(problem, effort=QUICK) == plan(problem, effort=QUICK)


def test_the_paper_gives_four_pink_blocks_to_the_robot() -> None:
    for pattern in "BCD":
        best = solved(plan(kitting(pattern)))
        assert best.status == "optimal"
        assert shares(best) == {"pink": 4}


def test_the_paper_gives_all_pink_blocks_and_a_green_one_to_the_robot_if_people_are_slow() -> None:
    for pattern in "BCD":
        best = solved(plan(kitting(pattern, SLOW)))
        assert best.status == "optimal"
        assert shares(best) == {"pink": 5, "green": 1}


def shares(best: LeadPlan) -> dict[str, int]:
    """How many blocks of each colour the robot places."""
    colours = [name.split()[0] for name, agent in best.assigned.items() if agent == "robot"]
    return {colour: colours.count(colour) for colour in colours}


def test_the_last_plan_stays_unless_a_better_one_is_worth_the_change() -> None:
    agents = team(1, 1)
    one = Subtask("a", {"p0": 4.0, "r0": 4.0})
    two = Subtask("b", {"p0": 4.0, "r0": 4.1})
    problem = Problem((one, two), agents)
    best = solved(plan(problem))
    assert best.assigned == {"a": "r0", "b": "p0"}
    slower = Subtask("a", {"p0": 4.0, "r0": 4.3})
    changed = Problem((slower, two), agents, weights=Weights(change_s=0.5))
    again = solved(plan(changed, before=best))
    assert again.assigned == best.assigned
    free = msgspec.structs.replace(changed, weights=Weights())
    assert solved(plan(free, before=best)).assigned == {"a": "p0", "b": "r0"}


def test_an_able_leader_is_told_less_than_one_who_errs_or_follows() -> None:
    agents = team(1, 1)
    subtasks = chains(Dice(1), 8, 2, agents)

    def told(follow: float, error: float) -> int:
        means = {"p0": Means(follow, error)}
        problem = Problem(subtasks, agents, means=means, weights=Weights(5.0, 20.0))
        return len(solved(plan(problem)).told)

    assert told(0.1, 0.05) == 0
    assert told(0.1, 0.5) > 0
    assert told(0.95, 0.05) > 0


def test_what_runs_ends_first() -> None:
    agents = team(1, 1)
    one, two = Subtask("a", {"p0": 4.0}), Subtask("b", {"p0": 9.0, "r0": 5.0}, ("a",))
    problem = Problem((one, two), agents, running={"p0": Running(3.0, "a"), "r0": Running(6.0)})
    best = solved(plan(problem))
    assert best.starts == {"a": 0.0, "b": 6.0}
    assert best.makespan_s == 11.0


def test_a_wrong_subtask_is_corrected_before_it_is_done() -> None:
    agents = team(1, 1)
    problem = Problem((Subtask("a", {"p0": 4.0}),), agents, wrong={"a": {"r0": 2.0}})
    best = solved(plan(problem))
    assert [each.action for each in best.order["r0"]] == ["correct"]
    assert best.starts == {"a": 2.0}


def test_when_everything_is_done_the_plan_is_empty() -> None:
    agents = team(1, 1)
    problem = Problem((Subtask("a", {"p0": 4.0}),), agents, done=frozenset({"a"}))
    for way in ("joint", "paper"):
        best = solved(plan(problem, "joint" if way == "joint" else "paper"))
        assert (best.makespan_s, best.status) == (0.0, "optimal")


def test_only_robots_and_only_people_can_work_too() -> None:
    for agents in (team(0, 2), team(2, 0)):
        problem = Problem(chains(Dice(2), 4, 2, agents), agents)
        assert faults(problem, solved(plan(problem))) == []
        assert faults(problem, solved(plan(problem, "paper"))) == []


@pytest.mark.parametrize(
    ("problem", "status", "says"),
    [
        (Problem((Subtask("a", {}),), team(1, 1)), "impossible", "nobody of the team can do it"),
        (
            Problem((Subtask("a", {"p0": 1.0}, needs=frozenset({"weld"})),), team(1, 1)),
            "impossible",
            "has all the skills that it needs (weld)",
        ),
        (
            Problem((Subtask("a", {"p0": 1}, ("b",)), Subtask("b", {"p0": 1}, ("a",))), team(1, 0)),
            "impossible",
            "these wait for each other: a, b",
        ),
        (
            Problem((Subtask("a", {"p0": 1.0}, ("bb",)),), team(1, 1)),
            "not_supported",
            "there is no subtask 'bb'",
        ),
        (Problem((), (Agent("x", "robot"),) * 2), "not_supported", "'x' is there twice"),
        (
            Problem((Subtask("a", {"p0": -1.0}),), team(1, 1)),
            "not_supported",
            "a: p0 takes -1 s; a duration is 0 or more",
        ),
        (
            Problem((Subtask("a", {"p0": 1.0}),), team(1, 1), wrong={"a": {}}),
            "impossible",
            "a is wrong, and nobody can correct it",
        ),
    ],
)
def test_no_plan_says_why(problem: Problem, status: str, says: str) -> None:
    for answer in (plan(problem), plan(problem, "paper"), first(problem)):
        assert isinstance(answer, NoPlan)
        assert answer.status == status
        assert says in answer.message


def test_without_solvers_there_is_a_plan_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in ("scipy.optimize", "scipy.sparse", "ortools.sat.python"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(
        sys.modules, "cotree.reallocation.lead_follow.planning.cp_joint", raising=False
    )
    agents = team(1, 2)
    problem = Problem(chains(Dice(5), 9, 3, agents), agents)
    assert faults(problem, solved(plan(problem, effort=QUICK))) == []
    refused = plan(problem, "paper")
    assert isinstance(refused, NoPlan)
    assert "cotree[plan]" in refused.message


def test_who_does_not_want_to_wait_gets_the_best_so_far() -> None:
    agents = team(2, 3)
    problem = Problem(chains(Dice(5), 30, 10, agents), agents)
    at_once = solved(plan(problem, stop=lambda: True))
    assert at_once.solver == "list"
    assert faults(problem, at_once) == []


class Patience:
    """Says no to so many questions whether to stop, and yes from then on."""

    def __init__(self, times: int) -> None:
        self.left = times

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


@pytest.mark.parametrize(
    ("count", "patience", "solver"),
    [(24, 1, ""), (40, 1, ""), (70, 1, "decomposed"), (70, 2, ""), (200, 2, "decomposed")],
)
def test_whoever_stops_a_search_that_has_begun_gets_no_worse_than_the_decomposed_plan(
    count: int, patience: int, solver: str
) -> None:
    """Of 200 subtasks in chains of five, prices alone are a second behind it."""
    agents = team(2, 3)
    problem = Problem(chains(Dice(1), count, 5, agents), agents)
    little = QUICK._replace(beam=0)
    paper = solved(plan(problem, "paper", effort=little))
    joint = solved(plan(problem, effort=little, stop=Patience(patience)))
    assert faults(problem, joint) == []
    assert joint.cost_s <= paper.cost_s
    assert joint.solver == solver or not solver
