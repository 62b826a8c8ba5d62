"""What is held while something else is taken, anywhere in the task: the order of acquisition.

A robot waits for what it lacks while its lineage keeps something for the next step: the base where
a move brought it, a loaded gripper, whatever ``holding`` took.  If robots can wait for each other
in a circle, the circle is a cycle of this graph over types of resources.  It leads through two
shared things at least: who waits for what a robot has alone waits on the same robot, where every
grant is weighed (``cotree.trees.safety``), so that only a shared thing leads on to another robot,
and another one must lead back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from py_trees.behaviour import Behaviour

from cotree.behaviours.leaf import Leaf
from cotree.behaviours.wrapper import Wrapper
from cotree.core.reserve import to_reserve
from cotree.core.resources import Mode, Need
from cotree.trees.and_ import And
from cotree.trees.or_ import Or
from cotree.trees.scopes import scope_of_leaf, scope_of_unit
from cotree.trees.task import TaskNode
from cotree.trees.then import Then

Loads = frozenset[tuple[str, str]]
"""Types of resources, and what they are loaded with."""
NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Held:
    """What a lineage may hold when something below a node begins."""

    around: frozenset[str] = NOTHING
    """For as long as the node takes."""
    kept: frozenset[str] = NOTHING
    """Handed on by the step before, until the node's first step is over."""
    loads: Loads = frozenset()

    def types(self) -> frozenset[str]:
        """All together."""
        return self.around | self.kept | {type_ for type_, _ in self.loads}

    def inside(self) -> Held:
        """For each of several parts: what was handed on stays until all are over."""
        return replace(self, around=self.around | self.kept, kept=NOTHING)


class Ordering:
    """Walks a task once; ``edges`` tells what is taken while what is held, and where."""

    def __init__(
        self,
        needs_of: Callable[[Leaf], Iterable[Need]],
        types: Mapping[str, str],
        things: Iterable[str],
    ) -> None:
        self.edges: dict[tuple[str, str], Behaviour] = {}
        self._needs_of = needs_of
        self._types = types
        self._things = frozenset(things)

    def walk(self, node: Behaviour, held: Held) -> Held:
        """The part of the task below a node; returns what is held afterwards."""
        if isinstance(node, Then):
            return self._then(node, held)
        if isinstance(node, TaskNode):
            return self._any_order(node, held)
        leaf = asking_leaf(node)
        return self._unit(node, held) if leaf is None else self._leaf(leaf, held)

    # -- task nodes ----------------------------------------------------------------------------

    def _then(self, node: Then, held: Held) -> Held:
        now = held.inside()
        for child, after in zip(node.children, [*node.children[1:], None], strict=True):
            reserved = self._reserved(child, after, now)
            ended = self.walk(child, now)
            now = replace(ended, kept=ended.kept | reserved)
        return replace(now, around=held.around)

    def _reserved(self, child: Behaviour, after: Behaviour | None, held: Held) -> frozenset[str]:
        """What a leaf that keeps something takes already for the next one."""
        leaf = asking_leaf(child)
        head = None if after is None else _head(after)
        if leaf is None or head is None or not any(need.keep for need in self._needs_of(leaf)):
            return NOTHING
        found = {self._type(need) for need in filter(to_reserve, self._needs_of(head))}
        found -= self._things
        self._take(leaf, held, found)
        return frozenset(found)

    def _any_order(self, node: TaskNode, held: Held) -> Held:
        """Children of an ``and`` or an ``or``; only in an ``and`` do loads pass on."""
        inside = held.inside()
        if isinstance(node, And):
            kept = [self._loads_after(child, frozenset()) for child in node.children]
            inside = replace(inside, loads=inside.loads.union(*kept))
        ends = [self.walk(child, inside).loads for child in node.children]
        dropped = frozenset[tuple[str, str]]().union(*(held.loads - end for end in ends))
        loads = frozenset[tuple[str, str]]().union(*ends) - dropped
        return Held(held.around, NOTHING, loads if isinstance(node, And | Or) else held.loads)

    def _loads_after(self, node: Behaviour, loads: Loads) -> Loads:
        """What is loaded once everything below a node is done, in the written order."""
        for leaf in node.iterate():
            for need in self._needs_of(leaf) if isinstance(leaf, Leaf) else ():
                if need.drops:
                    loads = frozenset(each for each in loads if each[1] != need.holding)
                if need.takes is not None:
                    loads |= {(self._type(need), need.takes)}
        return loads

    # -- units ---------------------------------------------------------------------------------

    def _leaf(self, leaf: Leaf, held: Held) -> Held:
        """A leaf takes everything at once, and what ``holding`` around it adds."""
        scope = scope_of_leaf(leaf)
        needs = [*(n for n in self._needs_of(leaf) if n.type not in scope.held), *scope.things]
        loaded = {need.holding for need in needs} & {load for _, load in held.loads}
        wanted = {self._type(n) for n in needs if n.holding is None or n.holding not in loaded}
        wanted -= held.around | held.kept
        self._take(leaf, held, wanted)
        stays = {self._type(need) for need in needs if need.mode is Mode.SHARED}
        self._take(leaf, Held(frozenset(stays)), wanted)  # when it failed and is tried again
        dropped = {need.holding for need in needs if need.drops}
        loads = {(type_, load) for type_, load in held.loads if load not in dropped}
        loads |= {(self._type(need), need.takes) for need in needs if need.takes is not None}
        kept = frozenset(self._type(need) for need in needs if need.keep)
        return Held(held.around, kept, frozenset(loads))

    def _unit(self, root: Behaviour, held: Held) -> Held:
        """A unit of several leaves: what its leaves keep stays with it, in whatever order."""
        scope = scope_of_unit(root)
        things = {need.type for need in scope.things}
        self._take(root, held, things)
        needs = {
            leaf: [need for need in self._needs_of(leaf) if need.type not in scope.held]
            for leaf in root.iterate()
            if isinstance(leaf, Leaf)
        }
        every = [need for of_leaf in needs.values() for need in of_leaf]
        taken = {(self._type(need), need.takes) for need in every if need.takes is not None}
        kept = held.kept | {self._type(need) for need in every if need.keep}
        given_back = {self._type(need) for need in every if not need.keep}
        own = held.around | (held.kept - given_back)
        now = Held(held.around | things, frozenset(kept), held.loads | taken)
        for leaf, of_leaf in needs.items():
            wanted = {self._type(need) for need in of_leaf if need.holding is None}
            self._take(leaf, now, wanted - own)
        return Held(held.around, frozenset(kept), self._loads_after(root, held.loads))

    # -- edges ---------------------------------------------------------------------------------

    def _type(self, need: Need) -> str:
        return self._types.get(need.type, need.type)

    def _take(self, node: Behaviour, held: Held, wanted: Iterable[str]) -> None:
        """What one asker wants is no order: who does not get all of it gives all of it back."""
        for type_ in wanted:
            for before in held.types() - {type_}:
                self.edges.setdefault((before, type_), node)


def asking_leaf(node: Behaviour) -> Leaf | None:
    """The leaf that a unit asks for: itself, or the one inside decorators that keep its verdict."""
    while isinstance(node, Wrapper) and node.keeps:
        node = node.decorated
    return node if isinstance(node, Leaf) else None


def _head(node: Behaviour) -> Leaf | None:
    """The leaf that asks first, if that is only one."""
    while isinstance(node, Then):
        node = node.children[0]
    return asking_leaf(node)


def circle(edges: Iterable[tuple[str, str]], things: Iterable[str]) -> list[str] | None:
    """The shortest way from a shared thing through another one back to it, or None."""
    after: dict[str, list[str]] = {}
    for before, type_ in edges:
        after.setdefault(before, []).append(type_)
    shared = [thing for thing in things if thing in after]
    best: list[str] | None = None
    for number, one in enumerate(shared):
        for other in shared[number + 1 :]:
            there, back = _way(one, other, after), _way(other, one, after)
            if there is None or back is None:
                continue
            if best is None or len(there) + len(back) - 1 < len(best):
                best = [*there, *back[1:]]
    return best


def _way(start: str, goal: str, after: Mapping[str, list[str]]) -> list[str] | None:
    """The shortest path, both ends included."""
    came: dict[str, str | None] = {start: None}
    front = [start]
    while front:
        following: list[str] = []
        for node in front:
            for type_ in after.get(node, ()):
                if type_ not in came:
                    came[type_] = node
                    following.append(type_)
        front = following
    if goal not in came:
        return None
    way: list[str] = []
    node_: str | None = goal
    while node_ is not None:
        way.append(node_)
        node_ = came[node_]
    return way[::-1]
