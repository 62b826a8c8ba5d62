"""No grant may block the team for ever: everybody who holds something must be able to finish.

This is the banker's algorithm over lineages: a grant is safe if there is an order in which every
lineage that owns resources gets the rest of what it takes at most, finishes, and gives back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from cotree.core.resources import Resource
from cotree.trees.demand import Demand


class Safety:
    """Knows what each anchor takes at most."""

    def __init__(self, demands: Mapping[str, Demand], types: Mapping[str, str]) -> None:
        capacity = Counter(types.values()) + Counter(types.keys() - types.values())
        self._peak = {
            path: Counter({type_: min(n, capacity[type_]) for type_, n in demand.peak.items()})
            for path, demand in demands.items()
        }
        self._stays = {path: demand.net for path, demand in demands.items()}

    def holds(self, state: Mapping[str, Resource]) -> bool:
        """Whether everybody can finish from this state."""
        owned: dict[str, list[Resource]] = {}
        free: Counter[str] = Counter()
        for resource in state.values():
            for owner in sorted(resource.owners):
                owned.setdefault(owner, []).append(resource)
            if not resource.owners:
                _count(free, resource, 1)
        shared = {resource.name: len(resource.owners) for resource in state.values()}
        while owned:
            able = [owner for owner in owned if self._can_finish(owner, owned, free)]
            if not able:
                return False
            for owner in able:
                self._finish(owner, owned.pop(owner), free, shared)
        return True

    def _can_finish(
        self, owner: str, owned: Mapping[str, list[Resource]], free: Counter[str]
    ) -> bool:
        if any(other.startswith(f"{owner}/") for other in owned):
            return False
        own: Counter[str] = Counter()
        for other, resources in owned.items():
            if other == owner or owner.startswith(f"{other}/"):
                for resource in resources:
                    _count(own, resource, 1)
        peak = self._peak.get(owner, Counter())
        return all(n <= own[type_] + free[type_] for type_, n in peak.items())

    def _finish(
        self, owner: str, resources: list[Resource], free: Counter[str], shared: dict[str, int]
    ) -> None:
        stays = Counter(self._stays.get(owner, Counter()))
        for resource in resources:
            shared[resource.name] -= 1
            if shared[resource.name]:
                continue
            if resource.load is not None and stays[resource.type] > 0:
                stays[resource.type] -= 1
            else:
                _count(free, resource, 1)


def _count(counter: Counter[str], resource: Resource, n: int) -> None:
    counter[resource.type] += n
    if resource.name != resource.type:
        counter[resource.name] += n
