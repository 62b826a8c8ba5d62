"""Whatever a file of ours is, checked as what it is: a mission, subtrees, a world or a robot."""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Collection, Mapping
from pathlib import Path

from cotree.behaviours.declare import Declaration
from cotree.core.mission import Mission
from cotree.trees.reading import mission as missions
from cotree.trees.reading import robot, world
from cotree.trees.reading.binding import Binder
from cotree.trees.reading.blueprint import TaskReader
from cotree.trees.reading.findings import Findings, Stopped
from cotree.trees.reading.including import KEYS as LIBRARY
from cotree.trees.reading.including import Gatherer
from cotree.trees.reading.library import FileLibrary, Source
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Table
from cotree.trees.reading.scope import Budget, Scope
from cotree.trees.reading.source import read_text
from cotree.trees.reading.vocabulary import Words
from cotree.trees.reading.yaml_text import parse


@dataclasses.dataclass(frozen=True)
class Part:
    """A good file that is no mission of its own, and what is in it: ``1 subtree``."""

    contents: tuple[str, ...]


def check(path: str, catalogue: Mapping[str, Declaration]) -> Mission | Part:
    """What a file holds; everything that is wrong with it is one ``InputError``."""
    return check_text(read_text(path), path, catalogue)


def check_text(text: str, path: str, catalogue: Mapping[str, Declaration]) -> Mission | Part:
    """What the text of a file holds, with the files that it mentions beside ``path``."""
    findings = Findings()
    root: Node | None = None
    with contextlib.suppress(Stopped):
        root = parse(text, path, findings)
    if findings or not isinstance(root, Table):
        return missions.loads(text, path, catalogue=catalogue)
    source = Source(path, os.path.basename(path), text)
    match kind_of_file(root.entries):
        case "subtrees":
            part = _subtrees(root, source, catalogue, findings)
        case "world":
            part = _world(root, findings)
        case "robot":
            part = _robot(root, source, findings)
        case _:
            return missions.loads(text, path, catalogue=catalogue)
    if findings:
        raise findings.error()
    return part


def kind_of_file(keys: Collection[str]) -> str:
    """What a file is by its keys; whatever looks like nothing else is a mission."""
    if any(key in keys for key in missions.REQUIRED):
        return "mission"
    if any(key in keys for key in LIBRARY):
        return "subtrees"
    if any(key in keys for key in world.TELLING):
        return "world"
    return "robot" if any(key in keys for key in robot.FIELDS) else "mission"


def _subtrees(
    root: Table, source: Source, catalogue: Mapping[str, Declaration], findings: Findings
) -> Part:
    """Subtrees are read as for a mission that uses none of them."""
    gatherer = Gatherer(FileLibrary(os.path.dirname(source.label)), findings, catalogue)
    with contextlib.suppress(Stopped):
        gatherer.check_keys(root)
        gatherer.gather(root, source, ())
        words = Words(catalogue, gatherer.subtrees, gatherer.complete)
        reader = TaskReader(words, Names(complete=False), findings)
        reader.check_unused(Scope(Budget(findings)))
    return Part((counted(len(gatherer.subtrees), "subtree"),))


def _world(root: Table, findings: Findings) -> Part:
    with contextlib.suppress(Stopped):
        found = world.read_world(root, Binder(findings)).world
        sizes = {"place": found.places, "object": found.objects, "fact": found.facts}
        return Part(tuple(counted(len(them), what) for what, them in sizes.items() if them))
    return Part(())


def _robot(root: Table, source: Source, findings: Findings) -> Part:
    model = None
    with contextlib.suppress(Stopped):
        model = robot.read_robot(root, Path(source.label).stem, Binder(findings))
    return Part((counted(len(model.resources) if model is not None else 0, "resource"),))


def counted(number: int, one: str, many: str = "") -> str:
    """``1 leaf``, ``2 leaves``."""
    return f"{number} {one if number == 1 else many or one + 's'}"
