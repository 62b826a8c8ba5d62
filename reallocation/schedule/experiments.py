"""Problems of the paper's kind: one robot, two grippers, objects to carry (spec E.6 and E.7)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import TypeAlias

from cotree.core.places import Point, same_place
from cotree.core.resources import Channel, Mode, Need, Resource
from cotree.core.steps import PlanNode, Problem, Step

Spot: TypeAlias = tuple[float, float]

SPEED_M_S = 0.5
HANDLING_S = 20.0
DRIVE_OVERHEAD_S = 3.0


@dataclasses.dataclass(frozen=True)
class Layout:
    """Where the robot starts, and from where to where each object goes, in metres."""

    robot: Spot
    objects: tuple[tuple[Spot, Spot], ...]


@dataclasses.dataclass(frozen=True)
class Expected:
    """What the paper or the optimum says about an experiment."""

    greedy_steps: int
    optimal_steps: int
    trace: tuple[str, ...]
    """Greedy's steps; ``/`` separates what is equally right."""
    skipped: tuple[str, ...]
    """Moves that are passed over, at least."""


LAYOUTS = {
    1: Layout(
        (0.0, 0.0),
        (
            ((1.55, 0.0), (1.5, 1.5)),
            ((1.45, 0.0), (2.95, 1.5)),
            ((3.05, 1.5), (5.0, 0.65)),
            ((3.0, 0.6), (5.0, 0.55)),
        ),
    ),
    2: Layout(
        (0.0, 0.0),
        (
            ((1.0, 0.0), (3.2, 0.5)),
            ((0.9, 3.3), (3.2, 0.5)),
            ((1.5, 0.5), (3.2, 2.0)),
            ((1.5, 3.0), (3.2, 2.0)),
        ),
    ),
    3: Layout(
        (0.0, 0.0),
        (
            ((1.15, 0.0), (4.2, 1.4)),
            ((1.25, 0.0), (2.4, 0.4)),
            ((2.94, 1.04), (1.54, 2.97)),
            ((2.86, 0.96), (1.46, 3.03)),
        ),
    ),
    4: Layout(
        (0.0, 0.0),
        (
            ((2.7, 3.1), (0.45, 3.23)),
            ((1.6, 1.1), (3.55, 1.18)),
            ((3.4, 2.6), (0.55, 3.17)),
            ((1.0, 0.5), (3.65, 1.22)),
        ),
    ),
}

EXPECTED = {
    1: Expected(
        10,
        10,
        ("M2-1", "P1+P2", "M1-2", "L1", "M2-2", "L2+P3", "M4-1", "P4", "M3-2/M4-2", "L3+L4"),
        ("M1-1", "M3-1"),
    ),
    2: Expected(
        16,
        12,
        (
            *("M1-1", "P1", "M3-1", "P3", "M1-2", "L1", "M3-2", "L3", "M4-1", "P4", "M2-1", "P2"),
            *("M4-2/M2-2", "L4/L2", "M2-2/M4-2", "L2/L4"),
        ),
        (),
    ),
    3: Expected(
        12,
        10,
        (
            *("M1-1", "P1+P2", "M2-2", "L2", "M4-1", "P4"),
            *("M1-2", "L1", "M3-1", "P3", "M3-2", "L3+L4"),
        ),
        ("M2-1", "M4-2"),
    ),
    4: Expected(
        12,
        12,
        (
            *("M4-1", "P4", "M2-1", "P2", "M2-2", "L2+L4"),
            *("M3-1", "P3", "M1-1", "P1", "M3-2", "L1+L3"),
        ),
        ("M4-2", "M1-2"),
    ),
}


def point(spot: Spot) -> Point:
    """A spot on the floor."""
    return (spot[0], spot[1], 0.0)


def move(to: Point) -> Step:
    """Drive the base somewhere and let it stay there."""
    base = Need("base", channel=Channel("move"), keep=True, becomes=Channel("hold", to))
    return Step(needs=(base,), to=to, duration_s=DRIVE_OVERHEAD_S)


def handle(at: Point, gripper: Need) -> Step:
    """Pick or place where the base stands."""
    needs = (
        Need("base", mode=Mode.SHARED, channel=Channel("hold", at)),
        gripper,
        Need("head", mode=Mode.SHARED, channel=Channel("manipulation")),
    )
    return Step(needs=needs, at=at, duration_s=HANDLING_S)


def carry(number: int, pick: Point, place: Point) -> PlanNode:
    """The paper's chain for one object: move, pick, move, place."""
    name = f"object {number}"
    path = f"all/{name}"
    steps = {
        f"M{number}-1": move(pick),
        f"P{number}": handle(pick, Need("gripper", takes=name)),
        f"M{number}-2": move(place),
        f"L{number}": handle(place, Need("gripper", holding=name, drops=True)),
    }
    leaves = tuple(PlanNode(f"{path}/{leaf}", "leaf", step=step) for leaf, step in steps.items())
    return PlanNode(path, "then", leaves)


def robot() -> dict[str, Resource]:
    """The resources of the paper's PR2."""
    types = {"base": "base", "left_gripper": "gripper", "right_gripper": "gripper", "head": "head"}
    return {name: Resource(name, type_) for name, type_ in types.items()}


def problem(layout: Layout) -> Problem:
    """Carry all objects, in any order."""
    chains = [carry(i, point(a), point(b)) for i, (a, b) in enumerate(layout.objects, start=1)]
    root = PlanNode("all", "and", tuple(chains))
    return Problem(root, robot(), point(layout.robot), SPEED_M_S)


def random_layout(
    draw: Callable[[], float], objects: int = 4, depots: tuple[int, int] = (3, 8)
) -> Layout:
    """Objects between random depots of a 5 m by 4 m room; ``draw`` gives numbers from 0 to 1.

    Depots are well apart, and spots at one depot differ by up to 5 cm, so that ties are broken by
    distance, as in the paper's text.
    """
    low, high = depots
    wanted = low + int(draw() * (high - low + 1))
    found: list[Spot] = []
    while len(found) < wanted:
        spot = (0.5 + 4.5 * draw(), 4.0 * draw())
        if not any(same_place(point(spot), point(other), 0.6) for other in found):
            found.append(spot)

    def near(depot: int) -> Spot:
        x, y = found[depot]
        return (x + 0.1 * (draw() - 0.5), y + 0.1 * (draw() - 0.5))

    pairs = []
    for _ in range(objects):
        a = int(draw() * wanted)
        b = (a + 1 + int(draw() * (wanted - 1))) % wanted
        pairs.append((near(a), near(b)))
    return Layout((0.0, 0.0), tuple(pairs))


def short(path: str) -> str:
    """The last name of a path."""
    return path.rsplit("/", 1)[-1]


def trace(rounds: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """A plan as the paper writes it: ``P1+P2``."""
    return tuple("+".join(sorted(short(leaf) for leaf in leaves)) for leaves in rounds)


def agrees(found: Sequence[str], expected: Sequence[str]) -> bool:
    """Whether a trace is one of the expected ones."""
    return len(found) == len(expected) and all(
        step in choices.split("/") for step, choices in zip(found, expected, strict=True)
    )
