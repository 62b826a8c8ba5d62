"""Branch and bound over the slots of a tower, lowest first; the last slot is tried all at once."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cotree.reallocation.capability.models import Robot
from cotree.reallocation.capability.search.classes import Classes, Counts, Numbers, Shape


class Found(NamedTuple):
    """The best team of one size, as classes; ``distance`` is the square of that in (20)."""

    distance: float
    helpers: tuple[int, ...]
    """Lowest first."""
    agent_slot: int = 0
    """How many of them are below the agent."""


class _Spot(NamedTuple):
    """A tower under construction."""

    slot: int
    base: float
    left: Counts
    """What the rows still lack."""
    have: Counts
    """Parts per domain, the agent's included."""
    helpers: tuple[int, ...]
    agent_above: bool


class Towers:
    """All towers of one size with the agent in them; ``looked_at`` counts the nodes."""

    def __init__(self, shape: Shape, agent: Classes, helpers: Classes, most: int) -> None:
        self.shape = shape
        self.agent = agent
        self.helpers = helpers
        self.most = most
        self.looked_at = 0
        self.best: Found | None = None
        self._size = 0
        self._agent_slot = 0
        self._seen: set[tuple[object, ...]] = set()
        self._tallest = 0.0

    @property
    def gave_up(self) -> bool:
        """Whether there were more nodes than allowed, so that nothing is proved."""
        return self.looked_at >= self.most

    def search(self, size: int, better_than: float = math.inf) -> Found | None:
        """The best team of this many robots with a smaller distance, or None."""
        self.best = Found(better_than, ())
        if not len(self.helpers.size):
            return None
        self._size = size
        self._tallest = max(float(self.helpers.size.max()), float(self.agent.size[0]))
        ports = int(self.agent.ports[0])
        for slot in range(size):
            if ports >= (1 if slot == size - 1 else 2):
                self._agent_slot = slot
                self._seen = set()
                start = self.shape.counts, self.agent.totals[0]
                self._grow(_Spot(0, 0.0, *start, (), True))
        return self.best if self.best.helpers else None

    def _grow(self, spot: _Spot) -> None:
        """Fill the next slot."""
        if spot.slot == self._agent_slot:
            self._grow(self._with_agent(spot))
            return
        self.looked_at += 1
        if self.gave_up:
            return
        if len(spot.helpers) == self._size - 2:
            self._last(spot)
            return
        served = self._served(self.helpers.heights, spot)
        for index in self._hopeful(spot, served):
            step = self._with_helper(spot, index, served)
            if self._new(step):
                self._grow(step)

    def _with_agent(self, spot: _Spot) -> _Spot:
        left = spot.left - self._served(self.agent.heights, spot)[0]
        above = spot.base + float(self.agent.size[0])
        return spot._replace(slot=spot.slot + 1, base=above, left=left, agent_above=False)

    def _with_helper(self, spot: _Spot, index: int, served: Counts) -> _Spot:
        return _Spot(
            spot.slot + 1,
            spot.base + float(self.helpers.size[index]),
            np.maximum(spot.left - served[index], 0),
            spot.have + self.helpers.totals[index],
            (*spot.helpers, index),
            spot.agent_above,
        )

    def _new(self, spot: _Spot) -> bool:
        """Whether no equal tower was grown before."""
        key = (spot.slot, spot.base, spot.left.tobytes(), spot.have.tobytes(), self._spent(spot))
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def _spent(self, spot: _Spot) -> tuple[int, ...]:
        """The classes used of which there may not be enough."""
        scarce = (i for i in spot.helpers if self.helpers.many[i] < self._size - 1)
        return tuple(sorted(scarce))

    def _served(self, heights: Numbers, spot: _Spot) -> Counts:
        """How many parts of each class serve each row from this slot."""
        count = self.shape.served(heights, spot.base)
        if spot.slot:
            count[:, self.shape.ground] = 0
        return count

    def _allowed(self, spot: _Spot, top: bool) -> NDArray[np.bool_]:
        """The classes of which a robot is left, with the ports of this slot."""
        allowed: NDArray[np.bool_] = self.helpers.ports >= (1 if top else 2)
        for index in set(spot.helpers):
            allowed[index] &= spot.helpers.count(index) < self.helpers.many[index]
        return allowed

    def _hopeful(self, spot: _Spot, served: Counts) -> list[int]:
        """The classes with which the tower can still become the best, most promising first."""
        assert self.best is not None
        left = np.maximum(spot.left - served, 0)
        free = self._size - 2 - len(spot.helpers)
        top = spot.base + self._tallest * (self._size - 1 - spot.slot)
        above = self.shape.served(self.helpers.heights, top)
        above[:, self.shape.ground] = 0
        if spot.agent_above:
            mine = self.shape.served(self.agent.heights, top)[0]
            mine[self.shape.ground] = 0
            left = np.maximum(left - mine, 0)
        fine = self._allowed(spot, top=False)
        fine &= np.all(left <= free * above.max(axis=0), axis=1)
        fine &= left.sum(axis=1) <= free * above.sum(axis=1).max()
        surplus = self._distances(np.maximum(spot.have + self.helpers.totals, self.shape.want))
        fine &= surplus < self.best.distance
        indices = np.flatnonzero(fine)
        promising = np.lexsort((surplus[indices], left[indices].sum(axis=1)))
        return [int(index) for index in indices[promising]]

    def _last(self, spot: _Spot) -> None:
        """The best class for the one slot that is left, of all at once."""
        assert self.best is not None
        left = spot.left - self._served(self.helpers.heights, spot)
        if spot.agent_above:
            mine = self.shape.served(
                self.agent.heights, spot.base + self.helpers.size[:, None, None]
            )
            mine[:, self.shape.ground] = 0
            left = left - mine
        fine = np.all(left <= 0, axis=1) & self._allowed(spot, top=not spot.agent_above)
        distances = self._distances(spot.have + self.helpers.totals)
        distances[~fine] = math.inf
        index = int(np.argmin(distances))
        if distances[index] < self.best.distance:
            helpers = (*spot.helpers, index)
            self.best = Found(float(distances[index]), helpers, self._agent_slot)

    def _distances(self, have: Counts) -> Numbers:
        """The squares of the distances in (20)."""
        over = (have - self.shape.want).astype(np.float64)
        squares: Numbers = np.einsum("ij,ij->i", over, over)
        return squares


def members(helpers: Classes, chosen: tuple[int, ...]) -> list[Robot]:
    """A robot for each class that was chosen, first by name."""
    taken = [chosen[:i].count(index) for i, index in enumerate(chosen)]
    return [helpers.robots[index][n] for index, n in zip(chosen, taken, strict=True)]
