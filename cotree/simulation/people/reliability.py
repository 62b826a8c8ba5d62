"""Whether what the robot believes is as often true as it believes: the reliability curve."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from cotree.simulation.people.result import Moment

BINS = 10


class Bin(msgspec.Struct, frozen=True):
    """All forecasts of about one size."""

    forecast: float
    """Their mean."""
    happened: float
    """How often it happened."""
    n: int


class Curve(msgspec.Struct, frozen=True):
    """Forecasts of one trait against what happened."""

    trait: str
    bins: tuple[Bin, ...]

    @property
    def error(self) -> float:
        """The mean distance between forecast and frequency, over all forecasts."""
        total = sum(each.n for each in self.bins)
        off = math.fsum(each.n * abs(each.forecast - each.happened) for each in self.bins)
        return off / total if total else 0.0


def errors(story: Iterable[Moment]) -> list[tuple[float, bool]]:
    """Each forecast of an error, and whether it was one."""
    return [
        (moment.before.p_error, not moment.seen.right)
        for moment in story
        if moment.seen is not None and moment.seen.did in ("chose", "gave")
    ]


def follows(story: Iterable[Moment]) -> list[tuple[float, bool]]:
    """Each forecast of following where there was a choice, and whether they did."""
    found = []
    for moment in story:
        seen = moment.seen
        if seen is None:
            continue
        if seen.did == "followed" and seen.could_choose:
            found.append((moment.before.p_follow, True))
        elif seen.did == "chose" and seen.could_follow:
            found.append((moment.before.p_follow, False))
    return found


def curve(trait: str, forecasts: Sequence[tuple[float, bool]]) -> Curve:
    """The forecasts in ten bins of equal width."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for forecast, happened in forecasts:
        bins[min(BINS - 1, int(forecast * BINS))].append((forecast, happened))
    return Curve(
        trait,
        tuple(
            Bin(
                math.fsum(forecast for forecast, _ in each) / len(each),
                sum(happened for _, happened in each) / len(each),
                len(each),
            )
            for each in bins
            if each
        ),
    )
