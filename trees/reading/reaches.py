"""``simulation: {people: ...}``, what the people of the team do: for which leaves a hand goes.

A leaf is written as people speak of it: by its path, by the name of a node, or by the object that
is placed; it is found once the task is known.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cotree.behaviours.declare import Declaration
from cotree.core.mission import Blueprint, Mark, Reach, Teammate
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Field, Fields
from cotree.trees.reading.compounds import OneOrMany
from cotree.trees.reading.entries import read_entries, schema_of
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.kinds import Choice, Schema, Text, Truth
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Node, Table, quote
from cotree.trees.reading.quantities import Quantity


@dataclasses.dataclass(frozen=True)
class Named:
    """A leaf as it is written, and where."""

    text: str
    mark: Mark


@dataclasses.dataclass(frozen=True)
class LeafKind:
    """The path of a leaf, its name, or the object that it places."""

    expected: str = "a leaf: its path, its name, or the object that it places"

    def read(self, node: Node, names: Names) -> Named:
        """What is written; the task decides later whether there is such a leaf."""
        return Named(Text(self.expected).read(node, names), node.mark)

    def schema(self) -> Schema:
        """A string."""
        return {"type": "string", "minLength": 1}


YES_NO = {"yes": True, "no": False}

FIELDS: Fields = {
    field.name: field
    for field in (
        Field("reaches_for", LeafKind(), required=True, doc="the leaf that the hand goes for"),
        Field("after", OneOrMany(LeafKind()), doc="leaves that must be done before"),
        Field("delay", Quantity("s"), doc="how long the person waits then", to="delay_s"),
        Field(
            "answers",
            Choice(tuple(YES_NO)),
            doc="to a robot that asks 'do you want to go on with it?': yes, the person keeps it",
            default="yes",
        ),
        Field(
            "acts", Truth(), doc="false: the person says so, and then does nothing", default=True
        ),
        Field(
            "asked",
            Truth(),
            doc="true: only if a robot asks for help; 'answers' says whether the person helps",
            default=False,
        ),
    )
}


@dataclasses.dataclass(frozen=True)
class ReachKind:
    """``{reaches_for: cup, after: [sugar], delay: 1 s, answers: no}``."""

    expected: str = "a reach such as {reaches_for: cup, after: [sugar], delay: 1 s, answers: no}"

    def read(self, node: Node, names: Names) -> dict[str, Any]:
        """The values as written; the first mistake is told."""
        return read_entries(self, "a reach", FIELDS, node, names)

    def schema(self) -> Schema:
        """An object."""
        return schema_of(FIELDS)


# -- once the task is known --------------------------------------------------------------------


class Leaves:
    """Finds the leaf that is meant by a path, a name or an object."""

    def __init__(self, task: Blueprint, catalogue: Mapping[str, Declaration]) -> None:
        self._nodes = list(task.walk())
        self._paths = {node.path: node for node in self._nodes}
        self._catalogue = catalogue

    def find(self, text: str) -> str | tuple[str, ...]:
        """The path of the one leaf, or the paths of those that could be meant."""
        if text in self._paths:
            return self._of([self._paths[text]])
        named = [node for node in self._nodes if node.name == text]
        return self._of(named or [node for node in self._leaves() if self._places(node) == text])

    def known(self) -> list[str]:
        """What may be written, as short as it can be."""
        found = {self._places(leaf) or leaf.name for leaf in self._leaves()}
        return sorted(found)

    def moves_nothing(self, path: str) -> bool:
        """Whether this is a leaf that brings no object to where it belongs."""
        return path in self._paths and self._places(self._paths[path]) is None

    def _of(self, nodes: list[Blueprint]) -> str | tuple[str, ...]:
        """A node that contains others stands for the one leaf below it, or the one that places."""
        if len(nodes) == 1:
            leaves = [node for node in nodes[0].walk() if not node.children]
            placing = [leaf for leaf in leaves if self._places(leaf)]
            nodes = leaves if len(leaves) == 1 or not placing else placing
        return nodes[0].path if len(nodes) == 1 else tuple(node.path for node in nodes)

    def _leaves(self) -> Iterator[Blueprint]:
        return (node for node in self._nodes if not node.children)

    def _places(self, leaf: Blueprint) -> str | None:
        """The object that it brings to where it belongs."""
        make = self._catalogue[leaf.word].make
        object_ = getattr(leaf.params, "object", None)
        lasts = getattr(make, "goal_lasts", False)
        return object_ if lasts and isinstance(object_, str) else None


def reaches_of(
    written: Mapping[str, Iterable[Mapping[str, Any]]], leaves: Leaves, findings: Findings
) -> dict[str, tuple[Reach, ...]]:
    """What people do, with the paths of the leaves that are meant."""
    found: dict[str, tuple[Reach, ...]] = {}
    for name, lines in written.items():
        found[name] = tuple(_reach(line, leaves, findings) for line in lines)
    return found


def _reach(line: Mapping[str, Any], leaves: Leaves, findings: Findings) -> Reach:
    for_ = _path(line["reaches_for"], leaves, findings)
    if leaves.moves_nothing(for_):
        findings.add(
            line["reaches_for"].mark,
            f"{quote(for_, 60)} brings no object anywhere, so no hand can be seen going for it",
        )
    return Reach(
        for_=for_,
        after=tuple(_path(named, leaves, findings) for named in line.get("after", ())),
        delay_s=line.get("delay_s", 0.0),
        keeps=YES_NO[line.get("answers", "yes")],
        acts=line.get("acts", True),
        asked=line.get("asked", False),
    )


def _path(named: Named, leaves: Leaves, findings: Findings) -> str:
    """The path of the leaf that is meant; empty if that is not clear."""
    found = leaves.find(named.text)
    if isinstance(found, str):
        return found
    if not found:
        hint = did_you_mean(named.text[:80], leaves.known())
        findings.add(named.mark, f"no leaf {quote(named.text)}{hint}")
    else:
        said = " or ".join(quote(path, 60) for path in found[:2])
        more = ", or another one" if len(found) > 2 else ""
        findings.add(
            named.mark, f"{quote(named.text)} can be one of {len(found)} leaves: {said}{more}"
        )
    return ""


def check_people(node: Node | None, team: Mapping[str, Teammate], findings: Findings) -> None:
    """Only people of the team have a script."""
    people = node.entries.get("people") if isinstance(node, Table) else None
    if people is None or not isinstance(people.value, Table):
        return
    for name, entry in people.value.entries.items():
        wrong = _unknown(name, team)
        if wrong is not None:
            findings.add(entry.key.mark, wrong)


def _unknown(name: str, team: Mapping[str, Teammate]) -> str | None:
    if name not in team:
        people = [other for other, mate in team.items() if mate.robot is None]
        return f"no person {quote(name)} in the team{did_you_mean(name[:80], people)}"
    if team[name].robot is not None:
        return f"{quote(name)} is a robot; only people follow a script"
    return None
