"""The best of many offers, kept as they arrive: most are put aside after one comparison."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from cotree.reallocation.capability.answer import Candidate

Match: TypeAlias = Literal["exact", "paper"]
_Worst: TypeAlias = tuple[float, float, str, tuple[str, ...]]
"""Robots, score, mode, and members, which decide among equals."""
_NONE: _Worst = (math.inf, -math.inf, "", ())

MOST_KEPT = 32
"""Of the best; nobody reads more, and when all of them fail, all offers are looked at again."""


class Offer(msgspec.Struct, frozen=True):
    """A helper's answer: one way in which it can help."""

    helper: str
    candidate: Candidate


class Shortlist:
    """What was offered, at least the best ``most`` of it.

    By the printed rule scores of all ways are compared, otherwise only of those that take equally
    many robots.
    """

    def __init__(self, match: Match, most: int = MOST_KEPT) -> None:
        self._by_robots = match == "exact"
        self._most = most
        self._kept: list[Offer] = []
        self._worst = _NONE
        """Of those that are surely kept, once there are enough of them."""

    def take(self, offers: Iterable[Offer]) -> None:
        """These were offered, too."""
        robots, score, mode, members = self._worst
        by_robots = self._by_robots
        for offer in offers:
            each = offer.candidate
            many = len(each.members) if by_robots else 0
            if many > robots or (many == robots and each.score < score):
                continue
            if each.score == score and each.mode == mode and each.members >= members:
                continue  # many are alike, and names decide
            self._kept.append(offer)
            if len(self._kept) >= 2 * self._most:
                robots, score, mode, members = self._cut()

    def best(self) -> list[Offer]:
        """Best first."""
        self._cut()
        return list(self._kept)

    def _cut(self) -> _Worst:
        self._kept.sort(key=self._key)
        del self._kept[self._most :]
        if len(self._kept) == self._most:
            last = self._kept[-1].candidate
            self._worst = self._robots(last), last.score, last.mode, last.members
        return self._worst

    def _key(self, offer: Offer) -> tuple[int, float, int, int, tuple[str, ...]]:
        """The least is the best."""
        return self._robots(offer.candidate), *offer.candidate.rank

    def _robots(self, each: Candidate) -> int:
        return len(each.members) if self._by_robots else 0
