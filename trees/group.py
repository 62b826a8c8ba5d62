"""Askers with the same kind of needs, ranked: what one cannot get, none of them can."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from cotree.core.resources import Mode, Need, Resource, State
from cotree.trees.asker import Asker

NeedsKind: TypeAlias = tuple[tuple[str, Mode, str], ...]
Rank: TypeAlias = tuple[float, int, Asker]


def kind_of_needs(needs: Iterable[Need]) -> NeedsKind:
    """The needs without locations and loads."""
    return tuple(
        (need.type, need.mode, need.channel.name if need.channel else "") for need in needs
    )


class Group:
    """The waiting askers of one kind: some ranked by potential, some not questioned yet."""

    __slots__ = ("_rank", "_tokens", "kind", "pending", "ranked")

    def __init__(self, kind: NeedsKind) -> None:
        self.kind = kind
        self.ranked: list[Rank] = []
        """(-potential, order, asker) of those that are ready, best first."""
        self.pending: dict[Asker, None] = {}
        """Those whose answers may be out of date."""
        self._rank: dict[Asker, Rank] = {}
        self._tokens: Counter[str] = Counter()

    def join(self, asker: Asker) -> None:
        """One more."""
        self._tokens.update(asker.lineage)

    def leave(self, asker: Asker) -> None:
        """One less."""
        self.pending.pop(asker, None)
        self.unrank(asker)
        self._tokens.subtract(asker.lineage)

    def rank(self, asker: Asker) -> Rank:
        """Take its place by its potential."""
        self.unrank(asker)
        rank = (-asker.potential, asker.order, asker)
        self._rank[asker] = rank
        insort(self.ranked, rank)
        return rank

    def unrank(self, asker: Asker) -> None:
        """Lose its place."""
        rank = self._rank.pop(asker, None)
        if rank is not None:
            del self.ranked[bisect_left(self.ranked, rank)]

    def feasible(self, state: State) -> bool:
        """Whether any member could get its resources, locations and loads left aside."""
        return all(self._met(need, state) for need in self.kind)

    def _met(self, need: tuple[str, Mode, str], state: State) -> bool:
        type_, mode, channel = need
        return any(
            self._could(resource, mode, channel)
            for resource in state.values()
            if type_ in (resource.type, resource.name)
        )

    def _could(self, resource: Resource, mode: Mode, channel: str) -> bool:
        if not resource.owners:
            return True
        if not resource.users and any(self._tokens[owner] > 0 for owner in resource.owners):
            return True
        shared = mode is Mode.SHARED is resource.mode and resource.channel is not None
        return shared and resource.channel is not None and resource.channel.name == channel
