"""What is to be done where: the facts about a task that its lower bound and its tour rest on."""

from __future__ import annotations

from cotree.core.resources import Mode
from cotree.reallocation.schedule.ledger import Ledger
from cotree.reallocation.schedule.model import SECOND, LeafModel, Model

ABOARD = -1
"""Instead of a pick: some gripper holds the object from the beginning."""


def base_slot(model: Model, ledger: Ledger) -> int:
    """The one resource that driving has alone and acting shares; -1 if there is none."""
    found = set(range(len(ledger.slots)))
    for leaf in model.leaves.values():
        if leaf.to < 0 and leaf.at < 0:
            continue
        uses = [ledger.uses[use] for use in ledger.of_leaf[leaf.index]]
        found &= {
            use.slots[0]
            for use in uses
            if len(use.slots) == 1 and (leaf.to < 0 or use.need.mode is Mode.EXCLUSIVE)
        }
    return min(found, default=-1)


class Chores:
    """Acting and driving leaves of one problem, by site."""

    def __init__(self, model: Model, ledger: Ledger, site: list[int]) -> None:
        self.model = model
        self.ledger = ledger
        self.site = site
        self.driven = base_slot(model, ledger) >= 0
        """Whether driving and acting exclude each other."""
        self.acting = [leaf for leaf in model.leaves.values() if leaf.at >= 0]
        self.at_site = self._masks()
        self.carriers = self._carriers()
        self.picks = self._picks()
        """Per leaf that puts an object down: the leaf that picks it up, or ``ABOARD``."""
        self.overhead = self._overheads()
        self.last_moves = self._last_moves()

    def picked(self, drop: int, done: int) -> bool:
        """Whether the object that a leaf puts down has been picked up."""
        pick = self.picks[drop]
        return pick == ABOARD or bool(done >> pick & 1)

    def comes_from_elsewhere(self, drop: int) -> bool:
        """Whether a leaf puts down what was picked up at another site."""
        pick = self.picks[drop]
        leaves = self.model.leaves
        return pick == ABOARD or self.site[leaves[pick].at] != self.site[leaves[drop].at]

    def _masks(self) -> dict[int, int]:
        """Per site, the leaves that act there."""
        found: dict[int, int] = {}
        for leaf in self.acting:
            site = self.site[leaf.at]
            found[site] = found.get(site, 0) | 1 << leaf.index
        return found

    def _carriers(self) -> int:
        """How many resources can hold something, if every acting leaf uses just one; else 0."""
        slots: set[int] = set()
        for leaf in self.acting:
            uses = [self.ledger.uses[use] for use in self.ledger.of_leaf[leaf.index]]
            holding = [use for use in uses if use.need.takes or use.need.holding]
            if len(holding) != 1 or holding[0].need.mode is not Mode.EXCLUSIVE:
                return 0
            slots.update(holding[0].slots)
        return len(slots)

    def _picks(self) -> dict[int, int]:
        """Who picks up what each leaf puts down, for objects with one of each."""
        sources: dict[str, list[int]] = {}
        drops: dict[str, list[int]] = {}
        for resource in self.ledger.slots:
            if resource.load is not None:
                sources.setdefault(resource.load, []).append(ABOARD)
        for leaf in self.acting:
            if self.model.done >> leaf.index & 1:
                continue
            for need in leaf.step.needs:
                if need.takes:
                    sources.setdefault(need.takes, []).append(leaf.index)
                if need.holding and need.drops:
                    drops.setdefault(need.holding, []).append(leaf.index)
        certain = [o for o in drops if len(drops[o]) == 1 and len(sources.get(o, ())) == 1]
        return {drops[name][0]: sources[name][0] for name in certain}

    def _overheads(self) -> dict[int, int]:
        """Per site, the least that any drive there takes besides travel, in microseconds."""
        found: dict[int, int] = {}
        for leaf in self.model.leaves.values():
            if leaf.to >= 0:
                site, micros = self.site[leaf.to], round(leaf.step.duration_s * SECOND)
                found[site] = min(found.get(site, micros), micros)
        return found

    def _last_moves(self) -> list[LeafModel]:
        """Moves that are never passed over: not in a ``then``, or its last child."""
        found = []
        for leaf in self.model.leaves.values():
            parent = self.model.nodes[leaf.node.parent] if leaf.node.parent >= 0 else None
            inside = parent is not None and parent.kind == "then"
            if leaf.to >= 0 and not (inside and parent and parent.children[-1] != leaf.index):
                found.append(leaf)
        return found
