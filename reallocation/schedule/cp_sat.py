"""Carrying many objects as a tour with a capacity, improved by CP-SAT (OR-Tools).

One node per pick or place; an arc drives on, starts a new round at the same place, or joins the
round before it on another gripper.  The model ignores what only the simulator knows, so each answer
is executed by the simulator and counts only if it really is better than the incumbent.
"""

from __future__ import annotations

from typing import NamedTuple

from ortools.sat.python import cp_model  # noqa: TID253  (this file loads only when asked for)

from cotree.reallocation.cp_watch import search
from cotree.reallocation.schedule.bound import Bound
from cotree.reallocation.schedule.model import SECOND, LeafModel
from cotree.reallocation.schedule.realise import realise, rounds_of
from cotree.reallocation.schedule.simulate import Simulator
from cotree.reallocation.schedule.solution import Solution, Stop, never

SLICES = 4
SLICE_S = 1.0
"""Deterministic time, which CP-SAT counts in operations."""
START = -1
"""Where the base stands now, as a node of the tour."""


class Arc(NamedTuple):
    """One node after another: what it costs, and whether both share a round."""

    tail: int
    head: int
    millis: int
    steps: int
    joins: bool


class Tour:
    """The open picks and places of one problem."""

    def __init__(self, simulator: Simulator, bound: Bound) -> None:
        self.simulator = simulator
        self.bound = bound
        self.chores = bound.chores
        self.full = self.chores.carriers
        self.state = simulator.initial()
        open_ = ~self.state.done
        self.nodes = {i.index: i for i in self.chores.acting if open_ >> i.index & 1}
        self.picks = {d: p for d, p in self.chores.picks.items() if d in self.nodes}
        self.aboard = sum(p not in self.nodes for p in self.picks.values())

    def fits(self) -> bool:
        """Whether the task is of this class: only driving, picking and placing, nothing runs."""
        paired = set(self.picks) | set(self.picks.values())
        return bool(
            self.nodes
            and self.full
            and not self.bound.chained
            and not self.bound.optional
            and not self.state.running
            and paired >= set(self.nodes)
        )

    def gain(self, node: int) -> int:
        """What a node adds to the load."""
        return -1 if node in self.picks else 1

    def arcs(self) -> list[Arc]:
        """Every way from one node to another."""
        found = []
        for head, leaf in self.nodes.items():
            found.append(self._arc(START, self.state.here, head, leaf))
            found.append(Arc(head, START, 0, 0, joins=False))
            for tail, before in self.nodes.items():
                if tail == head or self.picks.get(tail) == head:
                    continue
                arc = self._arc(tail, before.at, head, leaf)
                found.append(arc)
                if arc.steps == 1 and tail < head and self.picks.get(head) != tail:
                    longer = leaf.step.duration_s - before.step.duration_s
                    found.append(Arc(tail, head, max(0, round(longer * 1000)), 0, joins=True))
        return found

    def _arc(self, tail: int, here: int, head: int, leaf: LeafModel) -> Arc:
        model, site = self.simulator.model, self.bound.map.site
        millis, steps = round(leaf.step.duration_s * 1000), 1
        if site[here] != site[leaf.at]:
            overhead = self.chores.overhead.get(site[leaf.at], 0)
            travel = model.metres[here][leaf.at] / model.problem.speed_m_s
            millis += round(travel * 1000) + overhead * 1000 // SECOND
            steps += 1
        return Arc(tail, head, millis, steps, joins=False)


class _Model:
    """The tour as constraints."""

    def __init__(self, tour: Tour) -> None:
        self.tour = tour
        self.model = cp_model.CpModel()
        self.arcs = tour.arcs()
        self.used = [self.model.new_bool_var("") for _ in self.arcs]
        number = {node: i for i, node in enumerate([START, *tour.nodes])}
        circuit = [
            (number[arc.tail], number[arc.head], used)
            for arc, used in zip(self.arcs, self.used, strict=True)
        ]
        self.model.add_circuit(circuit)
        self.order = self._counters(len(tour.nodes))
        self.load = self._counters(tour.full)
        self.before = self._counters(tour.full)
        self.size = self._counters(tour.full)
        self.picked = self._counters(tour.full)
        for arc, used in zip(self.arcs, self.used, strict=True):
            if arc.head != START:
                self._follow(arc, used)
        for node in tour.nodes:
            self.model.add(self.before[node] + self.picked[node] <= tour.full)
        for drop, pick in tour.picks.items():
            if pick in tour.nodes:
                self.model.add(self.order[pick] < self.order[drop])
        costs = [arc.millis * 1024 + arc.steps for arc in self.arcs]
        self.model.minimize(cp_model.LinearExpr.weighted_sum(self.used, costs))

    def _counters(self, most: int) -> dict[int, cp_model.IntVar]:
        return {node: self.model.new_int_var(0, most, "") for node in self.tour.nodes}

    def _follow(self, arc: Arc, used: cp_model.IntVar) -> None:
        """What holds at the head of an arc that is used."""
        head, tail, tour = arc.head, arc.tail, self.tour
        first = tail == START
        picks = int(tour.gain(head) > 0)
        load = tour.aboard if first else self.load[tail]
        before, size, picked = (
            (self.before[tail], self.size[tail], self.picked[tail]) if arc.joins else (load, 0, 0)
        )
        for equality in (
            self.order[head] == (0 if first else self.order[tail] + 1),
            self.load[head] == load + tour.gain(head),
            self.before[head] == before,
            self.size[head] == size + 1,
            self.picked[head] == picked + picks,
        ):
            self.model.add(equality).only_enforce_if(used)

    def hint(self, rounds: list[list[int]]) -> None:
        """Start from this order."""
        chosen = set()
        last = START
        for leaves in rounds:
            for i, node in enumerate(sorted(leaves)):
                chosen.add((last, node, i > 0))
                last = node
        chosen.add((last, START, False))
        self.model.clear_hints()  # type: ignore[no-untyped-call]
        for arc, used in zip(self.arcs, self.used, strict=True):
            self.model.add_hint(used, (arc.tail, arc.head, arc.joins) in chosen)

    def rounds(self, solver: cp_model.CpSolver) -> list[list[int]]:
        """The order that was found."""
        after = {
            arc.tail: arc
            for arc, used in zip(self.arcs, self.used, strict=True)
            if solver.boolean_value(used)
        }
        rounds: list[list[int]] = []
        arc = after[START]
        while arc.head != START:
            if arc.joins:
                rounds[-1].append(arc.head)
            else:
                rounds.append([arc.head])
            arc = after[arc.head]
        return rounds


def improve(
    simulator: Simulator, bound: Bound, incumbent: Solution | None, stop: Stop = never
) -> Solution | None:
    """The incumbent or something better; just the incumbent if the task is not of this class."""
    tour = Tour(simulator, bound)
    if not tour.fits():
        return incumbent
    model = _Model(tour)
    for _ in range(SLICES):
        if stop():
            break
        if incumbent is not None:
            model.hint(rounds_of(simulator, incumbent))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.interleave_search = True
        solver.parameters.max_deterministic_time = SLICE_S
        status = search(solver, model.model, stop)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            continue
        found = realise(simulator, model.rounds(solver))
        if found is not None and (incumbent is None or found.cost < incumbent.cost):
            incumbent = found
        if status == cp_model.OPTIMAL:
            break
    return incumbent
