"""What happens to each resource, asked once of the core rules and remembered.

A plan is found by simulating thousands of starts and ends, but one resource is only ever in a few
different conditions.  Each condition gets a number, and each question (does it fit this need, what
is it after taking, after finishing) is answered by ``cotree.core.resources`` the first time only.
Resources of one type that no need calls by name are interchangeable and share their conditions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import msgspec

from cotree.core.reserve import with_reservation
from cotree.core.resources import (
    Need,
    Resource,
    disown,
    finish,
    release_rest,
    take,
    usable,
    within_reach,
)
from cotree.reallocation.schedule.model import LeafModel, Model

Conditions: TypeAlias = tuple[int, ...]
"""The number of each resource's condition, in the order of declaration."""

GRIPPER = "gripper"


class Use(NamedTuple):
    """One need of one leaf."""

    leaf: LeafModel
    need: Need
    slots: tuple[int, ...]
    """The resources of the right type or name."""


class Taken(NamedTuple):
    """What a leaf runs on: its uses by number, and the slot of each."""

    uses: tuple[int, ...]
    slots: tuple[int, ...]


class Ledger:
    """Transitions of resources, by numbers."""

    def __init__(self, model: Model) -> None:
        self.resources: list[Resource] = []
        self._numbers: dict[Resource, int] = {}
        self._answers: dict[tuple[object, ...], int] = {}
        self._fits: dict[tuple[int, int], int] = {}
        self.uses: list[Use] = []
        self.of_leaf: dict[int, tuple[int, ...]] = {}
        given = model.problem.resources
        named = {need.type for leaf in model.leaves.values() for need in leaf.step.needs}
        self.slots = [
            r if r.name in named else msgspec.structs.replace(r, name=r.type)
            for r in given.values()
        ]
        self.names = list(given)
        self.start: Conditions = tuple(self.number(r) for r in self.slots)
        self.groups = self._groups()
        self.grippers = [i for i, r in enumerate(self.slots) if r.type == GRIPPER]
        for leaf in model.leaves.values():
            self._add_leaf(leaf)

    def _groups(self) -> list[tuple[int, ...]]:
        """Slots that are interchangeable, two and more together."""
        same: dict[str, list[int]] = {}
        for i, resource in enumerate(self.slots):
            if resource.name == resource.type:
                same.setdefault(resource.type, []).append(i)
        return [tuple(slots) for slots in same.values() if len(slots) > 1]

    def _add_leaf(self, leaf: LeafModel) -> None:
        """Number the uses of a leaf, what it reserves for its successor last."""
        first = len(self.uses)
        for need in with_reservation(leaf.step.needs, leaf.successor):
            slots = tuple(s for s, r in enumerate(self.slots) if need.type in (r.type, r.name))
            self.uses.append(Use(leaf, need, slots))
        self.of_leaf[leaf.index] = tuple(range(first, len(self.uses)))

    def number(self, resource: Resource) -> int:
        """The number of a condition, new or known."""
        found = self._numbers.get(resource)
        if found is None:
            found = self._numbers[resource] = len(self.resources)
            self.resources.append(resource)
        return found

    # -- may it start? -------------------------------------------------------------------------

    def fit(self, use: int, condition: int) -> int:
        """0: not usable; 1: usable; 2: usable, and the lineage's own already."""
        found = self._fits.get((use, condition))
        if found is None:
            leaf, need, _ = self.uses[use]
            resource, lineage = self.resources[condition], leaf.lineage
            found = 0
            if usable(need, resource, lineage):
                found = 1 if resource.owners.isdisjoint(lineage) else 2
            self._fits[use, condition] = found
        return found

    def assign(self, leaf: int, conditions: Conditions) -> Taken | Need:
        """One slot for each need, as ``core.resources.assign``, or the first unmet need."""
        slots: list[int] = []
        uses = self.of_leaf[leaf]
        for use in uses:
            best = fit = 0
            for slot in self.uses[use].slots:
                found = 0 if slot in slots else self.fit(use, conditions[slot])
                if found > fit:
                    best, fit = slot, found
            if not fit:
                return self.uses[use].need
            slots.append(best)
        return Taken(uses, tuple(slots))

    def reach(self, leaf: int, lineage: tuple[str, ...], conditions: Conditions) -> int:
        """How many grippers the leaf's lineage owns or could take."""
        total = 0
        for slot in self.grippers:
            condition = conditions[slot]
            key = ("reach", leaf, condition)
            found = self._answers.get(key)
            if found is None:
                one = {"": self.resources[condition]}
                found = self._answers[key] = within_reach(one, GRIPPER, lineage)
            total += found
        return total

    # -- what becomes of it --------------------------------------------------------------------

    def _after(
        self, key: tuple[object, ...], condition: int, change: Callable[[dict[str, Resource]], None]
    ) -> int:
        """The condition after a change of one resource alone, remembered under the key."""
        found = self._answers.get(key)
        if found is None:
            one = {"": self.resources[condition]}
            name = one[""].name
            change(one)
            found = self.number(msgspec.structs.replace(one[""], name=name))
            self._answers[key] = found
        return found

    def taken(self, use: int, condition: int) -> int:
        """The condition once a leaf has started on it."""
        leaf, need, _ = self.uses[use]

        def change(one: dict[str, Resource]) -> None:
            take(one, [need], [""], owner=leaf.lineage[0], user=leaf.node.path)

        return self._after(("take", use, condition), condition, change)

    def finished(self, use: int, condition: int) -> int:
        """The condition once a leaf has succeeded on it."""
        leaf, need, _ = self.uses[use]
        owner, user = leaf.lineage[0], leaf.node.path

        def change(one: dict[str, Resource]) -> None:
            finish(one, [need], [""], owner=owner, user=user, success=True)

        return self._after(("finish", use, condition), condition, change)

    def released(self, owner: str, condition: int) -> int:
        """The condition after a child of ``owner`` ended that did not keep it."""
        key = ("release", owner, condition)
        return self._after(key, condition, lambda one: release_rest(one, owner))

    def disowned(self, owner: str, heir: str | None, condition: int, keep: bool = False) -> int:
        """The condition after the lineage ``owner`` ended, which passes on its loads, or all."""
        key = ("disown", owner, condition, keep)
        kept = frozenset({""}) if keep else frozenset()
        return self._after(key, condition, lambda one: disown(one, owner, heir, kept))

    def owned(self, owner: str, condition: int) -> bool:
        """Whether this owner has a share in it."""
        return owner in self.resources[condition].owners
