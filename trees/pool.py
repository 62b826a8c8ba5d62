"""The pool of requests of one teammate, and the decision who of them may start.

Questions are asked again only of those who read something that changed, and only if their kind of
needs can be met at all; so a decision costs what changed, not what waits.
Paper: multitasking, algorithm 1, over all requests of the tree at once.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from cotree.behaviours.desk import Desk
from cotree.core.belief import RESOURCES, Key, View
from cotree.core.mission import Policy
from cotree.core.reasons import Reason, raised
from cotree.core.requests import Request, find_largest
from cotree.core.reserve import largest_of_each, with_reservation
from cotree.core.resources import Need, Resource, assign, finish, take
from cotree.trees.asker import Asker
from cotree.trees.group import Group, Kind, Rank, kind_of
from cotree.trees.registry import Registry
from cotree.trees.watch import Watch

A = TypeVar("A")
Safe: TypeAlias = Callable[[dict[str, Resource]], bool]
"""Whether everybody can still get to the end from this state of the resources."""


class Pool:
    """Who waits for resources and for the right to run."""

    def __init__(self, desk: Desk, registry: Registry, policy: Policy) -> None:
        self.desk = desk
        self.registry = registry
        self.policy = policy
        self.safe: Safe = lambda state: True
        self.allowed: Callable[[Asker], bool] = lambda asker: True
        """A plan's preference: whether this one may start now."""
        self.refused: dict[Asker, None] = {}
        """Those whose questions raised, for the engine to fail."""
        self._fresh: dict[Asker, None] = {}
        self._group: dict[Asker, Group] = {}
        self._groups: dict[Kind, Group] = {}
        self._watch: Watch[Asker] = Watch()
        self._views: dict[Asker, View] = {}
        """Views of this decision, of those whose needs are known already."""
        self._seen = -1

    def __len__(self) -> int:
        return len(self._fresh.keys() | self._group.keys())

    def __bool__(self) -> bool:
        return bool(self._fresh or self._group)

    def waiting(self) -> list[Asker]:
        """Everybody who waits, in the order of the tree."""
        return sorted(self._fresh.keys() | self._group.keys(), key=lambda asker: asker.order)

    # -- coming and going ----------------------------------------------------------------------

    def add(self, asker: Asker) -> None:
        """One more request."""
        if asker not in self._group:
            self._fresh[asker] = None

    def remove(self, asker: Asker) -> None:
        """One less, if it was there."""
        self._fresh.pop(asker, None)
        group = self._group.pop(asker, None)
        if group is not None:
            group.leave(asker)
        self._watch.forget(asker)

    def changed(self, keys: Iterable[Key]) -> None:
        """The belief changed in these keys: those who read them are asked again."""
        for asker in self._watch.concerned(keys):
            self._fresh[asker] = None

    def reconsider(self) -> None:
        """Consider everybody at the next decision, as if resources had changed."""
        self._seen = -1

    def undecided(self) -> bool:
        """Whether the next decision has something to look at."""
        return bool(self._fresh) or (self.registry.version != self._seen and bool(self._group))

    def suitability(self, asker: Asker) -> float:
        """What one would answer now, 0 if it could not start; for displays."""
        view = self._view(asker, self.registry.state())
        try:
            return 0.0 if asker.ready(view) is not None else asker.suitability(view)
        except Exception:
            return 0.0

    def explain(self, asker: Asker) -> Reason:
        """Why one waits, now."""
        if asker.why is None:
            unmet = assign(asker.needs, self.registry.state(), asker.lineage)
            if isinstance(unmet, Need):
                return Reason("needs", f"needs {unmet}")
        return asker.why or Reason("waits", "waits for its turn")

    # -- resources -----------------------------------------------------------------------------

    def give_back(self, asker: Asker, *, success: bool) -> None:
        """What an asker ran on is free again, passed on, or kept, as its needs say."""
        if not asker.needs:
            return
        state = self.registry.state()
        finish(
            state,
            asker.needs,
            asker.resources,
            owner=asker.owner,
            user=asker.path,
            success=success,
            had=asker.had,
        )
        self.registry.store(state, by=asker.path)

    # -- deciding ------------------------------------------------------------------------------

    def decide(self) -> list[Asker]:
        """Grant a compatible set of requests; nothing to do costs nothing."""
        everybody = self.registry.version != self._seen
        if not everybody and not self._fresh:
            return []
        state = self.registry.state()
        if everybody:
            for asker in self._watch.concerned((RESOURCES,)):
                self._group[asker].pending[asker] = None
        groups = self._regroup(state)
        candidates = self._candidates(state, groups, everybody)
        if self.policy.selector == "exact":
            granted = self._largest(state, list(candidates))
        else:
            granted = self._greedy(state, candidates)
        self._seen = self.registry.version
        self._views.clear()
        return granted

    def _view(self, asker: Asker, state: dict[str, Resource]) -> View:
        return View(
            self.desk.belief, self.desk.robot, state, asker.lineage, self.policy.same_place_m
        )

    def _regroup(self, state: dict[str, Resource]) -> dict[Kind, Group]:
        """Put the fresh ones where their needs belong; returns the groups concerned."""
        concerned: dict[Kind, Group] = {}
        for asker in sorted(self._fresh, key=lambda asker: asker.order):
            view = self._view(asker, state)
            asker.needs = self._fenced(asker, asker.own_needs, view, ())
            self._watch.reads(asker, view.read)
            group = self._group_of(asker)
            group.pending[asker] = None
            self._views[asker] = view
            concerned[group.kind] = group
        self._fresh.clear()
        return concerned

    def _group_of(self, asker: Asker) -> Group:
        """The group of an asker's needs, which it joins if it is not there yet."""
        kind = kind_of(asker.needs)
        old = self._group.get(asker)
        if old is not None:
            if old.kind == kind:
                return old
            old.leave(asker)
        group = self._groups.get(kind)
        if group is None:
            group = self._groups[kind] = Group(kind)
        group.join(asker)
        self._group[asker] = group
        return group

    def _candidates(
        self, state: dict[str, Resource], concerned: dict[Kind, Group], everybody: bool
    ) -> Iterable[Rank]:
        """Whom to consider, best first: all who could run, or only those whose answers changed."""
        if everybody:
            groups = [group for group in self._groups.values() if group.feasible(state)]
            for group in groups:
                self._question(group, state)
            return _merge(groups, state)
        found: list[Rank] = []
        for group in concerned.values():
            if group.feasible(state):
                found += self._question(group, state)
        return sorted(found)

    def _question(self, group: Group, state: dict[str, Resource]) -> list[Rank]:
        """Ask the pending members of a group; returns those that could start."""
        pending, group.pending = group.pending, {}
        ranks = []
        for asker in pending:
            view = self._views.get(asker)
            if view is None:
                view = self._view(asker, state)
                asker.needs = self._fenced(asker, asker.own_needs, view, ())
            asker.why = self._question_one(asker, view)
            self._watch.reads(asker, view.read)
            if asker.why is None:
                ranks.append(group.rank(asker))
            else:
                group.unrank(asker)
        return ranks

    def _question_one(self, asker: Asker, view: View) -> Reason | None:
        """Why one asker could not start even with all resources; settles its potential."""
        why = self._fenced(asker, asker.ready, view, None)
        if why is not None:
            return why
        asker.potential = self._fenced(asker, asker.suitability, view, 0.0)
        if asker in self.refused:
            return asker.refusal
        if not asker.potential > 0:
            return Reason("unsuitable", "its potential is 0")
        if any(need.keep for need in asker.needs):
            asker.needs = self._reserving(asker, view)
        return None

    def _reserving(self, asker: Asker, view: View) -> tuple[Need, ...]:
        """The needs, and what is reserved for the successor."""
        after = [self._quietly(successor, view) for successor in asker.successors]
        return with_reservation(asker.needs, largest_of_each(after))

    def _quietly(self, asker: Asker, view: View) -> tuple[Need, ...]:
        """What a successor will need; if it cannot say so now, it will when its turn comes."""
        try:
            return asker.own_needs(view)
        except Exception:
            return ()

    def _fenced(self, asker: Asker, question: Callable[[View], A], view: View, otherwise: A) -> A:
        """The answer, or ``otherwise`` and a refusal when the question raises."""
        try:
            return question(view)
        except Exception as error:
            asker.refusal = raised(error, question.__name__).at(asker.path)
            self.refused[asker] = None
            return otherwise

    # -- selecting -----------------------------------------------------------------------------

    def _greedy(self, state: dict[str, Resource], candidates: Iterable[Rank]) -> list[Asker]:
        """By falling potential, each that still fits what was accepted."""
        chosen: dict[str, int] = {}
        accepted: list[tuple[Asker, tuple[str, ...]]] = []
        for _, _, asker in candidates:
            resources = self._fits(asker, state, chosen)
            if resources is not None:
                accepted.append((asker, resources))
        return self._grant(state, accepted)

    def _largest(self, state: dict[str, Resource], candidates: list[Rank]) -> list[Asker]:
        """The compatible set with the largest total potential; what is unsafe in it is left out,
        and the rest competes again."""
        askers = {asker.path: asker for _, _, asker in candidates if self.allowed(asker)}
        chosen: dict[str, int] = {}
        accepted: list[tuple[Asker, tuple[str, ...]]] = []
        while True:
            best = find_largest([_request(asker) for asker in askers.values()], state)
            tried = [askers.pop(grant.request.leaf) for grant in best]
            fitting = [(asker, self._fits(asker, state, chosen)) for asker in tried]
            good = [(asker, found) for asker, found in fitting if found is not None]
            accepted += good
            if len(good) == len(tried):
                return self._grant(state, accepted)
            askers = {path: each for path, each in askers.items() if _open(each, chosen)}

    def _fits(
        self, asker: Asker, state: dict[str, Resource], chosen: dict[str, int]
    ) -> tuple[str, ...] | None:
        """Take the resources for one asker if it may start together with those before it."""
        if not _open(asker, chosen):
            asker.why = Reason("alternative", "another alternative was chosen")
            return None
        if not self.allowed(asker):
            asker.why = Reason("planned_later", "the plan starts it later")
            return None
        resources = assign(asker.needs, state, asker.lineage)
        if isinstance(resources, Need):
            asker.why = Reason("needs", f"needs {resources}")
            return None
        before = dict(state)
        had = frozenset(
            name for name in resources if not state[name].owners.isdisjoint(asker.lineage)
        )
        take(state, asker.needs, resources, owner=asker.owner, user=asker.path)
        if asker.needs and not self.safe(state):
            state.clear()
            state.update(before)
            asker.why = Reason("unsafe", "taking its resources now could block the team for ever")
            return None
        asker.had = had
        chosen.update(asker.branches)
        return resources

    def _grant(
        self, state: dict[str, Resource], accepted: list[tuple[Asker, tuple[str, ...]]]
    ) -> list[Asker]:
        if accepted:
            self.registry.store(state, by="root")
        for asker, resources in accepted:
            self.remove(asker)
            asker.grant(resources)
        return [asker for asker, _ in accepted]


def _open(asker: Asker, chosen: dict[str, int]) -> bool:
    """Whether no other branch of its alternatives was chosen."""
    return all(chosen.get(node, branch) == branch for node, branch in asker.branches)


def _request(asker: Asker) -> Request:
    return Request(
        asker.path, asker.potential, asker.needs, asker.lineage, asker.branches, asker.order
    )


def _merge(groups: list[Group], state: dict[str, Resource]) -> Iterable[Rank]:
    """All ranked members, best first; a group is left as soon as none of it can run any more."""
    heap = [(group.ranked[0], index, 0) for index, group in enumerate(groups) if group.ranked]
    heapq.heapify(heap)
    while heap:
        rank, index, place = heapq.heappop(heap)
        yield rank
        group = groups[index]
        if place + 1 < len(group.ranked) and group.feasible(state):
            heapq.heappush(heap, (group.ranked[place + 1], index, place + 1))
