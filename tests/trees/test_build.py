from __future__ import annotations

import py_trees
import pytest

from cotree.trees.build import grow
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import loads

WORDS = catalogue()
TEXT = """\
mission: m
team: {pr2: {robot: pr2}}
world: kitchen
task:
  then:
    - retry: {times: 2, do: {move: cup}}
    - and:
        - {pick: cup, name: take it}
        - parallel: {need: 1, of: [{wait: 1}, {wait: 1}]}
"""


@pytest.fixture
def root() -> py_trees.behaviour.Behaviour:
    return grow(loads(TEXT, catalogue=WORDS).task, WORDS)


def test_nodes_have_the_names_and_paths_of_their_blueprints(
    root: py_trees.behaviour.Behaviour,
) -> None:
    blueprints = {node.path: node for node in loads(TEXT, catalogue=WORDS).task.walk()}
    grown = {node.path: node for node in root.iterate()}  # type: ignore[attr-defined]
    assert set(grown) == set(blueprints)
    for path, node in grown.items():
        assert node.name == blueprints[path].name
        assert isinstance(node, WORDS[blueprints[path].word].make)  # type: ignore[arg-type]


def test_children_stand_in_their_order_and_know_their_parents(
    root: py_trees.behaviour.Behaviour,
) -> None:
    assert [child.name for child in root.children] == ["retry", "and"]
    assert root.children[0].children[0].name == "move to cup"
    assert all(child.parent is root for child in root.children)


def test_parameters_arrive_typed(root: py_trees.behaviour.Behaviour) -> None:
    assert root.children[0].params.times == 2  # type: ignore[attr-defined]


def test_the_displays_of_py_trees_work_on_it(root: py_trees.behaviour.Behaviour) -> None:
    text = py_trees.display.unicode_tree(root)
    assert "take it" in text
    assert "wait 1 s #2" in py_trees.display.ascii_tree(root)
    assert py_trees.display.dot_tree(root).get_node_list()
