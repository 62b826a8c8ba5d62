"""Nodes as read, before they have a path; naming makes them unique among their siblings."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Literal

from cotree.core.allocation import Allocation
from cotree.core.mission import Blueprint, Mark
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.nodes import quote

ROOT = "task"
Unsure = Literal["", "redo", "resume", "ask"]


@dataclasses.dataclass(frozen=True)
class Draft:
    """One node of the task that has no path yet."""

    word: str
    label: str
    """What it is called when it has no name of its own."""
    params: Any
    children: tuple[Draft, ...]
    mark: Mark
    name: str | None = None
    """Written by the user beside the word."""
    written: tuple[str, ...] = ()
    """Parameters that stand in the YAML."""
    if_unsure: Unsure | None = None
    repeatable: bool | None = None
    allocation: Allocation | None = None


def report_duplicates(siblings: Sequence[Draft], findings: Findings) -> None:
    """Names that a user wrote twice among siblings are problems."""
    written: dict[str, Mark] = {}
    for draft in siblings:
        if draft.name is None:
            continue
        if draft.name in written:
            first = written[draft.name]
            other = (
                "every round of 'for each'" if first == draft.mark else f"its sibling at {first}"
            )
            findings.add(draft.mark, f"duplicate name {quote(draft.name)}; {other} has it too")
        written.setdefault(draft.name, draft.mark)


def finish(root: Draft) -> Blueprint:
    """The whole task with names and paths."""
    return _finish(root, root.name or ROOT, ROOT)


def finish_at(draft: Draft, name: str, path: str) -> Blueprint:
    """The same of something that stands beside the task."""
    return _finish(draft, name, path)


def _finish(
    draft: Draft, name: str, path: str, if_unsure: Unsure = "", repeatable: bool = False
) -> Blueprint:
    """What is said beside a node holds for all below it that say nothing."""
    if_unsure = if_unsure if draft.if_unsure is None else draft.if_unsure
    repeatable = repeatable if draft.repeatable is None else draft.repeatable
    children = tuple(
        _finish(child, child_name, f"{path}/{child_name}", if_unsure, repeatable)
        for child, child_name in zip(draft.children, _names_of(draft.children), strict=True)
    )
    return Blueprint(
        draft.word,
        name,
        path,
        draft.params,
        children,
        draft.mark,
        draft.written,
        if_unsure,
        repeatable,
        draft.allocation,
    )


def _names_of(siblings: Sequence[Draft]) -> list[str]:
    taken = {draft.name for draft in siblings if draft.name is not None}
    counts: dict[str, int] = {}
    return [draft.name or _free(draft.label, taken, counts) for draft in siblings]


def _free(label: str, taken: set[str], counts: dict[str, int]) -> str:
    name = label
    while name in taken:
        counts[label] = counts.get(label, 1) + 1
        name = f"{label} #{counts[label]}"
    taken.add(name)
    return name
