from __future__ import annotations

import pytest

from cotree.runtime.messages import Node, Tree
from cotree.runtime.why.shape import NoSuchNode, find

TREE = Tree(
    0,
    (
        Node("task", "and", "task", -1),
        Node("task/drinks", "then", "drinks", 0),
        Node("task/drinks/cup", "place", "cup", 1),
        Node("task/food", "then", "food", 0),
        Node("task/food/cup", "place", "cup", 3),
        Node("task/food/burger", "place", "burger", 3),
    ),
)


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("task", "task"),
        ("burger", "task/food/burger"),
        ("food/cup", "task/food/cup"),
        ("task/drinks/cup", "task/drinks/cup"),
        (" /drinks/ ", "task/drinks"),
    ],
)
def test_a_node_is_found_by_as_much_of_its_end_as_is_its_own(name: str, path: str) -> None:
    assert find(TREE, name) == path


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cup", "'cup' means several nodes: task/drinks/cup, task/food/cup"),
        ("burgr", "no node 'burgr' in this record; did you mean 'burger'?"),
        ("task/food/burgr", "no node 'task/food/burgr' in this record; "
         "did you mean 'task/food/burger'?"),
        ("ood", "no node 'ood' in this record; did you mean 'food'?"),
        ("xyz", "no node 'xyz' in this record; known: burger, cup, drinks, food, task"),
        ("", "no node '' in this record; known: burger, cup, drinks, food, task"),
    ],
)  # fmt: skip
def test_a_name_of_no_node_or_of_several_says_so(name: str, message: str) -> None:
    with pytest.raises(NoSuchNode) as caught:
        find(TREE, name)
    assert str(caught.value) == message


def test_the_name_of_a_teammate_is_no_node_and_says_what_to_ask_about() -> None:
    with pytest.raises(NoSuchNode) as caught:
        find(TREE, "pr2", ["pr2", "ann"])
    said = "'pr2' is a teammate, not a node; ask about burger, cup, drinks, food, task"
    assert str(caught.value) == said
    nodes = (Node(f"task/n{n}", "wait", f"n{n}", 0) for n in range(9))
    with pytest.raises(NoSuchNode, match=r"ask about n0, n1, .*, n7, \.\.\.$"):
        find(Tree(0, tuple(nodes)), "ann", ["ann"])
