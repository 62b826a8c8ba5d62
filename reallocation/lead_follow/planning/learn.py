"""How long things really take: per agent and kind of subtask a lognormal, learnt while they work.

The logarithm of what a subtask took, as a share of what was expected, is normal with unknown mean
and variance; both have their conjugate (normal-inverse-gamma) belief.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from statistics import NormalDist
from typing import NamedTuple

import msgspec

from cotree.reallocation.lead_follow.problem import Problem, Subtask

SHORTEST = 1e-3
"""A share of what was expected; nothing takes less."""


class Observed(NamedTuple):
    """One subtask that was done."""

    agent: str
    kind: str
    expected_s: float
    took_s: float


class Share(msgspec.Struct, frozen=True):
    """What is believed of one logarithm: the beginning is an opinion worth two observations."""

    mean: float = 0.0
    weight: float = 2.0
    shape: float = 2.0
    scale: float = 0.05

    def seen(self, value: float) -> Share:
        """After one more observation."""
        weight = self.weight + 1
        off = (value - self.mean) ** 2 * self.weight / weight
        mean = self.mean + (value - self.mean) / weight
        return Share(mean, weight, self.shape + 0.5, self.scale + off / 2)

    @property
    def deviation(self) -> float:
        """Standard deviation of the next observation."""
        return math.sqrt(self.scale / self.shape * (1 + 1 / self.weight))

    def factor(self, quantile: float | None = None) -> float:
        """By what the expected duration is to be multiplied: its mean, or a quantile."""
        if quantile is None:
            return math.exp(self.mean + self.deviation**2 / 2)
        return math.exp(self.mean + self.deviation * NormalDist().inv_cdf(quantile))


class Durations(msgspec.Struct, frozen=True):
    """What has been learnt, per agent and kind; of all kinds together under ``""``."""

    shares: Mapping[str, Mapping[str, Share]] = {}

    def of(self, agent: str, kind: str) -> Share | None:
        """What is known of a kind; of the agent, if nothing is; or nothing."""
        mine = self.shares.get(agent, {})
        return mine.get(kind, mine.get(""))


def learn(durations: Durations, observed: Iterable[Observed]) -> Durations:
    """What is known after these observations; their order does not matter."""
    shares = {agent: dict(mine) for agent, mine in durations.shares.items()}
    for each in observed:
        if each.expected_s <= 0 or not math.isfinite(each.took_s):
            continue
        value = math.log(max(each.took_s / each.expected_s, SHORTEST))
        mine = shares.setdefault(each.agent, {})
        for kind in {each.kind, ""}:
            mine[kind] = mine.get(kind, Share()).seen(value)
    return Durations(shares)


def expected(problem: Problem, durations: Durations, quantile: float | None = None) -> Problem:
    """The problem with durations as they are now expected; what nobody was seen doing stays."""
    subtasks = tuple(_expected(each, durations, quantile) for each in problem.subtasks)
    return msgspec.structs.replace(problem, subtasks=subtasks)


def _expected(subtask: Subtask, durations: Durations, quantile: float | None) -> Subtask:
    times = {}
    for agent, seconds in subtask.durations.items():
        share = durations.of(agent, subtask.kind)
        times[agent] = seconds if share is None else seconds * share.factor(quantile)
    return msgspec.structs.replace(subtask, durations=times)
