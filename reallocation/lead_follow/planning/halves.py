"""Equations 11 to 14 for two agents: equal subtasks are counted, not tried one by one.

Subtasks that cost each agent the same are interchangeable, so only how many of them the first agent
gets matters; a kitting task has a dozen such kinds, and all splits worth a look are soon seen.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TypeAlias

Prices: TypeAlias = tuple[int, int]
"""What a subtask costs the first agent, and the second."""

MOST_SPLITS = 50_000
"""With more, a solver is faster."""


def halves(
    prices: Mapping[int, Prices], wanted: Collection[int], kinds: Mapping[int, Hashable]
) -> dict[int, int] | None:
    """Who gets each item, 0 or 1, so that the one with more to pay pays least.

    The second agent gets at least one of ``wanted``, if there is any.  ``kinds`` keeps apart what
    has equal prices and is not alike.  None: there are too many splits to look at.
    """
    groups: dict[Hashable, list[int]] = {}
    for item in sorted(prices, key=lambda item: (item not in wanted, item)):
        groups.setdefault((prices[item], kinds.get(item)), []).append(item)
    members = sorted(groups.values(), key=lambda each: (-max(prices[each[0]]), each[0]))
    splits = 1
    for group in members:
        splits *= len(group) + 1
    if splits > MOST_SPLITS:
        return None
    counts = _Splits(prices, set(wanted), members).best()
    return {
        item: int(place < count)
        for group, count in zip(members, counts, strict=True)
        for place, item in enumerate(group)
    }


class _Splits:
    """All splits, with those left out that cannot be better than the best so far."""

    def __init__(
        self, prices: Mapping[int, Prices], wanted: set[int], groups: Sequence[Sequence[int]]
    ) -> None:
        self.prices, self.wanted, self.groups = prices, wanted, groups
        self.least = [0] * (len(groups) + 1)
        """From each group on, what both together pay at least."""
        for i in range(len(groups) - 1, -1, -1):
            cheapest = min(prices[groups[i][0]]) * len(groups[i])
            self.least[i] = self.least[i + 1] + cheapest
        self.found: tuple[int, ...] = ()
        self.cost: float = float("inf")

    def best(self) -> tuple[int, ...]:
        """How many of each group the second agent gets."""
        self._try(0, 0, 0, (), not self.wanted)
        return self.found

    def _try(self, i: int, first: int, second: int, counts: tuple[int, ...], met: bool) -> None:
        if max(first, second, (first + second + self.least[i]) / 2) >= self.cost:
            return
        if i == len(self.groups):
            if met:
                self.found, self.cost = counts, max(first, second)
            return
        group = self.groups[i]
        one, other = self.prices[group[0]]
        some = group[0] in self.wanted
        for count in range(len(group) + 1):
            now_met = met or (some and count > 0)
            paid = first + one * (len(group) - count), second + other * count
            self._try(i + 1, *paid, (*counts, count), now_met)
