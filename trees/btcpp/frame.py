"""All of a mission but its task: what a tree that is brought in stands in."""

from __future__ import annotations

import dataclasses
import json

from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark
from cotree.trees.reading.findings import Findings, Stopped
from cotree.trees.reading.nodes import Table
from cotree.trees.reading.source import read_text
from cotree.trees.reading.yaml_text import parse

TREES = ("task", "subtrees")


@dataclasses.dataclass(frozen=True)
class Frame:
    """The text that stands before the task, and where it came from."""

    text: str
    file: str = ""
    """Beside which worlds and robots are looked for."""


def plain_frame(name: str, robot: str = "pr2") -> Frame:
    """One robot without a world."""
    title = json.dumps(name, ensure_ascii=False)
    return Frame(f"mission: {title}\nteam: {{{robot}: {{robot: {robot}}}}}\n")


def frame_of(path: str) -> Frame:
    """Another mission without its task and subtrees; ``InputError``: it is none."""
    text = read_text(path)
    findings = Findings()
    try:
        root = parse(text, path, findings)
        if findings or not isinstance(root, Table) or "mission" not in root.entries:
            raise Stopped
    except Stopped:
        if not findings:
            raise _no_mission(path) from None
        raise findings.error() from None
    starts = [entry.key.mark.line for entry in root.entries.values()]
    if len(set(starts)) < len(starts):
        raise _no_mission(path)
    lines = text.splitlines()
    kept = lines[: min(starts) - 1]
    for entry, end in zip(root.entries.values(), [*starts[1:], len(lines) + 1], strict=True):
        if entry.key.text not in TREES:
            kept += lines[entry.key.mark.line - 1 : end - 1]
    return Frame("\n".join(kept).rstrip() + "\n", path)


def _no_mission(path: str) -> InputError:
    return InputError([Mistake(Mark(path, 1, 1), "is no mission with a line for each key")])
