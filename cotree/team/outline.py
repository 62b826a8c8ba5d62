"""The task as the team sees it: which leaves there are, in which order, and what excludes what.

Leaves are numbered in the order of the tree (the *canonical order*), so the leaves below a node
are a range; every teammate has the same numbers because every teammate has the same tree.
After the leaves come the shared *things*: a corridor, a tool, a person's attention.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import Literal

import msgspec

from cotree.core.steps import PlanNode

Kind = Literal["then", "and", "or", "leaf"]
Repair = Literal["resume", "redo", "ask"]


class Outline(msgspec.Struct, frozen=True):
    """A task node or a leaf, without anything that only its executor must know."""

    kind: Kind
    path: str
    children: tuple[Outline, ...] = ()
    resources: tuple[str, ...] = ()
    """Of a leaf: what it needs for itself alone in the whole team (a corridor, a tool)."""
    duplicate_safe: bool = False
    """Of a leaf: whether doing it twice at once does no harm."""
    repair: Repair = "resume"
    """Of a leaf: what to do when it is found partly done."""


def outline_of(
    node: PlanNode,
    resources: Mapping[str, tuple[str, ...]] | None = None,
    duplicate_safe: frozenset[str] = frozenset(),
) -> Outline:
    """The outline of a planned task; ``resources`` maps paths of leaves to what the team shares."""
    return Outline(
        node.kind,
        node.path,
        tuple(outline_of(child, resources, duplicate_safe) for child in node.children),
        (resources or {}).get(node.path, ()),
        node.path in duplicate_safe,
    )


class Place(msgspec.Struct):
    """One node, with its surroundings as numbers."""

    number: int
    kind: Kind
    parent: int
    index: int
    """Which child of its parent it is."""
    first: int
    """The first leaf below it."""
    end: int
    """The leaf after the last one below it."""
    children: list[int]


class Task:
    """An outline, numbered, and the things that one robot of the team at a time may have.

    A thing is claimed like a leaf, but it is outside the tree: never done, and always its turn.
    """

    def __init__(self, outline: Outline, things: Iterable[str] = ()) -> None:
        self.things = tuple(things)
        self.places: list[Place] = []
        self.leaves: list[Outline] = []
        """Those of the tree, and after them the things."""
        self.place_of: list[int] = []
        """Of each leaf of the tree."""
        self._number(outline, -1, 0)
        self.first_thing = len(self.leaves)
        """Numbers from here on are things."""
        self.leaves += [Outline("leaf", name) for name in self.things]
        self.number = {leaf.path: i for i, leaf in enumerate(self.leaves)}
        if len(self.number) < len(self.leaves):
            raise ValueError(
                "two leaves (or things) of a task have the same path; paths must be unique"
            )
        whole = (outline, self.things) if self.things else outline
        self.hash = blake2b(msgspec.json.encode(whole), digest_size=8).hexdigest()
        """Equal for teammates that have the same tree and share the same things."""

    def __len__(self) -> int:
        return len(self.leaves)

    def is_thing(self, leaf: int) -> bool:
        """Whether a number is a shared thing's."""
        return leaf >= self.first_thing

    def _number(self, outline: Outline, parent: int, index: int) -> int:
        me = len(self.places)
        place = Place(me, outline.kind, parent, index, len(self.leaves), 0, [])
        self.places.append(place)
        if outline.kind == "leaf":
            self.place_of.append(me)
            self.leaves.append(outline)
        for i, child in enumerate(outline.children):
            place.children.append(self._number(child, me, i))
        place.end = len(self.leaves)
        return me

    def above(self, leaf: int) -> Iterator[tuple[Place, int]]:
        """The nodes above a leaf, nearest first, each with the child that leads to the leaf."""
        if self.is_thing(leaf):
            return
        place = self.places[self.place_of[leaf]]
        while place.parent >= 0:
            index, place = place.index, self.places[place.parent]
            yield place, index

    def branch(self, node: Place, index: int) -> range:
        """The leaves of one child."""
        child = self.places[node.children[index]]
        return range(child.first, child.end)

    def before(self, leaf: int) -> Iterator[range]:
        """Leaves that a ``then`` puts before this one, branch by branch."""
        for node, index in self.above(leaf):
            if node.kind == "then":
                for i in range(index):
                    yield self.branch(node, i)

    def after(self, leaf: int) -> list[int]:
        """Leaves that a ``then`` puts after this one, in order."""
        found: list[int] = []
        for node, index in self.above(leaf):
            if node.kind == "then":
                for i in range(index + 1, len(node.children)):
                    found += self.branch(node, i)
        return found
