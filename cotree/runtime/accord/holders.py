"""Who says that it holds what, so that this robot chooses other work."""

from __future__ import annotations

from cotree.team.teammate import Teammate


class Holders:
    """Follows what the peers hold; ``news`` names only what changed."""

    def __init__(self, mate: Teammate) -> None:
        self._mate = mate
        self._seen: dict[int, tuple[str, float]] = {}
        self._told: dict[int, str] = {}
        self._excluded: dict[int, tuple[int, ...]] = {}

    def news(self, now_s: float) -> dict[str, str]:
        """By the name of a right who has it now, or an empty name; only what is new."""
        taken = self._mate.mind.taken
        if taken == self._seen and all(now_s < until_s for _, until_s in taken.values()):
            return {}
        self._seen = dict(taken)
        holders: dict[int, str] = {}
        for leaf, (peer, until_s) in taken.items():
            if now_s < until_s:
                for other in self._excludes(leaf):
                    holders[other] = peer
        changed = {leaf: "" for leaf in self._told if leaf not in holders}
        changed |= {leaf: peer for leaf, peer in holders.items() if self._told.get(leaf) != peer}
        self._told = holders
        leaves = self._mate.mind.task.leaves
        return {leaves[leaf].path: peer for leaf, peer in changed.items()}

    def _excludes(self, leaf: int) -> tuple[int, ...]:
        """What nobody else may do while somebody does this leaf."""
        found = self._excluded.get(leaf)
        if found is None:
            mind = self._mate.mind
            conflicts = mind.conflicts
            some = (leaf,) if conflicts.alone(leaf) else range(len(mind.task))
            found = tuple(other for other in some if conflicts.between(leaf, other))
            self._excluded[leaf] = found
        return found
