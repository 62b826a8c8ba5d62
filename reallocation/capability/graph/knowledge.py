"""The graph itself: two layers, the edges between them, and a version that every change raises."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from cotree.reallocation.capability.models import Job, Relation, Robot

Sort: TypeAlias = Literal["robot", "part", "object", "attribute"]
Verb: TypeAlias = str
"""``collaborates``, ``controls``, ``has``, ``touches``, ``observes``; or how objects interact."""

LAYERS: Mapping[Sort, Literal["robot", "job"]] = MappingProxyType(
    {"robot": "robot", "part": "robot", "object": "job", "attribute": "job"}
)


class Node(NamedTuple):
    """Something the graph knows of."""

    name: str
    """``M1``, ``M1/P1``, ``box``, ``box.weight``."""
    sort: Sort
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def layer(self) -> str:
        """``robot`` or ``job``."""
        return LAYERS[self.sort]


class Edge(NamedTuple):
    """What one node has to do with another; ``collaborates`` goes both ways."""

    source: str
    verb: Verb
    target: str


@dataclasses.dataclass(frozen=True)
class Knowledge:
    """What is known now.  A change makes another one, with the next version."""

    nodes: Mapping[str, Node]
    edges: frozenset[Edge]
    version: int = 0

    # -- questions -----------------------------------------------------------------------------

    def of(self, sort: Sort) -> Iterator[Node]:
        """All nodes of a sort, by name."""
        return (self.nodes[name] for name in sorted(self.nodes) if self.nodes[name].sort == sort)

    def find(self, source: str = "", verb: Verb = "", target: str = "") -> list[Edge]:
        """All edges that are like this; what is empty may be anything."""
        return sorted(
            edge
            for edge in self.edges
            if source in ("", edge.source)
            and verb in ("", edge.verb)
            and target in ("", edge.target)
        )

    def holder(self, thing: str) -> str | None:
        """The part that touches an object, if any."""
        return next((edge.source for edge in self.find(verb="touches", target=thing)), None)

    def relations(self) -> frozenset[Relation]:
        """How the objects stand to each other."""
        return frozenset(
            Relation(*edge) for edge in self.edges if self._sorts(edge) == ("object", "object")
        )

    def layer(self, name: Literal["robot", "job"]) -> Knowledge:
        """One layer alone, without the edges between layers."""
        nodes = {key: node for key, node in self.nodes.items() if node.layer == name}
        edges = frozenset(e for e in self.edges if e.source in nodes and e.target in nodes)
        return Knowledge(MappingProxyType(nodes), edges, self.version)

    # -- changes -------------------------------------------------------------------------------

    def changed(
        self, add: frozenset[Edge] = frozenset(), drop: frozenset[Edge] = frozenset()
    ) -> Knowledge:
        """With and without these edges."""
        for edge in sorted(add):
            for end in (edge.source, edge.target):
                if end not in self.nodes:
                    known = ", ".join(sorted(self.nodes)) or "nothing"
                    raise KeyError(f"the graph knows no '{end}' (it knows: {known})")
        return dataclasses.replace(self, edges=(self.edges - drop) | add, version=self.version + 1)

    def with_nodes(self, *nodes: Node) -> Knowledge:
        """With these nodes, new or known better."""
        found = {**self.nodes, **{node.name: node for node in nodes}}
        return dataclasses.replace(self, nodes=MappingProxyType(found), version=self.version + 1)

    def without(self, names: frozenset[str]) -> Knowledge:
        """Without these nodes and all their edges."""
        nodes = {key: node for key, node in self.nodes.items() if key not in names}
        edges = frozenset(e for e in self.edges if not {e.source, e.target} & names)
        return Knowledge(MappingProxyType(nodes), edges, self.version + 1)

    def _sorts(self, edge: Edge) -> tuple[Sort, Sort]:
        return self.nodes[edge.source].sort, self.nodes[edge.target].sort


def charge(robot: Robot) -> str:
    """How full a battery is, as the graph says it: to the hundredth, so that it seldom changes."""
    return f"{round(robot.battery, 2):g}"


def of_job(job: Job) -> Knowledge:
    """The job layer as it is at first."""
    nodes, edges = [], set()
    named = {thing.name for thing in job.things}
    for thing in job.things:
        nodes.append(Node(thing.name, "object", thing.attributes))
        for key, value in thing.attributes:
            nodes.append(Node(f"{thing.name}.{key}", "attribute", ((key, value),)))
            edges.add(Edge(thing.name, "has", f"{thing.name}.{key}"))
        if thing.on:
            edges.add(Edge(thing.name, "on", thing.on))
    nodes += [Node(each, "object") for each in sorted({t.on for t in job.things} - named - {""})]
    return Knowledge(MappingProxyType({node.name: node for node in nodes}), frozenset(edges))


def joined(known: Knowledge, robots: tuple[Robot, ...], assembled: bool = False) -> Knowledge:
    """With the members of a team; in an assembly, each collaborates with its neighbours only."""
    nodes, edges = [], set()
    for robot in robots:
        facts = (("model", robot.model.name), ("battery", charge(robot)))
        nodes.append(Node(robot.name, "robot", facts))
        for part in robot.parts:
            name = f"{robot.name}/{part.name}"
            said = (("domain", part.domain), ("level", str(part.level)), ("type", str(part.type)))
            nodes.append(Node(name, "part", said))
            edges.add(Edge(robot.name, "controls", name))
    for i, one in enumerate(robots):
        for other in robots[i + 1 : i + 2 if assembled else len(robots)]:
            edges.add(Edge(one.name, "collaborates", other.name))
    return known.with_nodes(*nodes).changed(frozenset(edges))
