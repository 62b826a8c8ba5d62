"""The task tree of a problem as numbers: nodes, lineages, places, distances.

Nodes are numbered from the root down in tree order, so that bit ``i`` of a mask is node ``i``.
Times are whole microseconds: sums of the same drives are equal in every order.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from cotree.core.places import NEAREST_M, Point, distance_m, same_place
from cotree.core.reserve import largest_of_each
from cotree.core.resources import Need
from cotree.core.steps import NoPlan, PlanNode, Problem, Step

SECOND = 1_000_000
BIG_POTENTIAL = 1e6
"""Potential of a leaf that acts where the base stands: more than any move's ([P2], spec E.1)."""


@dataclasses.dataclass(frozen=True)
class Node:
    """One node of the tree, with what the rules ask about it."""

    index: int
    path: str
    kind: str
    parent: int
    """-1 for the root."""
    children: tuple[int, ...]
    below: int
    """Mask of the node itself and of all nodes under it."""
    branches: int
    """Mask of the alternatives it lives in, itself included."""
    rivals: int
    """Mask of the alternatives that exclude it."""


@dataclasses.dataclass(frozen=True)
class LeafModel:
    """One leaf: its step, and which points it drives to or acts at."""

    node: Node
    step: Step
    lineage: tuple[str, ...]
    """Owners whose resources it may use, innermost first.  An owner is a ``then``, a direct child
    of ``and`` or ``or``, or the root."""
    to: int = -1
    at: int = -1
    successor: tuple[Need, ...] = ()
    """What the next child of its ``then`` needs to begin."""

    @property
    def index(self) -> int:
        """Its number, as a node."""
        return self.node.index


@dataclasses.dataclass(frozen=True)
class Model:
    """Everything about a problem that does not change while it is simulated."""

    problem: Problem
    nodes: tuple[Node, ...]
    leaves: dict[int, LeafModel]
    points: tuple[Point, ...]
    near: tuple[tuple[bool, ...], ...]
    """Whether two points count as one place."""
    metres: tuple[tuple[float, ...], ...]
    done: int
    """Mask of the nodes that are done now."""
    committed: int
    """Mask of the chosen branches."""
    heirs: dict[str, str | None]
    """Every owner, with the owner that its loads pass to when it ends."""

    def duration(self, leaf: LeafModel, here: int) -> int:
        """How long a leaf takes from here, in microseconds."""
        travel = 0.0
        if leaf.to >= 0:
            travel = self.metres[here][leaf.to] / self.problem.speed_m_s
        return round((leaf.step.duration_s + travel) * SECOND)

    def potential_per_gripper(self, leaf: LeafModel, here: int) -> float:
        """How suitable a leaf is, before the number of grippers within reach is counted."""
        if leaf.to >= 0:
            return 1.0 / max(self.metres[here][leaf.to], NEAREST_M)
        return BIG_POTENTIAL if leaf.at >= 0 else 1.0


def walk(root: PlanNode) -> Iterator[PlanNode]:
    """The node and all below it, parents first, in order."""
    yield root
    for child in root.children:
        yield from walk(child)


def first_needs(node: PlanNode) -> tuple[Need, ...]:
    """What a node needs to begin, for the reservation made by its predecessor."""
    match node.kind:
        case "leaf":
            return node.step.needs if node.step is not None else ()
        case "then":
            waiting = next((child for child in node.children if not child.done), None)
            return () if waiting is None else first_needs(waiting)
        case "and":
            return largest_of_each([first_needs(c) for c in node.children if not c.done])
        case _:
            return ()


def fault(problem: Problem) -> NoPlan | None:
    """Why look-ahead cannot plan for this problem at all, or None."""
    known = {node.path for node in walk(problem.root) if node.kind == "leaf"}
    for node in walk(problem.root):
        if node.kind == "leaf" and node.step is None and not node.done:
            message = f"{node.path}: this leaf does not say what its step is"
            return NoPlan("not_supported", f"{message}; look-ahead needs duration and resources")
        if node.kind != "leaf" and not node.children and not node.done:
            return NoPlan("impossible", f"{node.path}: '{node.kind}' has no children to do")
    for path in problem.running:
        if path not in known:
            return NoPlan("not_supported", f"{path}: runs, but is not a leaf of the task")
    drives = any(node.step and node.step.to and not node.done for node in walk(problem.root))
    if drives and problem.speed_m_s <= 0:
        message = f"the robot's speed is {problem.speed_m_s:g} m/s; driving needs more than 0"
        return NoPlan("impossible", message)
    return None


class _Builder:
    """Numbers the tree; used once per problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.nodes: list[Node] = []
        self.leaves: dict[int, LeafModel] = {}
        self.points: list[Point] = [problem.here]
        self.done = 0
        self.committed = 0

    def point(self, at: Point | None) -> int:
        """The number of a point, new or known; -1 for none."""
        if at is None:
            return -1
        if at not in self.points:
            self.points.append(at)
        return self.points.index(at)

    def add(self, tree: PlanNode, parent: int, owners: tuple[str, ...]) -> int:
        """Number a node and all below it; ``owners`` are the ones around it, innermost first."""
        index = len(self.nodes)
        above = self.nodes[parent].kind if parent >= 0 else "and"
        if tree.kind == "then" or above != "then":
            owners = (tree.path, *owners)
        branches = self.nodes[parent].branches if parent >= 0 else 0
        if above == "or":
            branches |= 1 << index
        self.nodes.append(Node(index, tree.path, tree.kind, parent, (), 0, branches, 0))
        if tree.kind == "leaf":
            step = tree.step or Step()
            places = self.point(step.to), self.point(step.at)
            leaf = LeafModel(self.nodes[index], step, tree.lineage or owners, *places)
            self.leaves[index] = leaf
        children = tuple(self.add(child, index, owners) for child in tree.children)
        below = sum(self.nodes[child].below for child in children) | 1 << index
        self.nodes[index] = dataclasses.replace(self.nodes[index], children=children, below=below)
        self.note(tree, self.nodes[index])
        return index

    def note(self, tree: PlanNode, node: Node) -> None:
        """Remember how far a node is, and what each leaf of a ``then`` prepares for."""
        if tree.done:
            self.done |= node.below
        if tree.committed is not None:
            self.committed |= 1 << node.children[tree.committed]
        if tree.kind == "then":
            for index, after in zip(node.children, tree.children[1:], strict=False):
                if index in self.leaves:
                    self.leaves[index] = dataclasses.replace(
                        self.leaves[index], successor=first_needs(after)
                    )

    def finish(self) -> None:
        """Fill in what is known only when the whole tree is numbered."""
        for i, node in enumerate(self.nodes):
            rivals = 0
            up = node
            while up.parent >= 0:
                over = self.nodes[up.parent]
                if over.kind == "or":
                    rivals |= sum(1 << child for child in over.children if child != up.index)
                up = over
            self.nodes[i] = dataclasses.replace(node, rivals=rivals)
        for i, leaf in self.leaves.items():
            self.leaves[i] = dataclasses.replace(leaf, node=self.nodes[i])

    def heirs(self) -> dict[str, str | None]:
        """Who follows whom, from the lineages of all leaves."""
        found: dict[str, str | None] = {}
        for leaf in self.leaves.values():
            found.update(zip(leaf.lineage, (*leaf.lineage[1:], None), strict=True))
        return found


def build(problem: Problem) -> Model:
    """The problem as numbers."""
    builder = _Builder(problem)
    builder.add(problem.root, -1, ())
    builder.finish()
    points = tuple(builder.points)
    tolerance = problem.same_place_m
    return Model(
        problem=problem,
        nodes=tuple(builder.nodes),
        leaves=builder.leaves,
        points=points,
        near=tuple(tuple(same_place(a, b, tolerance) for b in points) for a in points),
        metres=tuple(tuple(distance_m(a, b) for b in points) for a in points),
        done=builder.done,
        committed=builder.committed,
        heirs=builder.heirs(),
    )
