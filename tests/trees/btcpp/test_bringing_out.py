"""Missions become trees that Groot2 opens, and the same missions again when they come back."""

from __future__ import annotations

from pathlib import Path

import pytest

from cotree.core.errors import InputError
from cotree.core.mission import Blueprint, Mission
from cotree.trees.btcpp.element import parse
from cotree.trees.btcpp.exporting import bring_out
from cotree.trees.btcpp.frame import frame_of
from cotree.trees.btcpp.mission import bring_in
from cotree.trees.catalogue import catalogue
from cotree.trees.reading import load, loads
from cotree.trees.reading.findings import Findings

CONFIG = Path(__file__).resolve().parents[3] / "config"
WORDS = catalogue(offers=())
HEAD = "mission: m\nteam: {pr2: {robot: pr2}}\ntask:\n  "
THEIRS = {
    "sequence: [{wait: 1.5 s}]": '<Sleep msec="1500"/>',
    "sequence: {memory: false, of: [{wait: 1}]}": "<ReactiveSequence>",
    "selector: [{wait: 1}]": "<Fallback>",
    "selector: {memory: false, of: [{wait: 1}]}": "<ReactiveFallback>",
    "parallel: {need: 1, of: [{wait: 1}, {wait: 2}]}": (
        '<Parallel success_count="1" failure_count="2">'
    ),
    "retry: {times: 4, do: {wait: 1}}": '<RetryUntilSuccessful num_attempts="4">',
    "repeat: {times: 4, do: {wait: 1}}": '<Repeat num_cycles="4">',
    "timeout: {after: 2 s, do: {wait: 1}}": '<Timeout msec="2000">',
    "invert: {do: {wait: 1}}": "<Inverter>",
    "always: {do: {wait: 1}}": "<ForceSuccess>",
    "always: {result: failure, do: {wait: 1}}": "<ForceFailure>",
}
OURS = {
    "retry: {pause: 1 s, do: {wait: 1}}": '<retry pause="1">',
    "wait: 0 s": '<wait duration="0"/>',
    "{name: nap, wait: 0.0005 s}": '<wait name="nap" duration="0.0005"/>',
    "{if_unsure: redo, sequence: [{wait: 1}]}": '<sequence if_unsure="redo">',
    "publish: {type: std_msgs/msg/Bool, name: /light, message: {data: true}}": (
        'its_name="/light" message=\'json:{"data": true}\'/>'
    ),
    'perform: {what: "5"}': "what='\"5\"'",
    "perform: {what: a, needs: [head, base]}": 'needs=\'["head", "base"]\'',
}


def shape(node: Blueprint) -> object:
    """All that is written of a node, without where."""
    beside = (node.if_unsure, node.repeatable)
    return node.word, node.name, node.params, beside, tuple(map(shape, node.children))


def back(xml: str, head: str) -> Mission:
    file = str(head)
    text = bring_in(xml, file + ".xml", WORDS, frame_of(file))
    return loads(text, file, catalogue=WORDS)


@pytest.mark.parametrize(("task", "element"), [*THEIRS.items(), *OURS.items()])
def test_a_node_is_written_and_comes_back(task: str, element: str, tmp_path: Path) -> None:
    file = tmp_path / "m.yaml"
    file.write_text(f"{HEAD}{task}\n")
    mission = load(str(file), catalogue=WORDS)
    xml = bring_out(mission, WORDS)
    assert element in xml
    assert shape(back(xml, str(file)).task) == shape(mission.task)


PLAIN = sorted((CONFIG / "missions").glob("*.yaml")) + sorted(
    (CONFIG / "experiments").glob("multitasking_*.yaml")
)


@pytest.mark.parametrize("path", PLAIN, ids=lambda path: path.stem)
def test_a_mission_of_the_package_comes_back_or_is_refused_in_words(path: Path) -> None:
    mission = load(str(path), catalogue=WORDS)
    try:
        xml = bring_out(mission, WORDS)
    except InputError as error:
        assert all(  # noqa: PT017
            each.message.endswith(("cannot be said there", "no tree yet"))
            for each in error.mistakes
        )
        return
    assert shape(back(xml, str(path)).task) == shape(mission.task)


def test_every_element_is_of_the_library_or_has_a_model() -> None:
    """Groot2 opens a tree only if it knows all its nodes."""
    xml = bring_out(load(str(CONFIG / "missions" / "tea_table.yaml"), catalogue=WORDS), WORDS)
    root = parse(xml, "x", Findings())
    tree, models = root.children
    known = {model.attributes["ID"]: model for model in models.children}
    for element in tree.children[0].walk():
        ports = {port.attributes["name"] for port in known[element.tag].children}
        assert set(element.attributes) - {"name"} <= ports
        assert (known[element.tag].tag == "Control") == bool(element.children)


def test_a_tree_has_a_name_that_no_node_has_and_that_can_be_one(tmp_path: Path) -> None:
    file = tmp_path / "m.yaml"
    for name, title in (
        ("lay: the/table", "lay__the_table"),
        ("move", "move"),
        ("Sleep", "Sleep_tree"),
    ):
        file.write_text(HEAD.replace("mission: m", f'mission: "{name}"') + "wait: 1\n")
        assert f'<BehaviorTree ID="{title}">' in bring_out(load(str(file), catalogue=WORDS), WORDS)


@pytest.mark.parametrize(
    ("mission", "said"),
    [("hospital", "one sentence"), ("kitting_b", "steps"), ("capability_1", "'allocate'")],
)
def test_what_is_no_tree_yet_is_refused(mission: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        bring_out(load(str(CONFIG / "experiments" / f"{mission}.yaml"), catalogue=WORDS), WORDS)
