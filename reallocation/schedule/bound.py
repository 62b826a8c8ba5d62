"""A lower bound of what is still to do, for tasks of driving to places and acting there.

Every place with something left to do must be driven to, as often as the grippers force it; acting
there takes at least one round of handling per gripper-full; driving excludes acting.  Leaves that
do not use the base count by their longest chain.  The bound never exceeds the true cost, which
makes the exact search exact.
"""

from __future__ import annotations

from typing import NamedTuple

from cotree.reallocation.schedule.chores import Chores
from cotree.reallocation.schedule.model import SECOND
from cotree.reallocation.schedule.roads import Map
from cotree.reallocation.schedule.simulate import Simulator, State
from cotree.reallocation.schedule.solution import MICROSECOND, STEP


class Work(NamedTuple):
    """What is left to do at one site."""

    rounds: int
    micros: int
    """How long it takes at least."""
    total: int
    """How long it would take one after the other."""
    brought: int
    """How many objects to put down come from elsewhere."""
    taken_away: int
    """How many objects leave from here."""


class _Total:
    """The sum of a bound while it is made."""

    def __init__(self, micros: int) -> None:
        self.micros = micros
        self.steps = 0
        self.there = 0
        self.again: list[int] = []

    def add(self, site: int, work: Work, micros: int, visits: int) -> None:
        """Count a site where something is left to do."""
        self.micros += micros
        self.steps += max(work.rounds, visits) + visits
        self.there |= 1 << site


class Bound:
    """Lower bounds for the states of one simulator."""

    def __init__(self, simulator: Simulator) -> None:
        self.model = model = simulator.model
        self.map = Map(model)
        self.chores = Chores(model, simulator.ledger, self.map.site)
        self.chained = any(
            leaf.to < 0 and leaf.at < 0 and not model.done >> leaf.index & 1
            for leaf in model.leaves.values()
        )
        """Whether there is more to do than driving and acting."""
        self.optional = any(node.kind == "or" for node in model.nodes)
        self._work: dict[tuple[int, int], Work] = {}

    def __call__(self, state: State) -> int:
        """At least this much cost is still to come."""
        if state.done & 1:
            return 0
        required = self._required(state)
        cost = self._driving(state, required) if self.chores.driven else 0
        if self.chained or not self.chores.driven:
            left = {run.leaf: run.left for run in state.running}
            cost = max(cost, self._chain(0, state, left) * MICROSECOND)
        return cost

    def _required(self, state: State) -> int:
        """Mask of nodes that are not done and do not depend on a choice still open."""
        open_ = ~state.done
        if self.optional:
            for node in self.model.nodes:
                if node.branches & ~state.committed:
                    open_ &= ~(1 << node.index)
        return open_

    def _chain(self, index: int, state: State, left: dict[int, int]) -> int:
        """The longest chain of durations below a node, without travel, in microseconds."""
        if state.done >> index & 1:
            return 0
        node = self.model.nodes[index]
        match node.kind:
            case "leaf":
                leaf = self.model.leaves[index]
                if leaf.to >= 0:
                    return left.get(index, 0)
                return left.get(index, round(leaf.step.duration_s * SECOND))
            case "then":
                return sum(self._chain(child, state, left) for child in node.children)
            case "and":
                return max(self._chain(child, state, left) for child in node.children)
            case _:
                chosen = [c for c in node.children if state.committed >> c & 1] or node.children
                return min(self._chain(child, state, left) for child in chosen)

    def _driving(self, state: State, required: int) -> int:
        """Driving and acting, which exclude each other."""
        here, arriving, busy = self.map.site[state.here], 0, []
        for run in state.running:
            required &= ~(1 << run.leaf)
            leaf = self.model.leaves[run.leaf]
            if leaf.to >= 0:
                here, arriving = self.map.site[leaf.to], run.left
            elif leaf.at >= 0:
                busy.append(run.left)
        aboard = for_here = 0
        for drop in self.chores.picks:
            if required >> drop & 1 and self.chores.picked(drop, state.done):
                aboard += 1
                for_here += self.map.site[self.model.leaves[drop].at] == here
        total = _Total(arriving)
        for site, mask in self.chores.at_site.items():
            left = mask & required
            if left:
                work = self._left_at(site, left)
                visits = self._visits(work, site == here, aboard, for_here)
                micros = self._busy_too(work, busy) if site == here else work.micros
                total.add(site, work, micros + self.chores.overhead.get(site, 0) * visits, visits)
                total.again.extend([site] * (visits if site == here else visits - 1))
        if busy and not required & self.chores.at_site.get(here, 0):
            total.micros += max(busy)
        self._add_last_moves(total, required)
        return self._cost(total, here)

    def _busy_too(self, work: Work, busy: list[int]) -> int:
        """How long acting takes where some of it is under way."""
        if not busy:
            return work.micros
        shared = (work.total + sum(busy)) // self.chores.carriers if self.chores.carriers else 0
        return max(work.micros, shared, *busy)

    def _add_last_moves(self, total: _Total, required: int) -> None:
        """Moves that must be made even if nothing is done where they lead."""
        for leaf in self.chores.last_moves:
            site = self.map.site[leaf.to]
            if required >> leaf.index & 1 and not total.there >> site & 1:
                total.there |= 1 << site
                total.micros += round(leaf.step.duration_s * SECOND)
                total.steps += 1

    def _cost(self, total: _Total, here: int) -> int:
        """All of it, with the roads; every drive may have been rounded down once."""
        roads = self.map.roads(here, total.there)
        metres = roads.tree_m + sum(roads.nearest_m[site] for site in total.again)
        drives = len(total.again) + total.there.bit_count() + 1
        travel = int(metres / self.model.problem.speed_m_s * SECOND) - drives if metres else 0
        return (total.micros + max(travel, 0)) * MICROSECOND + total.steps * STEP

    def _visits(self, work: Work, present: bool, aboard: int, for_here: int) -> int:
        """How often the base must still drive to a site."""
        full = self.chores.carriers
        if not full:
            return 0 if present else 1
        brought = work.brought
        if not present:
            return max(1, -(-brought // full), -(-work.taken_away // full))
        later = -(-(brought - for_here) // full)
        room = full - (aboard - for_here)
        return max(0, later, -(-(work.taken_away - room) // full))

    def _left_at(self, site: int, left: int) -> Work:
        """What is left at a site, remembered by the leaves that are."""
        found = self._work.get((site, left))
        if found is None:
            some = [leaf for leaf in self.chores.acting if left >> leaf.index & 1]
            micros = [round(leaf.step.duration_s * SECOND) for leaf in some]
            full = self.chores.carriers or len(some)
            rounds = -(-len(some) // full)
            brought = away = 0
            for drop, pick in self.chores.picks.items():
                if self.chores.comes_from_elsewhere(drop):
                    brought += left >> drop & 1
                    away += pick >= 0 and left >> pick & 1
            least = max(max(micros), sum(micros) // full, rounds * min(micros))
            found = self._work[site, left] = Work(rounds, least, sum(micros), brought, away)
        return found
