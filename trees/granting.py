"""One decision: which of the candidates may start together, on which resources."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from cotree.core.reasons import Reason
from cotree.core.requests import Request, find_largest
from cotree.core.resources import Mode, Need, Resource, assign, take
from cotree.trees.asker import Asker
from cotree.trees.group import Rank

Scratch: TypeAlias = dict[str, Resource]
"""A state of the resources that a decision may change while it is made."""

UNSAFE = Reason("unsafe", "taking its resources now could block others for ever")


class Granting:
    """Accepts askers one by one on a scratch state; what was accepted is in ``accepted``."""

    def __init__(
        self,
        state: Scratch,
        hindrance: Callable[[Asker], Reason | None],
        safe: Callable[[Scratch], bool],
        same_place_m: float,
    ) -> None:
        self.opened = False
        """Whether something is shared now that was not before, so that others may join it."""
        self._same_place_m = same_place_m
        self.state = state
        self.accepted: list[tuple[Asker, tuple[str, ...]]] = []
        self.denied: dict[Asker, None] = {}
        """Those who wait for another reason than before."""
        self._hindered = hindrance
        self._safe = safe
        self._branches: dict[str, int] = {}

    def greedily(self, candidates: Iterable[Rank]) -> None:
        """By falling potential, each that still fits what was accepted (algorithm 1)."""
        for _, _, asker in candidates:
            self.consider(asker)

    def largest(self, candidates: Iterable[Rank]) -> None:
        """The set with the largest total potential, then whatever still fits besides it."""
        askers = {asker.path: asker for _, _, asker in candidates if not self._hindered(asker)}
        requests = [_request(asker) for asker in askers.values()]
        for grant in find_largest(requests, self.state):
            self.consider(askers.pop(grant.request.leaf))
        for asker in askers.values():
            self.consider(asker)

    def consider(self, asker: Asker) -> None:
        """Accept one asker if it fits; otherwise note why not."""
        hindrance = self._hindrance(asker)
        if hindrance is not None:
            self._deny(asker, hindrance)
            return
        resources = assign(asker.needs, self.state, asker.lineage, self._same_place_m)
        if isinstance(resources, Need):
            self._deny(asker, Reason("needs", f"needs {resources}"))
            return
        before = dict(self.state)
        take(
            self.state,
            asker.needs,
            resources,
            owner=asker.owner,
            user=asker.path,
            tolerance_m=self._same_place_m,
        )
        alone = any(need.mode is Mode.EXCLUSIVE for need in asker.needs)
        if alone and not self._safe(self.state):
            self.state.clear()
            self.state.update(before)
            self._deny(asker, UNSAFE)
            return
        asker.why = None
        asker.had = frozenset(
            name for name in resources if not before[name].owners.isdisjoint(asker.lineage)
        )
        self.opened = self.opened or any(
            need.mode is Mode.SHARED and self.state[name].channel != before[name].channel
            for need, name in zip(asker.needs, resources, strict=True)
        )
        self._branches.update(asker.branches)
        self.accepted.append((asker, resources))

    def _deny(self, asker: Asker, why: Reason) -> None:
        if asker.why != why:
            asker.why = why
            self.denied[asker] = None

    def _hindrance(self, asker: Asker) -> Reason | None:
        if any(self._branches.get(node, branch) != branch for node, branch in asker.branches):
            return Reason("alternative", "another alternative was chosen")
        return self._hindered(asker)


def _request(asker: Asker) -> Request:
    return Request(
        asker.path, asker.potential, asker.needs, asker.lineage, asker.branches, asker.order
    )
