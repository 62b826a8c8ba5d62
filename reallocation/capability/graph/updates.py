"""What actions and observations change in the graph (1.1, life cycle)."""

from __future__ import annotations

import dataclasses

from cotree.reallocation.capability.graph.knowledge import Edge, Knowledge


def grasped(known: Knowledge, part: str, thing: str) -> Knowledge:
    """A part has taken an object: it stands on nothing any more."""
    holder = known.holder(thing)
    if holder not in (None, part):
        raise ValueError(f"{part} cannot grasp {thing}: {holder} holds it")
    stood = frozenset(_standing(known, thing))
    return known.changed(frozenset([Edge(part, "touches", thing)]), stood)


def released(known: Knowledge, thing: str, place: str, verb: str = "on") -> Knowledge:
    """An object was put somewhere, or seen there: no robot has to do with it any more."""
    cross = frozenset(known.find(verb="touches", target=thing)) | frozenset(
        known.find(verb="observes", target=thing)
    )
    return known.changed(
        frozenset([Edge(thing, verb, place)]), cross | frozenset(_standing(known, thing))
    )


def detected(known: Knowledge, part: str, thing: str) -> Knowledge:
    """A part sees an object."""
    return known.changed(frozenset([Edge(part, "observes", thing)]))


def unseen(known: Knowledge, part: str) -> Knowledge:
    """A part sees nothing any more."""
    return known.changed(drop=frozenset(known.find(part, "observes")))


def robot_lost(known: Knowledge, robot: str) -> Knowledge:
    """A member has gone, with its parts; what it held is nowhere, until somebody sees it."""
    parts = {edge.target for edge in known.find(robot, "controls")}
    return known.without(frozenset({robot, *parts}))


def part_lost(known: Knowledge, part: str) -> Knowledge:
    """A part has failed."""
    return known.without(frozenset({part}))


def attribute(known: Knowledge, thing: str, key: str, value: str) -> Knowledge:
    """Something is known about an object or a robot, new or better.

    Nothing changes if that was known; otherwise the version rises by one.
    """
    node = known.nodes[thing]
    if (key, value) in node.facts:
        return known
    name = f"{thing}.{key}"
    facts = tuple((k, value if k == key else v) for k, v in node.facts)
    if key not in dict(node.facts):
        facts = (*facts, (key, value))
    if node.sort != "object":
        return known.with_nodes(node._replace(facts=facts))
    found = known.with_nodes(
        node._replace(facts=facts),
        node._replace(name=name, sort="attribute", facts=((key, value),)),
    )
    edges = found.edges | {Edge(thing, "has", name)}
    return dataclasses.replace(found, edges=edges)


def _standing(known: Knowledge, thing: str) -> list[Edge]:
    """How an object stands to others."""
    return [edge for edge in known.find(source=thing) if known.nodes[edge.target].sort == "object"]
