"""Sites and the roads between them: the geometry of the lower bound."""

from __future__ import annotations

from typing import NamedTuple

from cotree.reallocation.schedule.model import Model


class Roads(NamedTuple):
    """How far a set of sites is: joined all together, and each from its nearest other."""

    tree_m: float
    nearest_m: dict[int, float]


def sites(model: Model) -> list[int]:
    """The site of each point: points that count as one place, directly or in a chain."""
    of = list(range(len(model.points)))
    for a, row in enumerate(model.near):
        for b, near in enumerate(row):
            if near and of[a] != of[b]:
                old, new = of[b], of[a]
                of = [new if site == old else site for site in of]
    return of


class Map:
    """The sites of one problem; answers are remembered."""

    def __init__(self, model: Model) -> None:
        self.site = sites(model)
        """Per point, the number of its site."""
        driven_to = {self.site[leaf.to] for leaf in model.leaves.values() if leaf.to >= 0}
        self._origins = driven_to
        self._roads: dict[tuple[int, int], Roads] = {}
        self._metres: dict[tuple[int, int], float] = {}
        for a, row in enumerate(model.metres):
            for b, metres in enumerate(row):
                pair = self.site[a], self.site[b]
                self._metres[pair] = min(self._metres.get(pair, metres), metres)

    def roads(self, here: int, there: int) -> Roads:
        """The shortest tree that joins a site with a mask of sites (Prim)."""
        found = self._roads.get((here, there))
        if found is None:
            outside = [site for site in set(self.site) if there >> site & 1 and site != here]
            origins = {here, *self._origins}
            nearest = {
                s: min((self._metres[o, s] for o in origins if o != s), default=0.0)
                for s in (here, *outside)
            }
            found = self._roads[here, there] = Roads(self._tree(here, outside), nearest)
        return found

    def _tree(self, here: int, outside: list[int]) -> float:
        reach = {site: self._metres[here, site] for site in outside}
        total = 0.0
        while reach:
            site = min(reach, key=lambda s: reach[s])
            total += reach.pop(site)
            reach = {s: min(metres, self._metres[site, s]) for s, metres in reach.items()}
        return total
