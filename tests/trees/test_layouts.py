"""Random layouts with random durations: no deadlock, no double owner, no broken order.

The invariants are those of the task trees' part E.8; they are looked at after every arbitration.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from py_trees.common import Status

from cotree.behaviours.move import Move, MoveParams
from cotree.behaviours.pick import Pick, PickParams
from cotree.behaviours.place import Place, PlaceParams
from cotree.core.changes import NodeState
from cotree.core.mission import Chance
from cotree.core.places import Location, Point
from cotree.core.resources import Mode, Resource
from cotree.trees.and_ import And
from cotree.trees.then import Then
from tests.kit.errand import Errand

LAYOUTS = 2000
BLOCK = 100
RUNNING, REACHED = NodeState.RUNNING, (NodeState.DONE, NodeState.SKIPPED)


def deliver(name: str, to: Point) -> Then:
    goal = Location(point=to)
    return Then(
        f"bring {name}",
        None,
        [
            Move(f"go to {name}", MoveParams(Location(name=name))),
            Pick(f"pick {name}", PickParams(name)),
            Move(f"bring {name} away", MoveParams(goal)),
            Place(f"place {name}", PlaceParams(name, goal)),
        ],
    )


def layout(seed: int, **policy: str) -> tuple[Errand, dict[str, Point]]:
    """Four objects between three to eight depots; durations differ by half."""
    dice = random.Random(seed)
    depots = [(dice.uniform(0, 5), dice.uniform(0, 4)) for _ in range(dice.randint(3, 8))]
    starts, goals = {}, {}
    for i in range(4):
        (x, y), (to_x, to_y) = dice.sample(depots, 2)
        starts[f"o{i}"] = (x + 0.02 * i, y, 0.0)
        goals[f"o{i}"] = (to_x + 0.02 * i, to_y, 0.0)
    root = And("all", None, [deliver(name, to) for name, to in goals.items()])
    invariants = Invariants()
    chance = Chance(seed=seed, noise=0.5)
    return (
        Errand(root, (0.0, 0.0, 0.0), starts, chance=chance, check=invariants, **policy),  # type: ignore[arg-type]
        goals,
    )


class Invariants:
    """What must be true after every arbitration."""

    def __init__(self) -> None:
        self.reached: set[str] = set()
        self.picked_with: dict[str, str] = {}

    def __call__(self, run: Errand) -> None:
        state = run.engine.registry.state()
        chains = [then for then in run.engine.parts.values() if isinstance(then, Then)]
        for resource in state.values():
            self.has_one_owner(resource)
        self.owners_live(state.values(), chains)
        self.base_stands_while_shared(run, state["base"])
        self.grippers_hold_what_was_picked(run, state)
        self.order_is_kept(chains)
        self.nothing_is_undone(chains)
        self.something_goes_on(run)

    def has_one_owner(self, resource: Resource) -> None:
        if resource.mode is Mode.EXCLUSIVE:
            assert len(resource.owners) == 1, resource
            assert len(resource.users) <= 1, resource
        assert resource.mode is not None or not resource.owners, resource
        assert resource.type != "gripper" or len(resource.owners) <= 1, resource

    def owners_live(self, resources: Iterable[Resource], chains: list[Then]) -> None:
        """A running leaf, a lineage that still has something to do, or a load."""
        known = {chain.path: chain for chain in chains}
        for resource in resources:
            for owner in resource.owners:
                chain = known[owner]
                assert not chain.is_over(), f"{resource} outlives {owner}"
                runs = any(part.state is RUNNING for part in chain.parts)
                passed_on = not runs and any(part.is_reached() for part in chain.parts)
                assert runs or passed_on or resource.load is not None, resource
            for user in resource.users:
                chain = known[user.rsplit("/", 1)[0]]
                assert chain.path in resource.owners, f"{user} uses what is not its own: {resource}"
                assert any(p.path == user and p.state is RUNNING for p in chain.parts), resource

    def base_stands_while_shared(self, run: Errand, base: Resource) -> None:
        driving = run.body.world.robots["pr2"].driving is not None
        assert not driving or (base.mode is Mode.EXCLUSIVE and len(base.users) == 1), base

    def grippers_hold_what_was_picked(self, run: Errand, state: dict[str, Resource]) -> None:
        held = {gripper: name for name, (_, gripper) in run.body.world.carriers.items()}
        loads = {name: was.load for name, was in state.items() if was.load is not None}
        assert held == loads
        assert run.body.physics_errors == []
        for gripper, name in held.items():
            assert self.picked_with.setdefault(name, gripper) == gripper

    def order_is_kept(self, chains: list[Then]) -> None:
        for chain in chains:
            states = [part.state for part in chain.parts]
            begun = [i for i, one in enumerate(states) if one is RUNNING or one in REACHED]
            assert not begun or all(one in REACHED for one in states[: begun[-1]]), states
            skipped = [i for i, one in enumerate(states) if one is NodeState.SKIPPED]
            assert not skipped or skipped[-1] < begun[-1], "skipped, but nothing later has begun"

    def nothing_is_undone(self, chains: list[Then]) -> None:
        reached = {part.path for chain in chains for part in chain.parts if part.is_reached()}
        assert self.reached <= reached
        self.reached = reached

    def something_goes_on(self, run: Errand) -> None:
        going = run.body.next_event_s() is not None or run.engine.next_wake_s() is not None
        assert going or run.status is not Status.RUNNING, run.engine.stuck
        assert not run.engine.stuck, run.engine.stuck


def finish(seed: int, selector: str) -> Errand:
    run, goals = layout(seed, selector=selector)
    try:
        assert run.run() is Status.SUCCESS
        assert run.body.world.objects == goals
        assert all(not was.owners for was in run.engine.registry.state().values())
    except AssertionError as error:
        raise AssertionError(f"layout {seed}, {selector}: {error}; {run.trace()}") from error
    return run


@pytest.mark.parametrize("first", range(0, LAYOUTS, BLOCK))
def test_every_layout_is_finished_and_every_arbitration_keeps_the_rules(first: int) -> None:
    for seed in range(first, first + BLOCK):
        finish(seed, "greedy")


def test_the_largest_set_keeps_the_rules_too() -> None:
    for seed in range(BLOCK):
        finish(seed, "exact")


def test_some_layouts_use_both_grippers_and_pass_moves_over() -> None:
    """The random layouts would prove little otherwise."""
    runs = [finish(seed, "greedy") for seed in range(20)]
    assert any(len(names) > 1 for run in runs for names in run.rounds)
    assert any(run.skipped() for run in runs)
