"""Good tours for many tasks: greedy insertion, then a few near ones out and in again.

Tours may get a little worse on the way to better ones.  No dice: what is taken out follows a fixed
sequence, so that equal questions have equal answers.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cotree.reallocation.ltl.allocation.errands import Errands, Stop
from cotree.reallocation.ltl.allocation.insertion import Inserted, insert
from cotree.reallocation.ltl.allocation.share import Objective, value
from cotree.reallocation.ltl.tables.roads import FAR

Tours = tuple[tuple[Stop, ...], ...]
Enough = Callable[[], bool]

DETOUR = 25
"""The part of the best value by which tours may be worse in between."""
MOST_OUT = 20
MOST_KNOWN = 20_000
"""Insertions that are remembered."""


def never() -> bool:
    """No budget."""
    return False


class _Place(NamedTuple):
    """Where a chain can go."""

    worth: tuple[int, ...]
    robot: int
    chain: int
    placed: Inserted


class _Draw:
    """Numbers in no order that anybody would see, the same every time."""

    def __init__(self) -> None:
        self._at = 1

    def below(self, end: int) -> int:
        """The next number, from 0 up to this (Knuth's generator)."""
        self._at = (self._at * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self._at >> 33) % end


def _placed(tours: Tours, costs: list[int], place: _Place) -> Tours:
    costs[place.robot] = place.placed.cost
    return (*tours[: place.robot], place.placed.stops, *tours[place.robot + 1 :])


@dataclasses.dataclass
class Search:
    """The best tours so far of one problem; what has been computed once is remembered."""

    errands: Errands
    objective: Objective
    stop: Enough = never
    _known: dict[tuple[int, tuple[Stop, ...], int], Inserted | None] = dataclasses.field(
        default_factory=dict
    )

    def run(self, rounds: int) -> Tours | None:
        """The best tours after so many rounds of improvement; None if greedy gets stuck."""
        best = self._greedy(((),) * len(self.errands.layer))
        if best is None or not self.errands.chains:
            return best
        near, draw = self._near(), _Draw()
        here, least = best, self.value(best)
        for _ in range(rounds):
            if self.stop():
                break
            found = self._again(here, self._some(near, draw))
            if found is None:
                continue
            worth = self.value(found)
            if worth[0] <= least[0] + least[0] // DETOUR:
                here = found
            if worth < least:
                best, least = found, worth
        return best

    def value(self, tours: Tours) -> tuple[int, ...]:
        """What is to be small; the sum at last, so that idle detours never stay."""
        costs = [self.errands.cost(robot, stops) for robot, stops in enumerate(tours)]
        return (*value(costs, self.objective), sum(costs))

    def _some(self, near: list[list[int]], draw: _Draw) -> list[int]:
        """A few chains that are near each other, in any order."""
        around = near[draw.below(len(near))][: 4 + draw.below(MOST_OUT)]
        chosen = [chain for chain in around if draw.below(3)]
        return sorted(chosen, key=lambda _: draw.below(1 << 20))

    def _again(self, tours: Tours, chains: Sequence[int]) -> Tours | None:
        """These chains taken out and put back one by one, each where it is cheapest."""
        gone = {visit for chain in chains for visit in self.errands.chains[chain]}
        tours = tuple(tuple(s for s in stops if s.visit not in gone) for stops in tours)
        costs = [self.errands.cost(robot, stops) for robot, stops in enumerate(tours)]
        for chain in chains:
            place = self._best_place(tours, costs, chain)
            if place is None:
                return None
            tours = _placed(tours, costs, place)
        return tours

    def _greedy(self, tours: Tours) -> Tours | None:
        """Always the chain that is cheapest to insert next, where it is cheapest."""
        waiting = list(range(len(self.errands.chains)))
        costs = [0] * len(tours)
        while waiting:
            choices = [self._best_place(tours, costs, chain) for chain in waiting]
            possible = [choice for choice in choices if choice is not None]
            if len(possible) < len(waiting):
                return None
            place = min(possible, key=lambda one: one[:3])
            tours = _placed(tours, costs, place)
            waiting.remove(place.chain)
        return tours

    def _best_place(self, tours: Tours, costs: list[int], chain: int) -> _Place | None:
        best: _Place | None = None
        total = sum(costs)
        ranked = sorted(costs, reverse=True)
        seen = set()
        for robot, stops in enumerate(tours):
            if not stops:  # idle robots of a layer at one place are as good as each other
                place = self.errands.layer[robot], tuple(self.errands.first[robot])
                if place in seen:
                    continue
                seen.add(place)
            placed = self._insert(robot, stops, chain)
            if placed is None:
                continue
            others = ranked[1] if len(ranked) > 1 and costs[robot] == ranked[0] else ranked[0]
            longest = max(placed.cost, others if len(ranked) > 1 else 0)
            added = total - costs[robot] + placed.cost
            worth = (added,) if self.objective == "sum" else (longest, added)
            if best is None or worth < best.worth:
                best = _Place(worth, robot, chain, placed)
        return best

    def _insert(self, robot: int, stops: tuple[Stop, ...], chain: int) -> Inserted | None:
        key = robot, stops, chain
        if key not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[key] = insert(self.errands, robot, stops, chain)
        return self._known[key]

    def _near(self) -> list[list[int]]:
        """For each chain the others by nearness, itself first."""
        count = len(self.errands.chains)
        return [
            sorted(range(count), key=lambda other: (other != one, self._apart(one, other), other))
            for one in range(count)
        ]

    def _apart(self, one: int, other: int) -> int:
        """How far the last visit of one chain is from the first of the other."""
        last, first = self.errands.chains[one][-1], self.errands.chains[other][0]
        return min(
            (
                layer.between[a][b]
                for layer in self.errands.layers
                for a in layer.goals[last]
                for b in layer.goals[first]
            ),
            default=FAR,
        )
