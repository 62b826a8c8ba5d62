from __future__ import annotations

import pytest

from cotree.core.steps import PlanNode
from cotree.team.outline import Task, outline_of
from tests.kit.claims import BRANCHES, ORDER, leaf, node


def test_leaves_are_numbered_in_the_order_of_the_tree() -> None:
    task = Task(BRANCHES)
    assert [each.path for each in task.leaves] == ["p1", "p2", "q1", "q2"]
    assert task.number["q1"] == 2


def test_the_leaves_of_a_branch_are_a_range() -> None:
    task = Task(BRANCHES)
    assert task.branch(task.places[0], 1) == range(2, 4)


def test_a_then_puts_leaves_before_and_after() -> None:
    task = Task(node("then", "t", leaf("a"), node("and", "n", leaf("b"), leaf("c")), leaf("d")))
    assert task.after(0) == [1, 2, 3]
    assert task.after(1) == [3]
    assert [list(branch) for branch in task.before(3)] == [[0], [1, 2]]


def test_equal_trees_have_equal_hashes_and_others_have_not() -> None:
    assert Task(ORDER).hash == Task(ORDER).hash
    assert Task(ORDER).hash != Task(node("and", "t", leaf("a"), leaf("b"))).hash
    assert Task(leaf("a")).hash != Task(leaf("a", "door")).hash


def test_two_leaves_with_one_path_are_refused() -> None:
    with pytest.raises(ValueError, match="same path"):
        Task(node("and", "n", leaf("a"), leaf("a")))


def test_a_planned_tree_becomes_an_outline() -> None:
    plan = PlanNode("r", "or", (PlanNode("r/a", "leaf"), PlanNode("r/b", "leaf")))
    outline = outline_of(plan, {"r/b": ("door",)}, frozenset(("r/a",)))
    assert outline.kind == "or"
    assert outline.children[1].resources == ("door",)
    assert outline.children[0].duplicate_safe
