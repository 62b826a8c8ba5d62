from __future__ import annotations

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.mission import Blueprint, Mark
from cotree.trees.catalogue import catalogue
from cotree.trees.display_svg import Box, Layout, svg, width_of
from cotree.trees.reading import load

ROOT = Path(__file__).parents[2]
WORDS = catalogue()
MISSIONS = sorted((ROOT / "config" / "missions").glob("*.yaml"))
SVG = "{http://www.w3.org/2000/svg}"


def leaf(name: str) -> Blueprint:
    params = WORDS["perform"].params
    assert params is not None
    return Blueprint("perform", name, name, params(what="x"), (), Mark("f", 1, 1))


def with_paths(node: Blueprint, path: str) -> Blueprint:
    children = tuple(
        with_paths(child, f"{path}/{number}") for number, child in enumerate(node.children)
    )
    return Blueprint(node.word, node.name, path, node.params, children, node.mark)


def inner(children: list[Blueprint]) -> Blueprint:
    return Blueprint("then", "then", "then", None, tuple(children), Mark("f", 1, 1))


trees = st.recursive(
    st.text(max_size=12).map(leaf),
    lambda node: st.lists(node, min_size=1, max_size=4).map(inner),
    max_leaves=12,
).map(lambda node: with_paths(node, "task"))


def overlap(a: Box, b: Box) -> bool:
    beside = a.x + a.width <= b.x or b.x + b.width <= a.x
    above = a.y + a.height <= b.y or b.y + b.height <= a.y
    return not (beside or above)


@given(tree=trees)
def test_no_two_boxes_overlap_and_children_stand_to_the_right(tree: Blueprint) -> None:
    boxes = list(Layout(tree, WORDS, 10.0).box.walk())
    assert len(boxes) == len(list(tree.walk()))
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
    for box in boxes:
        assert all(child.x > box.x + box.width for child in box.children)
        tops = [child.y for child in box.children]
        assert tops == sorted(tops)


@pytest.mark.parametrize("path", MISSIONS, ids=lambda path: path.stem)
def test_a_picture_shows_every_node_within_its_frame(path: Path) -> None:
    mission = load(path, catalogue=WORDS)
    root = ElementTree.fromstring(svg(mission.task, WORDS, mission.name))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert mission.name in texts
    for node in mission.task.walk():
        assert node.name in texts
    for box in Layout(mission.task, WORDS, 68.0).box.walk():
        assert 0 <= box.x <= box.x + box.width <= width
        assert 0 <= box.y <= box.y + box.height <= height
        assert box.width >= width_of(box.caption.name, 13)


def test_any_text_is_escaped() -> None:
    tree = with_paths(inner([leaf("<script>alert('&\"')</script>")]), "task")
    text = svg(tree, WORDS, "<title> & ]]>")
    assert "<script" not in text
    names = [found.text for found in ElementTree.fromstring(text).iter(f"{SVG}text")]
    assert "<script>alert('&\"')</script>" in names


def test_the_legend_explains_only_what_is_shown() -> None:
    text = svg(with_paths(inner([leaf("x")]), "task"), WORDS)
    assert "in this order" in text
    assert "one of these" not in text


def test_wide_letters_make_wide_boxes() -> None:
    assert width_of("WWW", 10) > width_of("iii", 10)
    assert width_of("日本", 10) > width_of("ab", 10)
    assert width_of("e\u0301", 10) == width_of("e", 10)
