"""The pool of requests of one teammate, and the decision who of them may start.

Questions are asked again only of those who read something that changed, and only if their kind of
needs can be met at all; so a decision costs what changed, not what waits.
Paper: multitasking, algorithm 1, over all requests of the tree at once.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from cotree.behaviours.desk import Desk
from cotree.core.belief import RESOURCES, Key, View
from cotree.core.mission import Policy
from cotree.core.reasons import Reason
from cotree.core.resources import Mode, Need, assign, finish
from cotree.trees.asker import Asker
from cotree.trees.granting import Granting, Scratch
from cotree.trees.group import Group, NeedsKind, Rank, kind_of_needs
from cotree.trees.questions import Questions
from cotree.trees.registry import Registry
from cotree.trees.watch import Watch


class Pool:
    """Who waits for resources and for the right to run."""

    def __init__(self, desk: Desk, registry: Registry, policy: Policy) -> None:
        self.desk = desk
        self.registry = registry
        self.policy = policy
        self.questions = Questions(desk, policy)
        self.safe: Callable[[Scratch], bool] = lambda state: True
        """Whether everybody can still get to the end from a state of the resources."""
        self.hindrance: Callable[[Asker], Reason | None] = lambda asker: None
        """Why this one had better not start now: a plan has it later, a peer does it."""
        self.hold: Callable[[Iterable[Asker]], list[Asker]] | None = None
        """Whom of those that could start an operator holds; None: nobody."""
        self.puzzled: dict[Asker, None] = {}
        """Those who wait for another reason than before, for the engine to tell."""
        self._fresh: dict[Asker, None] = {}
        self._group: dict[Asker, Group] = {}
        self._groups: dict[NeedsKind, Group] = {}
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

    def explain(self, asker: Asker) -> Reason:
        """Why one waits, now."""
        if asker.why is None:
            state = self.registry.state()
            unmet = assign(asker.needs, state, asker.lineage, self.policy.same_place_m)
            if isinstance(unmet, Need):
                return Reason("needs", f"needs {unmet}")
        return asker.why or Reason("waits", "waits for its turn")

    # -- resources -----------------------------------------------------------------------------

    def give_back(self, asker: Asker, *, success: bool) -> None:
        """What an asker ran on is free again, passed on, or kept, as its needs say."""
        if not asker.needs:
            return
        state = self.registry.state()
        release(state, asker, success=success, keeps=_shared(asker))
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
                if asker.shifty:
                    self._fresh[asker] = None
                else:
                    self._group[asker].pending[asker] = None
        concerned = self._regroup(state)
        granting = Granting(state, self.hindrance, self.safe, self.policy.same_place_m)
        candidates = self._candidates(state, concerned, everybody)
        if self.policy.selector == "exact":
            granting.largest(list(candidates))
        else:
            granting.greedily(candidates)
        held = self._held(granting)
        if not held:
            self._grant(granting)
        self.puzzled.update(granting.denied)
        self._seen = -1 if granting.opened or held else self.registry.version
        for asker, view in self._views.items():  # who need not be asked any further
            if asker in self._group:
                self._watch.reads(asker, view.read)
        self._views.clear()
        return [] if held else [asker for asker, _ in granting.accepted]

    def _held(self, granting: Granting) -> bool:
        """Whether an operator holds any of those that would start: then nobody does."""
        if self.hold is None:
            return False
        held = self.hold([asker for asker, _ in granting.accepted])
        self.puzzled.update(dict.fromkeys(held))
        return bool(held)

    def _regroup(self, state: Scratch) -> dict[NeedsKind, Group]:
        """Put the fresh ones where their needs belong; returns the groups concerned."""
        concerned: dict[NeedsKind, Group] = {}
        for asker in sorted(self._fresh, key=lambda asker: asker.order):
            view = self.questions.view(asker, state)
            self.questions.needs(asker, view)
            group = self._group_of(asker)
            group.pending[asker] = None
            self._views[asker] = view
            concerned[group.kind] = group
        self._fresh.clear()
        return concerned

    def _group_of(self, asker: Asker) -> Group:
        """The group of an asker's needs, which it joins if it is not there yet."""
        kind = kind_of_needs(asker.needs)
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
        self, state: Scratch, concerned: dict[NeedsKind, Group], everybody: bool
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

    def _question(self, group: Group, state: Scratch) -> list[Rank]:
        """Ask the pending members of a group; returns those that could start."""
        pending, group.pending = group.pending, {}
        ranks = []
        for asker in pending:
            view = self._views.pop(asker, None)
            if view is None:
                view = self.questions.view(asker, state)
                self.questions.needs(asker, view)
            was = asker.why
            self.questions.rest(asker, view)
            self._watch.reads(asker, view.read)
            if asker.why != was:
                self.puzzled[asker] = None
            if asker.why is None:
                ranks.append(group.rank(asker))
            else:
                group.unrank(asker)
        return ranks

    def _grant(self, granting: Granting) -> None:
        if granting.accepted:
            self.registry.store(granting.state, by="root")
        for asker, resources in granting.accepted:
            self.remove(asker)
            asker.grant(resources)


def release(
    state: Scratch, asker: Asker, *, success: bool, keeps: frozenset[str] = frozenset()
) -> None:
    """Take what an asker was granted off it; ``keeps`` stays, besides what it had before."""
    finish(
        state,
        asker.needs,
        asker.resources,
        owner=asker.owner,
        user=asker.path,
        success=success,
        had=asker.had | keeps,
    )


def _shared(asker: Asker) -> frozenset[str]:
    """What it shared on behalf of a ``then``.

    That stays while it tries again, or the base might leave the place where it was brought.
    """
    if asker.owner == asker.path:
        return frozenset()
    pairs = zip(asker.needs, asker.resources, strict=True)
    return frozenset(name for need, name in pairs if need.mode is Mode.SHARED)


def _merge(groups: list[Group], state: Scratch) -> Iterable[Rank]:
    """All ranked members, best first; a group is left as soon as none of it can run any more."""
    heap = [(group.ranked[0], index, 0) for index, group in enumerate(groups) if group.ranked]
    heapq.heapify(heap)
    while heap:
        rank, index, place = heapq.heappop(heap)
        yield rank
        group = groups[index]
        if place + 1 < len(group.ranked) and group.feasible(state):
            heapq.heappush(heap, (group.ranked[place + 1], index, place + 1))
