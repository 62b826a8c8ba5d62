"""What is shown to users works: every example in a docstring, every mission in config."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from cotree.behaviours.declare import Children, Declaration
from cotree.trees.build import grow
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import load, loads
from cotree.trees.reading.binding import fields_of

ROOT = Path(__file__).parents[2]
WORDS = catalogue()
MISSIONS = sorted((ROOT / "config" / "missions").glob("*.yaml"))
MISSIONS += sorted((ROOT / "config" / "experiments").glob("*.yaml"))
HEAD = """\
mission: example
team: {pr2: {robot: pr2}}
world:
  places: {kitchen: [1, 0], table: [2, 0], tray: [2, 1], door: [0, 0], shelf: [3, 0]}
  objects: {cup: [1, 0], sugar: [1, 1], teapot: [1, 2]}
jobs:
  carry: {needs: [manipulation], objects: {cup: table}, goal: [cup on tray]}
%stask:
  and:
"""
ONCE = {"ltl": "ltl: <>kitchen\n", "steps": "steps: {all: {glue: {takes: {pr2: 9 s}}}}\n"}


@pytest.mark.parametrize("word", WORDS)
def test_the_example_of_a_docstring_loads_and_grows(word: str) -> None:
    example = textwrap.indent(textwrap.dedent(WORDS[word].example), "    ")
    if word in ONCE:  # it stands for the one that the mission has, wherever that is
        example, _, named = example.rstrip().rpartition("\n")
        assert "name:" in named
    head = HEAD % ONCE.get(word, "")
    mission = loads(head + example + "\n", f"{word}.yaml", catalogue=WORDS, checks=())
    if word == "ltl":
        assert any(node.word == "errand" for node in mission.task.walk())
    elif word in ("job", "steps"):  # it stands for a subtree
        assert any(node.allocation is not None for node in mission.task.walk())
    else:
        assert any(node.word == word for node in mission.task.walk())
    grow(mission.task, WORDS)


@pytest.mark.parametrize("declaration", WORDS.values(), ids=WORDS)
def test_a_declaration_is_complete(declaration: Declaration) -> None:
    assert declaration.doc.endswith((".", ").", "`."))
    fields = {} if declaration.params is None else fields_of(declaration.params)
    for field in fields.values():
        assert field.doc, f"{declaration.word}: {field.name} is not explained"
    assert declaration.short is None or declaration.short in fields
    if declaration.children is not Children.NONE:
        assert declaration.child_key not in fields


@pytest.mark.parametrize("path", MISSIONS, ids=lambda path: path.stem)
def test_a_mission_of_the_package_loads_and_grows(path: Path) -> None:
    mission = load(path, catalogue=WORDS)
    assert grow(mission.task, WORDS).path == "task"  # type: ignore[attr-defined]


@pytest.mark.parametrize("folder", ["robots", "worlds"])
def test_every_robot_and_world_of_the_package_can_be_named(folder: str) -> None:
    for path in sorted((ROOT / "config" / folder).glob("*.yaml")):
        robot = path.stem if folder == "robots" else "pr2"
        world = path.stem if folder == "worlds" else "{}"
        text = f"mission: m\nteam: {{a: {{robot: {robot}}}}}\nworld: {world}\ntask: {{wait: 1}}\n"
        mission = loads(text, catalogue=WORDS)
        assert f"{folder}/{path.name}" in mission.included
