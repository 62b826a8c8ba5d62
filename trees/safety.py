"""No grant may block the team for ever: everybody who holds something must be able to finish.

This is the banker's algorithm over lineages: a grant is safe if there is an order in which every
lineage that owns resources gets the rest of what it takes at most, finishes, and gives back.  What
it holds at its end passes to its heir, who must be able to finish, too; and if something keeps a
load for good, those of its siblings that have not begun must still find what they need.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from cotree.core.paths import is_in
from cotree.core.resources import Resource
from cotree.trees.demand import Demand, in_best_order


@dataclass(frozen=True)
class Anchor:
    """One who owns what is taken below it."""

    demand: Demand
    heir: str | None = None
    """Who inherits loads when it is over."""
    hands_on: bool = False
    """Whether the heir inherits everything, because the next child of its ``then`` follows."""
    alone: frozenset[str] = frozenset()
    """The types of which something below needs one for itself."""


@dataclass(frozen=True)
class Sibling:
    """One of several that run in any order, of which some keep a load that others could use."""

    path: str
    demand: Demand
    over: Callable[[], bool]


Siblings = Sequence[Sibling]


class Holdings:
    """Who owns what while everybody finishes in thought."""

    def __init__(
        self,
        owned: dict[str, list[Resource]],
        free: Counter[str],
        shared: Counter[str],
        begun: frozenset[str],
    ) -> None:
        self.begun = begun
        """Everybody who owned something when thinking began."""
        self.owned = owned
        self.free = free
        self.shared = shared
        """How many own each resource."""

    def copy(self) -> Holdings:
        """One to try something with."""
        owned = {owner: list(resources) for owner, resources in self.owned.items()}
        return Holdings(owned, self.free.copy(), self.shared.copy(), self.begun)


NOBODY = Anchor(Demand())
SOMETHING = "something"
"""In thought: the load that it will have kept."""


class Safety:
    """Knows what each anchor takes at most, and who inherits what it holds at its end."""

    def __init__(
        self,
        anchors: Mapping[str, Anchor],
        types: Mapping[str, str],
        keepers: Mapping[str, Sequence[Siblings]] | None = None,
        contested: frozenset[str] | None = None,
    ) -> None:
        self._contested = frozenset(types) if contested is None else contested
        self._keepers = keepers or {}
        """By anchor: the groups of siblings below it in which loads are kept."""
        capacity = Counter(types.values()) + Counter(types.keys() - types.values())
        self._anchors = anchors
        self._peak = {
            path: Counter({t: min(n, capacity[t]) for t, n in anchor.demand.peak.items()})
            for path, anchor in anchors.items()
        }

    def holds(self, state: Mapping[str, Resource]) -> bool:
        """Whether everybody can finish from this state."""
        owned: dict[str, list[Resource]] = {}
        free: Counter[str] = Counter()
        for resource in state.values():
            if resource.name not in self._contested:
                continue
            for owner in sorted(resource.owners):
                owned.setdefault(owner, []).append(resource)
            if not resource.owners:
                _count(free, resource, 1)
        shared = Counter({resource.name: len(resource.owners) for resource in state.values()})
        return self._all_finish(Holdings(owned, free, shared, frozenset(owned)))

    def _all_finish(self, now: Holdings) -> bool:
        """Those who only give back finish first; of those who take more, any order may be right."""
        while now.owned:
            able = [owner for owner in now.owned if self._can_finish(owner, now)]
            giving = [owner for owner in able if not self._wants(owner, now)]
            if not giving:
                return any(self._all_finish(self._after(owner, now)) for owner in able)
            for owner in giving:
                self._finish(owner, now)
        return True

    def _can_finish(self, owner: str, now: Holdings) -> bool:
        if any(other.startswith(f"{owner}/") for other in now.owned):
            return False
        own: Counter[str] = Counter()
        empty = now.free.copy()
        for other, resources in now.owned.items():
            if is_in(owner, other):
                for resource in resources:
                    if self._is_kept(resource, owner, now):
                        continue
                    _count(own, resource, 1)
                    if resource.load is None:
                        _count(empty, resource, 1)
        peak = self._peak.get(owner, Counter())
        if any(n > own[type_] + now.free[type_] for type_, n in peak.items()):
            return False
        groups = self._keepers.get(owner, ())
        return all(self._rest_fits(group, now.begun, empty) for group in groups)

    def _is_kept(self, resource: Resource, owner: str, now: Holdings) -> bool:
        """Whether it is needed alone, and shared with somebody who keeps it for what comes next.

        Whoever uses it now gives it back; whoever only keeps it may wait for this owner.
        """
        if now.shared[resource.name] < 2 or resource.type not in self._alone(owner):
            return False
        return any(
            each.name == resource.name
            for other, resources in now.owned.items()
            if not (is_in(owner, other) or is_in(other, owner))
            for each in resources
            if not any(is_in(user, other) for user in each.users)
        )

    def _alone(self, owner: str) -> frozenset[str]:
        return self._anchors.get(owner, NOBODY).alone

    def _rest_fits(self, siblings: Siblings, begun: frozenset[str], empty: Counter[str]) -> bool:
        """Whether those that have not begun find what they need beside the loads that are kept."""
        rest = [
            sibling.demand
            for sibling in siblings
            if not sibling.over() and not _begun(sibling.path, begun)
        ]
        peak = in_best_order(rest).peak
        return all(n <= empty[type_] for type_, n in peak.items())

    def _wants(self, owner: str, now: Holdings) -> Counter[str]:
        """What its heir will have to hold beyond what it owns already."""
        anchor = self._anchors.get(owner, NOBODY)
        if anchor.heir is None:
            return Counter()
        return anchor.demand.net - Counter(resource.type for resource in now.owned[owner])

    def _after(self, owner: str, now: Holdings) -> Holdings:
        after = now.copy()
        self._finish(owner, after)
        return after

    def _finish(self, owner: str, now: Holdings) -> None:
        """Give back what need not stay, and hand the rest on to the heir."""
        anchor = self._anchors.get(owner, NOBODY)
        wants = self._wants(owner, now)
        stays = anchor.demand.net.copy()
        passed: list[Resource] = []
        for resource in sorted(now.owned.pop(owner), key=lambda resource: resource.load is None):
            now.shared[resource.name] -= 1
            if now.shared[resource.name]:
                continue
            if anchor.heir is not None and stays[resource.type] > 0:
                stays[resource.type] -= 1
                passed.append(resource if resource.load else replace(resource, load=SOMETHING))
            elif anchor.heir is not None and anchor.hands_on:
                passed.append(resource)
            else:
                _count(now.free, resource, 1)
        for type_, n in wants.items():
            passed += [Resource(f"{owner} {type_} {i}", type_, load=SOMETHING) for i in range(n)]
            now.free[type_] -= n
        if passed and anchor.heir is not None:
            now.owned.setdefault(anchor.heir, []).extend(passed)
            now.shared.update(resource.name for resource in passed)


def _begun(path: str, owners: frozenset[str]) -> bool:
    return any(is_in(owner, path) for owner in owners)


def _count(counter: Counter[str], resource: Resource, n: int) -> None:
    counter[resource.type] += n
    if resource.name != resource.type:
        counter[resource.name] += n
