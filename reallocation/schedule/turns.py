"""Whose turn it is: the rules of ``then``, ``and`` and ``or``, and passing over (spec E.5)."""

from __future__ import annotations

from typing import TypeAlias

from cotree.reallocation.schedule.model import Model

Waiting: TypeAlias = tuple[tuple[int, int], ...]
"""Leaves that wait for their turn, each with the mask of moves passed over on the way to it."""

MOVING = -1
"""Instead of the point where the base stands."""


class Turns:
    """The waiting leaves below each node; answers are remembered."""

    def __init__(self, model: Model) -> None:
        self.nodes = model.nodes
        self.leaves = model.leaves
        self.near = model.near
        self._waiting: dict[tuple[int, int, int, int, int], Waiting] = {}

    def waiting(self, index: int, done: int, committed: int, run: int, spot: int) -> Waiting:
        """The waiting leaves below a node that is not done, remembered by all that matters."""
        node = self.nodes[index]
        below = node.below
        key = (index, done & below, committed & below, run & below, spot)
        found = self._waiting.get(key)
        if found is None:
            match node.kind:
                case "leaf":
                    found = () if run >> index & 1 else ((index, 0),)
                case "then":
                    found = self._then(index, done, committed, run, spot)
                case _:
                    chosen = [c for c in node.children if committed >> c & 1]
                    some = chosen if node.kind == "or" and chosen else node.children
                    found = tuple(
                        waiting
                        for child in some
                        if not done >> child & 1
                        for waiting in self.waiting(child, done, committed, run, spot)
                    )
            self._waiting[key] = found
        return found

    def _then(self, index: int, done: int, committed: int, run: int, spot: int) -> Waiting:
        """The first child that is not done; moves to where the base stands are passed over."""
        children = self.nodes[index].children
        passed = 0
        for child in children:
            if done >> child & 1:
                continue
            leaf = self.leaves.get(child)
            if (
                leaf is not None
                and leaf.to >= 0
                and spot >= 0
                and child != children[-1]
                and not run >> child & 1
                and self.near[spot][leaf.to]
            ):
                passed |= 1 << child
                continue
            below = self.waiting(child, done, committed, run, spot)
            return tuple((leaf_, mask | passed) for leaf_, mask in below)
        return ()
