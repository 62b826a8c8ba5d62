"""``subtrees:``, a mission's own words: their definitions, gathered from all its files."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

from cotree.core.mission import Mark
from cotree.trees.reading.catalogue import RESERVED
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.names import wrong_with_identifier, wrong_with_name
from cotree.trees.reading.nodes import Entry, Hole, Items, Node, Scalar, Table, describe, quote
from cotree.trees.reading.scope import names_in


@dataclasses.dataclass(frozen=True)
class Subtree:
    """A word of the mission's own."""

    word: str
    parameters: tuple[str, ...]
    do: Node
    mark: Mark
    broken: bool = False
    """Written wrongly, which has been reported; using it is no further mistake."""


def read_subtrees(
    node: Node, findings: Findings, words: Collection[str], into: dict[str, Subtree]
) -> None:
    """Add the definitions of one file to those found so far."""
    if not isinstance(node, Table):
        findings.add(node.mark, f"'subtrees' must be a mapping from words, found {describe(node)}")
        return
    for entry in node.entries.values():
        subtree = _read(entry, findings)
        if _word_is_free(entry.key, findings, words, into):
            into[subtree.word] = subtree


def _word_is_free(
    key: Scalar, findings: Findings, words: Collection[str], into: dict[str, Subtree]
) -> bool:
    wrong = wrong_with_name(key.text, "a subtree's word")
    if wrong is None and (key.text in words or key.text in RESERVED):
        wrong = f"{quote(key.text)} is already a word; call the subtree something else"
    elif wrong is None and key.text in into:
        wrong = f"duplicate subtree {quote(key.text)}; the first is at {into[key.text].mark}"
    if wrong is not None:
        findings.add(key.mark, wrong)
    return wrong is None


def _read(entry: Entry, findings: Findings) -> Subtree:
    word, body = entry.key.text, entry.value
    broken = Subtree(word, (), Hole(body.mark), entry.key.mark, broken=True)
    if not isinstance(body, Table):
        findings.add(
            body.mark,
            f"subtree {quote(word)} must be {{parameters: [...], do: <node>}}, "
            f"found {describe(body)}",
        )
        return broken
    for key in body.entries:
        if key not in ("parameters", "do"):
            findings.add(
                body.entries[key].key.mark,
                f"subtree {quote(word)} has no {quote(key)}; known: do, parameters",
            )
    do = body.entries.get("do")
    if do is None:
        findings.add(entry.key.mark, f"subtree {quote(word)} needs 'do', the node it stands for")
        return broken
    parameters = _parameters(body.entries.get("parameters"), do.value, word, findings)
    return Subtree(word, parameters, do.value, entry.key.mark)


def _parameters(entry: Entry | None, do: Node, word: str, findings: Findings) -> tuple[str, ...]:
    if entry is None:
        return ()
    if not isinstance(entry.value, Items):
        findings.add(
            entry.value.mark, f"'parameters' must be a list, found {describe(entry.value)}"
        )
        return ()
    used = frozenset(names_in(do))
    found: list[str] = []
    for item in entry.value.items:
        text = item.text if isinstance(item, Scalar) else ""
        wrong = wrong_with_identifier(text, "a parameter")
        if wrong is None and text in found:
            wrong = f"duplicate parameter {quote(text)}"
        if wrong is None and text not in used:
            wrong = f"parameter {quote(text)} is not used in subtree {quote(word)}"
        if wrong is not None:
            findings.add(item.mark, wrong)
        if text and text not in found:
            found.append(text)
    return tuple(found)
