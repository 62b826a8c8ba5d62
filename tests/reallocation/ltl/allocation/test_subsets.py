from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cotree.reallocation.ltl.allocation.share import Objective, value
from cotree.reallocation.ltl.allocation.subsets import share
from cotree.reallocation.ltl.tables.roads import FAR
from cotree.reallocation.ltl.world.system import Ints

OBJECTIVES: tuple[Objective, ...] = ("sum", "makespan", "lexicographic")


@st.composite
def costs(draw: st.DrawFn) -> Ints:
    """Up to five robots and three tasks; many equal numbers, some impossible."""
    robots, tasks = draw(st.integers(1, 5)), draw(st.integers(0, 3))
    cell = st.sampled_from([1, 2, 3, 5, 8, FAR])
    rows = [[0, *(draw(cell) for _ in range((1 << tasks) - 1))] for _ in range(robots)]
    return np.array(rows, dtype=np.int64)


def every_share(table: Ints) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every way to give each task to a robot: masks and costs."""
    robots, tasks = table.shape[0], table.shape[1].bit_length() - 1
    found = []
    for owners in itertools.product(range(robots), repeat=tasks):
        masks = [0] * robots
        for task, robot in enumerate(owners):
            masks[robot] |= 1 << task
        paid = tuple(int(table[robot, mask]) for robot, mask in enumerate(masks))
        if max(paid) < FAR:
            found.append((tuple(masks), paid))
    return found


@given(costs())
def test_the_share_is_the_best_of_all_for_every_objective(table: Ints) -> None:
    ways = every_share(table)
    for objective in OBJECTIVES:
        found = share(table, objective)
        if not ways:
            assert found is None
            continue
        assert found is not None
        assert (found.tasks, found.costs) in ways
        best = min(value(paid, objective) for _, paid in ways)
        assert value(found.costs, objective) == best == found.bound


@given(costs(), st.data())
def test_of_equal_shares_the_one_with_the_fewest_changes_is_taken(
    table: Ints, data: st.DataObject
) -> None:
    ways = every_share(table)
    if not ways:
        return
    keep = data.draw(st.sampled_from(ways))[0]
    found = share(table, "sum", keep)
    assert found is not None
    best = min(sum(paid) for _, paid in ways)
    equal = [masks for masks, paid in ways if sum(paid) == best]
    fewest = min(_changes(masks, keep) for masks in equal)
    assert _changes(found.tasks, keep) == fewest


def _changes(masks: tuple[int, ...], keep: tuple[int, ...]) -> int:
    return sum(one != other for one, other in zip(masks, keep, strict=True))


def test_hundreds_of_robots_share_as_few_do() -> None:
    few = np.array([[0, 3, 4, 9], [0, 4, 3, 9]], dtype=np.int64)
    dear = few + np.array([0, 5, 5, 5])
    many = np.vstack([*[dear] * 100, few])
    found = share(many, "sum")
    assert found is not None
    assert found.costs[-2:] == (3, 3)
    assert found.tasks[-2:] == (1, 2)
