"""Who can do a job of the paper, found by brute force from the facts: the judge of whole runs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cotree.core.jobs import Robot
from tests.kit import capable
from tests.reallocation.capability import brute, paper


class Expected(NamedTuple):
    """How a job is done first."""

    mode: str
    robots: int


def robot(name: str) -> Robot:
    """A robot of a mission of ``capable``: ``L1`` is an L, ``O11`` an O1."""
    return Robot(name, paper.model(capable.kind_of(name)))


def expected(method: str, job: str, agent: str, others: Iterable[str]) -> Expected | None:
    """What becomes of a job that this robot is given, beside these; None: nobody can do it."""
    mine, task = robot(agent), paper.job(job)
    near = [robot(each) for each in others]
    if method == "active":
        best = brute.best(mine, task, near, "fewest_robots")
        return None if best is None else Expected(*best[:2])
    able = brute.does((mine,), task, "level")
    offers = [robots for robots, _, _ in brute.offers(mine, task, near)]
    if not offers:
        return Expected("solo", 1) if able else None
    modes = {1: "subcontract", 2: "partnership" if able else "assembly"}
    return Expected(modes[min(offers)], min(offers))
