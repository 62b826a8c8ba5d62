from __future__ import annotations

from cotree.team.conflicts import Conflicts
from cotree.team.outline import Task
from tests.kit.claims import BRANCHES, DOOR, leaf, node


def test_a_leaf_excludes_itself_and_other_branches_but_not_its_own_branch() -> None:
    conflicts = Conflicts(Task(BRANCHES))
    assert conflicts.between(0, 0)
    assert conflicts.between(0, 2)
    assert conflicts.between(1, 3)
    assert not conflicts.between(0, 1)


def test_users_of_one_resource_exclude_each_other() -> None:
    conflicts = Conflicts(Task(DOOR))
    assert conflicts.between(0, 1)
    assert not conflicts.between(0, 2)


def test_a_component_is_a_chain_of_conflicts() -> None:
    task = node(
        "and",
        "n",
        node("or", "o", leaf("a"), leaf("b", "door")),
        leaf("c", "door"),
        leaf("d"),
    )
    component = Conflicts(Task(task)).component
    assert component[0] == component[1] == component[2]
    assert component[3] != component[0]


def test_an_inner_or_excludes_only_its_own_branches() -> None:
    task = node("and", "n", node("or", "o", leaf("a"), leaf("b")), leaf("c"))
    conflicts = Conflicts(Task(task))
    assert not conflicts.between(0, 2)
    assert conflicts.alone(2)
    assert not conflicts.alone(0)
