"""How far a job is: its knowledge graph, kept in step with what is seen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from cotree.core.actions import ObjectSeen
from cotree.core.jobs import Job, Robot, Thing, seen_by
from cotree.core.places import Point, distance_m
from cotree.reallocation.capability.graph import updates
from cotree.reallocation.capability.graph.knowledge import Edge, Knowledge, charge, joined, of_job
from cotree.reallocation.capability.graph.progress import Progress, progress
from cotree.runtime.jobs.names import Facts, word

ON_M = 0.3
"""What is nearer than this to a place stands there."""


class Known:
    """The graph of one job, from its first state on; each change makes its next version."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.graph: Knowledge = of_job(job)
        self._members: frozenset[str] = frozenset()
        self._covered: frozenset[str] = frozenset()
        """Parts that see nothing now: ``M1/P1``."""
        self._stands_at: tuple[Knowledge, Progress] | None = None
        self._past: dict[str, str] = {}
        """By object: who had seen it before it was put down, which is told still."""

    def team(
        self, robots: tuple[Robot, ...], *, tower: bool, covered: frozenset[str] = frozenset()
    ) -> None:
        """These robots do it, as they are now; who was of the team and is not goes with its parts.

        So does a part that fails; one that works again is back.  A covered part observes nothing.
        """
        names = frozenset(robot.name for robot in robots)
        for gone in sorted(self._members - names):
            self.graph = updates.robot_lost(self.graph, gone)
        for robot in robots:
            for part in robot.failed:
                if f"{robot.name}/{part}" in self.graph.nodes:
                    self.graph = updates.part_lost(self.graph, f"{robot.name}/{part}")
        if names != self._members or self._lacks_parts(robots):
            self.graph = joined(self.graph, robots, tower)
        for robot in robots:
            self.graph = updates.attribute(self.graph, robot.name, "battery", charge(robot))
        for part in sorted(covered):
            if self.graph.find(part, "observes"):
                self.graph = updates.unseen(self.graph, part)
        self._members, self._covered = names, covered

    def look(
        self, objects: Mapping[str, ObjectSeen], places: Mapping[str, Point], facts: Facts
    ) -> None:
        """Take over what is seen now."""
        for thing in self.job.things:
            there = objects.get(thing.name)
            if there is None or thing.fixed:
                continue
            if there.held_by is not None:
                self._held(thing.name, "/".join(there.held_by))
                self._past[thing.name] = word(facts, seen_by(self.job.name, thing.name))
            else:
                self._stands(thing.name, self._below(thing.name, there.at, objects, places))
                self._observed(thing.name, word(facts, seen_by(self.job.name, thing.name)))
                self._located(thing, there.at)

    def progress(self) -> Progress:
        """How it stands; judged once for each version of the graph."""
        if self._stands_at is None or self._stands_at[0] is not self.graph:
            self._stands_at = self.graph, progress(self.graph, self.job)
        return self._stands_at[1]

    def complete(self) -> bool:
        """Whether the job is done."""
        return self.progress().complete

    def settled(self, thing: str) -> bool:
        """Whether an object stands where the job wants it."""
        wanted = {relation for relation in self.job.goal if relation.subject == thing}
        return bool(wanted) and wanted <= self.graph.relations()

    def _held(self, thing: str, part: str) -> None:
        if self.graph.holder(thing) == part:
            return
        stood = [edge for edge in self.graph.find(source=thing) if edge.verb == "on"]
        loose = frozenset(stood) | frozenset(self.graph.find(verb="touches", target=thing))
        known = part in self.graph.nodes
        touch = frozenset([Edge(part, "touches", thing)]) if known else frozenset()
        if stood or known:
            self.graph = self.graph.changed(touch, loose)

    def _stands(self, thing: str, place: str) -> None:
        now = [edge.target for edge in self.graph.find(thing, "on")]
        if place and (now != [place] or self.graph.holder(thing)):
            self.graph = updates.released(self.graph, thing, place)

    def _observed(self, thing: str, part: str) -> None:
        """Seen by a part, unless it was put down since."""
        edge = Edge(part, "observes", thing)
        if part == self._past.get(thing) or part in self._covered:
            return
        self._past.pop(thing, None)
        fresh = not self.graph.find(verb="observes", target=thing)
        if part in self.graph.nodes and fresh and edge not in self.graph.edges:
            self.graph = updates.detected(self.graph, part, thing)

    def _located(self, thing: Thing, at: Point) -> None:
        """Where it lies, to the centimetre, if the job tells that of it at first."""
        numbers = len(dict(thing.attributes).get("location", "").split())
        if numbers:
            seen = " ".join(f"{round(each, 2) + 0.0:g}" for each in at[:numbers])
            self.graph = updates.attribute(self.graph, thing.name, "location", seen)

    def _lacks_parts(self, robots: tuple[Robot, ...]) -> bool:
        """Whether a part that works is not in the graph."""
        nodes = self.graph.nodes
        return any(
            f"{each.name}/{part.name}" not in nodes for each in robots for part in each.parts
        )

    def _below(
        self,
        thing: str,
        at: Point,
        objects: Mapping[str, ObjectSeen],
        places: Mapping[str, Point],
    ) -> str:
        """What it stands on, of all that the job knows; empty: on nothing of that."""
        near = [
            (distance_m(at, there), name)
            for name in self._supports(thing)
            if (there := _where(name, objects, places)) is not None
        ]
        away_m, name = min(near, default=(math.inf, ""))
        return name if away_m <= ON_M else ""

    def _supports(self, thing: str) -> Iterable[str]:
        """What it may stand on: where it was, where it belongs, and all that nobody carries."""
        moved = {each.name for each in self.job.things if not each.fixed}
        own = {each.on for each in self.job.things if each.name == thing}
        own |= {relation.object for relation in self.job.goal if relation.subject == thing}
        names = {node.name for node in self.graph.of("object")}
        return sorted((names - moved) | (own & names) - {thing})


def _where(
    name: str, objects: Mapping[str, ObjectSeen], places: Mapping[str, Point]
) -> Point | None:
    if name in places:
        return places[name]
    there = objects.get(name)
    return None if there is None else there.at
