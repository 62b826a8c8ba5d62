"""The multitasking paper's four experiments through the real engine: every start, every skip."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from py_trees.common import Status

from cotree.cli import main
from cotree.core.changes import NodeState
from cotree.core.mission import Chance, Mission
from cotree.trees.build import grow
from cotree.trees.catalogue import catalogue
from cotree.trees.reading.mission import load
from tests.kit.errand import Errand

FOLDER = Path(__file__).parents[2] / "config" / "experiments"

EXPECTED = {
    1: "M2-1 P1+P2 M1-2 L1 M2-2 L2+P3 M4-1 P4 M3-2 L3+L4",
    2: "M1-1 P1 M3-1 P3 M1-2 L1 M3-2 L3 M4-1 P4 M2-1 P2 M4-2 L4 M2-2 L2",
    3: "M1-1 P1+P2 M2-2 L2 M4-1 P4 M1-2 L1 M3-1 P3 M3-2 L3+L4",
    4: "M4-1 P4 M2-1 P2 M2-2 L2+L4 M3-1 P3 M1-1 P1 M3-2 L1+L3",
}
SKIPPED: dict[int, set[str]] = {
    1: {"M1-1", "M3-1", "M4-2"},
    2: set(),
    3: {"M2-1", "M4-2"},
    4: {"M4-2", "M1-2"},
}
DRIVEN_M = {1: 7.30, 2: 11.69, 3: 8.29, 4: 8.36}


def mission(number: int) -> Mission:
    return load(FOLDER / f"multitasking_{number}.yaml")


def errand(number: int, *, noise: float = 0.0, seed: int = 0, selector: str = "greedy") -> Errand:
    plan = mission(number)
    mate = plan.team["pr2"]
    assert mate.robot is not None
    return Errand(
        grow(plan.task, catalogue()),
        mate.start,
        plan.world.objects,
        model=mate.robot,
        places=plan.world.places,
        chance=Chance(seed=seed, noise=noise),
        selector=selector,
    )


@pytest.mark.parametrize("selector", ["greedy", "exact"])
@pytest.mark.parametrize("number", EXPECTED)
def test_everything_starts_in_the_order_of_the_paper(number: int, selector: str) -> None:
    run = errand(number, selector=selector)
    assert run.run() is Status.SUCCESS
    assert " ".join(run.trace()) == EXPECTED[number]


@pytest.mark.parametrize("selector", ["greedy", "exact"])
@pytest.mark.parametrize("number", SKIPPED)
def test_what_the_paper_passes_over_is_passed_over_and_nothing_else(
    number: int, selector: str
) -> None:
    run = errand(number, selector=selector)
    run.run()
    assert run.skipped() == SKIPPED[number]


@pytest.mark.parametrize("number", EXPECTED)
def test_the_order_does_not_depend_on_how_long_things_take(number: int) -> None:
    for seed in range(10):
        run = errand(number, noise=0.5, seed=seed)
        assert run.run() is Status.SUCCESS
        assert " ".join(run.trace()) == EXPECTED[number]


@pytest.mark.parametrize("number", EXPECTED)
def test_the_mission_asks_for_the_paper_s_own_policy(number: int) -> None:
    policy = mission(number).policy
    assert (policy.selector, policy.schedule) == ("greedy", "none")


@pytest.mark.parametrize("number", EXPECTED)
def test_every_object_lies_at_its_goal_in_the_end(number: int) -> None:
    run = errand(number)
    run.run()
    goals = mission(number).world.places
    assert run.body.physics_errors == []
    assert {f"o{i}": goals[f"goal{i}"] for i in range(1, 5)} == run.body.world.objects


@pytest.mark.parametrize("number", EXPECTED)
def test_the_base_drives_as_far_as_the_paper_s_robot(number: int) -> None:
    run = errand(number)
    run.run()
    assert run.driven_m == pytest.approx(DRIVEN_M[number], abs=0.01)


def test_experiment_3_passes_a_move_over_only_for_now_and_drives_there_later() -> None:
    seen: set[tuple[NodeState, NodeState]] = set()
    run = errand(3)
    run.check = lambda now: seen.add((now.state("M3-1"), now.state("P3")))
    run.run()
    assert (NodeState.INACTIVE, NodeState.WAITING) in seen, "P3 asked while M3-1 was passed over"
    assert (NodeState.RUNNING, NodeState.INACTIVE) in seen, "the pass was reverted"
    assert run.state("M3-1") is NodeState.DONE


@pytest.mark.parametrize("selector", ["greedy", "exact"])
@pytest.mark.parametrize("number", EXPECTED)
def test_cotree_run_tells_the_same_starts_and_skips(
    number: int, selector: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(FOLDER / f"multitasking_{number}.yaml")
    assert main(["run", file, "--fast", "--json", "--no-record", "--selector", selector]) == 0
    told = json.loads(capsys.readouterr().out)
    starts = ["+".join(leaf.split("/")[-1] for leaf in each["leaves"]) for each in told["starts"]]
    assert " ".join(starts) == EXPECTED[number]
    assert told["steps"] == len(starts)
    assert {path.split("/")[-1] for path in told["skipped"]} == SKIPPED[number]
