"""A slow second opinion: a task executed by the core rules one by one, every invariant checked.

The simulator is fast because it remembers answers; the referee asks ``cotree.core`` each time, on
the tree itself, and notes whatever breaks a rule of spec E.8.  Tests and ``cotree bench`` hold the
two against each other.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

import msgspec

from cotree.core.places import NEAREST_M, Point, distance_m, same_place
from cotree.core.requests import Grant, Request, apply
from cotree.core.reserve import with_reservation
from cotree.core.resources import (
    Need,
    Resource,
    assign,
    disown,
    finish,
    release_rest,
    within_reach,
)
from cotree.core.steps import PlanNode, Problem, Step
from cotree.reallocation.schedule.choosing import SAME_TIME_S, Select, greedily
from cotree.reallocation.schedule.invariants import broken_loads, broken_resources
from cotree.reallocation.schedule.model import BIG_POTENTIAL, first_needs


@dataclasses.dataclass
class Execution:
    """What happened."""

    rounds: list[tuple[str, ...]] = dataclasses.field(default_factory=list)
    skipped: list[str] = dataclasses.field(default_factory=list)
    time_s: float = 0.0
    finished: bool = False
    broken: list[str] = dataclasses.field(default_factory=list)
    """Invariants that did not hold."""


@dataclasses.dataclass
class _Running:
    node: PlanNode
    ends_s: float
    grant: Grant


class Referee:
    """One execution of one problem."""

    def __init__(
        self,
        problem: Problem,
        select: Select = greedily,
        duration_s: Callable[[Step, float], float] = lambda step, usual_s: usual_s,
    ) -> None:
        self.problem = problem
        self.select = select
        self.duration_s = duration_s
        self.state: dict[str, Resource] = dict(problem.resources)
        self.here = problem.here
        self.now_s = 0.0
        self.running: dict[str, _Running] = {}
        self.done: set[str] = set()
        self.chosen: dict[str, int] = {}
        self.parents: dict[str, PlanNode] = {}
        self.nodes: dict[str, PlanNode] = {}
        self.orders: dict[str, int] = {}
        self.asked: dict[str, Request] = {}
        self.passed: dict[str, tuple[str, ...]] = {}
        self.result = Execution()
        self._note(problem.root)

    def _note(self, node: PlanNode) -> None:
        self.orders[node.path] = len(self.nodes)
        self.nodes[node.path] = node
        if node.done:
            self.done.add(node.path)
        if node.committed is not None:
            self.chosen[node.path] = node.committed
        for child in node.children:
            self.parents[child.path] = node
            self._note(child)

    def run(self) -> Execution:
        """Execute until the task is done or nothing can happen any more."""
        while self.problem.root.path not in self.done:
            requests = self.requests()
            grants = self.select(requests, self.state, self.now_s)
            for grant in grants:
                self._start(grant)
            if grants:
                self.result.rounds.append(tuple(grant.request.leaf for grant in grants))
            self._check()
            if not self.running:
                return self.result
            self._advance()
            self._check()
        self.result.finished = True
        self.result.time_s = self.now_s
        return self.result

    def problem_now(self) -> Problem:
        """The rest of the task, as the engine would ask about it now."""
        running = {path: run.ends_s - self.now_s for path, run in self.running.items()}
        return msgspec.structs.replace(
            self.problem,
            root=self._node_now(self.problem.root),
            resources=dict(self.state),
            here=self.here,
            running=running,
        )

    def _node_now(self, node: PlanNode) -> PlanNode:
        done = node.path in self.done
        return msgspec.structs.replace(
            node,
            children=tuple(self._node_now(child) for child in node.children),
            step=None if done else node.step,
            done=done,
            committed=self.chosen.get(node.path),
        )

    # -- who waits -----------------------------------------------------------------------------

    def lineage(self, path: str) -> tuple[str, ...]:
        """The owners around a node, innermost first."""
        found = []
        while True:
            parent = self.parents.get(path)
            if self.nodes[path].kind == "then" or parent is None or parent.kind != "then":
                found.append(path)
            if parent is None:
                return tuple(found)
            path = parent.path

    def branches(self, path: str) -> tuple[tuple[str, int], ...]:
        """The alternatives that a node lives in."""
        found = []
        while path in self.parents:
            parent = self.parents[path]
            if parent.kind == "or":
                found.append((parent.path, parent.children.index(self.nodes[path])))
            path = parent.path
        return tuple(found)

    def moving(self) -> bool:
        """Whether the base is under way."""
        return any(run.node.step and run.node.step.to for run in self.running.values())

    def stands_at(self, at: Point) -> bool:
        """Whether the base rests at a place."""
        return not self.moving() and same_place(self.here, at, self.problem.same_place_m)

    def waiting(self, node: PlanNode, passed: tuple[str, ...] = ()) -> Iterator[PlanNode]:
        """The leaves whose turn it is; what was passed over on the way is noted."""
        if node.path in self.done or node.path in self.running:
            return
        if node.kind == "leaf":
            self.passed[node.path] = passed
            yield node
        elif node.kind == "then":
            yield from self._waiting_then(node, passed)
        else:
            for i, child in enumerate(node.children):
                if self.chosen.get(node.path, i) == i:
                    yield from self.waiting(child, passed)

    def _waiting_then(self, node: PlanNode, passed: tuple[str, ...]) -> Iterator[PlanNode]:
        left = [child for child in node.children if child.path not in self.done]
        for child in left:
            to = child.step.to if child.step else None
            last = child is node.children[-1]
            idle = child.path not in self.running
            if to is not None and idle and not last and self.stands_at(to):
                passed = (*passed, child.path)
                continue
            yield from self.waiting(child, passed)
            return

    def requests(self) -> list[Request]:
        """What the waiting leaves ask for."""
        self.passed = {}
        found = []
        for leaf in self.waiting(self.problem.root):
            lineage = self.lineage(leaf.path)
            potential = self.potential(leaf.step or Step(), lineage)
            needs = with_reservation((leaf.step or Step()).needs, self.successor_needs(leaf))
            branches, order = self.branches(leaf.path), self.orders[leaf.path]
            found.append(Request(leaf.path, potential, needs, lineage, branches, order))
        return found

    def potential(self, step: Step, lineage: tuple[str, ...]) -> float:
        """How suitable a step is now."""
        if step.at is not None and not self.stands_at(step.at):
            return 0.0
        if step.to is not None:
            near = 1.0 / max(distance_m(self.here, step.to), NEAREST_M)
            if any(resource.type == "gripper" for resource in self.state.values()):
                near *= within_reach(self.state, "gripper", lineage)
            return near
        return 1.0 if step.at is None else BIG_POTENTIAL

    def successor_needs(self, leaf: PlanNode) -> tuple[Need, ...]:
        """What the next child of the leaf's ``then`` needs to begin."""
        parent = self.parents.get(leaf.path)
        if parent is None or parent.kind != "then" or leaf is parent.children[-1]:
            return ()
        return first_needs(parent.children[parent.children.index(leaf) + 1])

    # -- what happens --------------------------------------------------------------------------

    def _start(self, grant: Grant) -> None:
        request = grant.request
        node = self.nodes[request.leaf]
        step = node.step or Step()
        usual_s = step.duration_s
        if step.to is not None:
            usual_s += distance_m(self.here, step.to) / self.problem.speed_m_s
        if self.moving() and step.at is not None:
            self.result.broken.append(f"{node.path} starts although the base moves")
        if assign(request.needs, self.state, request.lineage) != grant.resources:
            self.result.broken.append(f"{node.path} starts on what it may not use")
        ends_s = self.now_s + self.duration_s(step, usual_s)
        self.running[node.path] = _Running(node, ends_s, grant)
        apply(request, grant.resources, self.state)
        self.chosen.update(request.branches)
        self.done.update(self.passed[node.path])
        self.result.skipped.extend(self.passed[node.path])

    def _advance(self) -> None:
        self.now_s = min(run.ends_s for run in self.running.values())
        over = [run for run in self.running.values() if run.ends_s <= self.now_s + SAME_TIME_S / 10]
        for run in sorted(over, key=lambda run: self.orders[run.node.path]):
            del self.running[run.node.path]
            self._end(run)

    def _end(self, run: _Running) -> None:
        request, resources = run.grant.request, run.grant.resources
        if run.node.step and run.node.step.to:
            self.here = run.node.step.to
        pairs = list(zip(request.needs, resources, strict=True))
        self.result.broken.extend(broken_loads(self.state, run.node.path, pairs))
        owner = request.lineage[0]
        finish(self.state, request.needs, resources, owner=owner, user=run.node.path, success=True)
        self._done(run.node, frozenset(name for need, name in pairs if need.keep))

    def _done(self, node: PlanNode, kept: frozenset[str]) -> None:
        self.done.add(node.path)
        parent = self.parents.get(node.path)
        follows = parent is not None and parent.kind == "then" and node is not parent.children[-1]
        lineage = self.lineage(node.path)
        if lineage[0] == node.path:
            held = {name for name, was in self.state.items() if node.path in was.owners}
            kept = frozenset(held if follows else ())
            disown(self.state, node.path, lineage[1] if len(lineage) > 1 else None, kept)
        if parent is None:
            return
        if parent.kind == "then":
            release_rest(self.state, parent.path, kept)
        enough = any if parent.kind == "or" else all
        if enough(child.path in self.done for child in parent.children):
            self._done(parent, frozenset())

    def _check(self) -> None:
        """Hold the state against the invariants."""
        over = frozenset() if self.problem.root.path in self.done else frozenset(self.done)
        broken = broken_resources(self.state, self.running.keys(), over, self.lineage)
        self.result.broken.extend(broken)
        drives = [run for run in self.running.values() if run.node.step and run.node.step.to]
        acts = [run for run in self.running.values() if run.node.step and run.node.step.at]
        if len(drives) > 1 or (drives and acts):
            self.result.broken.append("the base moves and is used at once")
