"""The trees of one file by their names, and which of them is the task."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping

from cotree.core.words import did_you_mean
from cotree.trees.btcpp.element import Element
from cotree.trees.reading.findings import Findings

MAIN = "main_tree_to_execute"
SUBTREES = ("SubTree", "SubTreePlus")
AGAIN = frozenset(
    (
        "RetryUntilSuccessful",
        "RetryUntilSuccesful",
        "Repeat",
        "ReactiveSequence",
        "ReactiveFallback",
    )
)
"""Elements that may run what is in them again after it failed."""


@dataclasses.dataclass(frozen=True)
class Forest:
    """What a file holds."""

    version: int
    """3 or 4."""
    trees: Mapping[str, Element]
    """By name: the one element in each."""
    main: str
    again: frozenset[str]
    """Trees that may be run again after they failed, by where they are used."""


def forest_of(root: Element, findings: Findings, main: str = "") -> Forest:
    """The trees below a root; what is no tree file ends the reading with ``Stopped``."""
    version = _version(root, findings)
    trees: dict[str, Element] = {}
    for element in root.children:
        if element.tag == "BehaviorTree":
            _plant(element, trees, findings)
        elif element.tag == "include":
            findings.add(element.mark, "<include> is not followed; put its trees into this file")
        elif element.tag != "TreeNodesModel":
            findings.add(element.mark, f"<{element.tag}> is no <BehaviorTree>")
    if not trees:
        findings.stop(root.mark, "there is no <BehaviorTree> with a node in it")
    chosen = main or root.attributes.get(MAIN) or _topmost(root, trees, findings)
    if chosen not in trees:
        findings.stop(root.mark, f"there is no tree '{chosen}'{did_you_mean(chosen[:80], trees)}")
    return Forest(version, trees, chosen, _again(trees))


def _version(root: Element, findings: Findings) -> int:
    if root.tag != "root":
        findings.stop(root.mark, f"<{root.tag}> is no tree of BehaviorTree.CPP; it begins <root>")
    written = root.attributes.get("BTCPP_format", "3")
    if written not in ("3", "4"):
        findings.stop(root.mark, f'BTCPP_format="{written}" is not known; there are 3 and 4')
    return int(written)


def _plant(element: Element, trees: dict[str, Element], findings: Findings) -> None:
    name = element.attributes.get("ID", "MainTree")
    if name in trees:
        findings.add(element.mark, f"a second tree '{name}'")
    elif len(element.children) != 1:
        findings.add(element.mark, f"tree '{name}' must have one node, not {len(element.children)}")
    else:
        trees[name] = element.children[0]


def _topmost(root: Element, trees: Mapping[str, Element], findings: Findings) -> str:
    """The only tree that no other one uses."""
    used = {name for tree in trees.values() for name, _ in uses(tree)}
    free = [name for name in trees if name not in used]
    if len(free) != 1:
        known = ", ".join(trees)
        findings.stop(root.mark, f"which tree is the task? Say --tree NAME; there are: {known}")
    return free[0]


def uses(tree: Element, *, again: bool = False) -> Iterator[tuple[str, bool]]:
    """The trees that a tree uses, and whether each may be run again there after it failed."""
    again = again or tree.tag in AGAIN
    if tree.tag in SUBTREES:
        yield tree.attributes.get("ID", ""), again
    for child in tree.children:
        yield from uses(child, again=again)


def _again(trees: Mapping[str, Element]) -> frozenset[str]:
    found: set[str] = set()
    size = -1
    while len(found) > size:
        size = len(found)
        for name, tree in trees.items():
            found |= {used for used, again in uses(tree, again=name in found) if again}
    return frozenset(found)
