"""Many tasks as tours of a team, improved and bounded by CP-SAT (OR-Tools).

Per layer one circuit through all its robots: what stands between a robot and the next one is its
tour, and coming to the next robot is free.  Visits of other layers are left out of the circuit.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from ortools.sat.python import cp_model  # noqa: TID253  (this file loads only when asked for)

from cotree.reallocation.cp_watch import search
from cotree.reallocation.ltl.allocation.errands import Errands, Stop
from cotree.reallocation.ltl.allocation.search import Enough, Tours
from cotree.reallocation.ltl.tables.roads import FAR

MOST_ARCS = 60_000


class Proved(NamedTuple):
    """The best tours known, and what no tours can go below."""

    tours: Tours
    bound: int


class _Arc(NamedTuple):
    """One node of a circuit after another, and whether that is so."""

    tail: int
    head: int
    used: cp_model.IntVar
    cost: int


class _Circuit:
    """The tours of one layer: nodes are first its robots, then its stops."""

    def __init__(self, errands: Errands, layer: int, model: cp_model.CpModel) -> None:
        self.errands = errands
        self.robots = [robot for robot, mine in enumerate(errands.layer) if mine == layer]
        goals = errands.layers[layer].goals
        self.stops = [Stop(visit, goal) for visit in range(len(goals)) for goal in goals[visit]]
        self.between = errands.layers[layer].between
        self.model = model
        self.left_out = [model.new_bool_var("") for _ in self.stops]
        self.arcs = self._arcs()
        circuit = [(arc.tail, arc.head, arc.used) for arc in self.arcs]
        base = len(self.robots)
        circuit += [(base + i, base + i, out) for i, out in enumerate(self.left_out)]
        model.add_circuit(circuit)
        self._idle_last()
        self.place = [model.new_int_var(0, errands.visits, "") for _ in self.stops]
        self.owner = [model.new_int_var(0, base - 1, "") for _ in self.stops]

    def _arcs(self) -> list[_Arc]:
        base, new = len(self.robots), self.model.new_bool_var
        arcs = []
        for i, robot in enumerate(self.robots):
            following = (i + 1) % base
            arcs.append(_Arc(i, following, new(""), 0))  # idle
            for j, stop in enumerate(self.stops):
                cost = self.errands.first[robot][stop.goal]
                if cost < FAR:
                    arcs.append(_Arc(i, base + j, new(""), cost))
                arcs.append(_Arc(base + j, i, new(""), 0))
        for i, one in enumerate(self.stops):
            for j, other in enumerate(self.stops):
                cost = self.between[one.goal][other.goal]
                if one.visit != other.visit and cost < FAR:
                    arcs.append(_Arc(base + i, base + j, new(""), cost))
        return arcs

    def _idle_last(self) -> None:
        """Of robots at one place the first ones work: fewer equal answers to tell apart.

        A robot alone closes the circuit by itself when it is idle; then nobody does any stop.
        """
        base = len(self.robots)
        ways = [arc for arc in self.arcs if arc.tail < base and arc.head < base]
        idle = {arc.tail: arc.used for arc in ways}
        seen: dict[tuple[int, ...], int] = {}
        for i, robot in enumerate(self.robots):
            before = seen.setdefault(tuple(self.errands.first[robot]), i)
            if before != i:
                self.model.add_implication(idle[before], idle[i])
            seen[tuple(self.errands.first[robot])] = i
        if base == 1:
            for out in self.left_out:
                self.model.add_implication(idle[0], out)

    def follow(self) -> None:
        """Who does each stop, and when: needed only if the order of visits matters."""
        base = len(self.robots)
        for arc in self.arcs:
            if arc.head < base:
                if arc.tail >= base:  # a tour ends where the next robot begins
                    last = (arc.head - 1) % base
                    self.model.add(self.owner[arc.tail - base] == last).only_enforce_if(arc.used)
                continue
            head = arc.head - base
            if arc.tail < base:
                self.model.add(self.owner[head] == arc.tail).only_enforce_if(arc.used)
                continue
            tail = arc.tail - base
            later = self.place[head] >= self.place[tail] + 1
            self.model.add(later).only_enforce_if(arc.used)
            same = self.owner[head] == self.owner[tail]
            self.model.add(same).only_enforce_if(arc.used)

    def chained(self, before: int, after: int) -> None:
        """One visit before another, by the same robot."""
        for i, one in enumerate(self.stops):
            for j, other in enumerate(self.stops):
                if one.visit == before and other.visit == after:
                    both = [self.left_out[i].negated(), self.left_out[j].negated()]
                    earlier = self.place[i] + 1 <= self.place[j]
                    self.model.add(earlier).only_enforce_if(both)
                    self.model.add(self.owner[i] == self.owner[j]).only_enforce_if(both)

    def chosen(self, visit: int) -> list[cp_model.BoolVarT]:
        """Whether a visit is done in this layer, per place."""
        pairs = zip(self.stops, self.left_out, strict=True)
        return [out.negated() for stop, out in pairs if stop.visit == visit]

    def hint(self, tours: Tours) -> None:
        """Start from these tours."""
        number = {stop: len(self.robots) + j for j, stop in enumerate(self.stops)}
        used = set()
        for i, robot in enumerate(self.robots):
            nodes = [i, *(number[stop] for stop in tours[robot]), (i + 1) % len(self.robots)]
            used |= set(pairwise(nodes))
        for arc in self.arcs:
            self.model.add_hint(arc.used, (arc.tail, arc.head) in used)
        inside = {head for _, head in used}
        for j, out in enumerate(self.left_out):
            self.model.add_hint(out, len(self.robots) + j not in inside)

    def tours(self, solver: cp_model.CpSolver) -> dict[int, tuple[Stop, ...]]:
        """What was found, per robot."""
        base = len(self.robots)
        after = {arc.tail: arc.head for arc in self.arcs if solver.boolean_value(arc.used)}
        found = {}
        for i, robot in enumerate(self.robots):
            stops = []
            node = after[i]
            while node >= base:
                stops.append(self.stops[node - base])
                node = after[node]
            found[robot] = tuple(stops)
        return found


def improve(errands: Errands, tours: Tours, effort: float, stop: Enough) -> Proved | None:
    """Better tours by their sum, or the same, with a bound; None if the model would be too large.

    ``effort`` is CP-SAT's deterministic time: seconds of a usual machine, counted in operations.
    Without the order of the visits in a chain the bound is found much sooner, so that comes first.
    """
    sizes = [sum(map(len, layer.goals)) + len(errands.layer) for layer in errands.layers]
    if sum(size * size for size in sizes) > MOST_ARCS:
        return None
    if all(len(chain) == 1 for chain in errands.chains):
        return _Model(errands, tours, 0).solved(effort, stop)
    bound = _Model(errands, tours, 0).solved(effort / 4, stop).bound
    if stop() or bound >= sum(errands.cost(robot, tour) for robot, tour in enumerate(tours)):
        return Proved(tours, bound)
    ordered = _Model(errands, tours, bound)
    ordered.order()
    return ordered.solved(effort, stop)


class _Model:
    """All circuits; every visit is in one of them, once."""

    def __init__(self, errands: Errands, tours: Tours, at_least: int) -> None:
        self.errands, self.tours, self.at_least = errands, tours, at_least
        self.model = cp_model.CpModel()
        layers = [layer for layer in range(len(errands.layers)) if layer in errands.layer]
        self.circuits = [_Circuit(errands, layer, self.model) for layer in layers]
        for visit in range(errands.visits):
            chosen = [one for circuit in self.circuits for one in circuit.chosen(visit)]
            self.model.add_exactly_one(chosen)
        arcs = [arc for circuit in self.circuits for arc in circuit.arcs if arc.cost]
        self.unit = math.gcd(*(arc.cost for arc in arcs)) if arcs else 1
        costs = [arc.cost // self.unit for arc in arcs]
        total = cp_model.LinearExpr.weighted_sum([arc.used for arc in arcs], costs)
        self.model.minimize(total)
        for circuit in self.circuits:
            circuit.hint(tours)

    def order(self) -> None:
        """The visits of a chain one after the other, all by one robot."""
        for circuit in self.circuits:
            circuit.follow()
            for chain in self.errands.chains:
                for before, after in pairwise(chain):
                    circuit.chained(before, after)
                    both = sum(circuit.chosen(before)) == sum(circuit.chosen(after))
                    self.model.add(both)

    def solved(self, effort: float, stop: Enough) -> Proved:
        """The best tours found (those given, if none are), and the bound."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2
        solver.parameters.max_deterministic_time = effort
        status = search(solver, self.model, stop)
        bound = max(self.at_least, math.ceil(solver.best_objective_bound - 1e-6) * self.unit)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Proved(self.tours, bound)
        found: dict[int, tuple[Stop, ...]] = {}
        for circuit in self.circuits:
            found.update(circuit.tours(solver))
        return Proved(tuple(found[robot] for robot in range(len(self.tours))), bound)
