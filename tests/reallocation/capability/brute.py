"""Matching again, as slowly and plainly as possible: the judge of the fast one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations

from hypothesis import strategies as st

from cotree.reallocation.capability.models import Job, Model, Need, Part, Robot, named

Team = tuple[Robot, ...]


def does(order: Team, job: Job, by: str) -> bool:
    """Whether a tower serves all needs with different parts, by trying all of them."""
    if len(order) > 1 and (order[-1].ports < 1 or any(each.ports < 2 for each in order[:-1])):
        return False
    parts: list[tuple[Part, float, bool]] = []
    base = 0.0
    for i, robot in enumerate(order):
        parts += [(part, part.at[1] + base, i == 0) for part in robot.parts]
        base += robot.size
    units = [need for need in job.needs for _ in range(need.count)]
    return serve(units, parts, by)


def serve(units: list[Need], parts: list[tuple[Part, float, bool]], by: str) -> bool:
    if not units:
        return True
    need, *rest = units
    for i, (part, height, on_ground) in enumerate(parts):
        alike = part.type == need.type if by == "type" else part.level >= need.level
        fits = part.domain == need.domain and alike and height >= need.at[1]
        fits = fits and (on_ground or need.domain != "locomotion")
        if fits and serve(rest, parts[:i] + parts[i + 1 :], by):
            return True
    return False


def possible(team: Iterable[Robot], job: Job, by: str) -> bool:
    """Whether some order works."""
    return order(team, job, by) is not None


def order(team: Iterable[Robot], job: Job, by: str) -> Team | None:
    """The order that works with more ports and then taller robots further below; None: none."""
    ready = sorted(team, key=lambda robot: (-robot.ports, -robot.size, robot.name))
    return next((each for each in permutations(ready) if does(each, job, by)), None)


def buildable(team: Team, job: Job) -> bool:
    """The same by type, quickly: equal robots change places in vain, and hopeless teams fail."""
    if sum(robot.ports < 2 for robot in team) > 1 or any(not robot.ports for robot in team):
        return False
    high = sum(robot.size for robot in team)
    parts = [(part, part.at[1] + high, True) for robot in team for part in robot.parts]
    units = [need for need in job.needs for _ in range(need.count)]
    if not serve(units, parts, "type"):
        return False
    return any(does(each, job, "type") for each in orders(team))


def orders(left: Team) -> Iterator[Team]:
    """All orders that differ by more than the names of equal robots."""
    if not left:
        yield ()
    for i, first in enumerate(left):
        if all(first.model is not other.model for other in left[:i]):
            for rest in orders(left[:i] + left[i + 1 :]):
                yield (first, *rest)


def score(team: Iterable[Robot], job: Job) -> float:
    members = list(team)
    square = 0
    for domain in ("perception", "manipulation", "locomotion"):
        want = sum(need.count for need in job.needs if need.domain == domain)
        have = sum(part.domain == domain for robot in members for part in robot.parts)
        square += (have - want) ** 2
    return float(1000.0 / (1.0 + square**0.5))


def assemblies(agent: Robot, job: Job, others: list[Robot]) -> Iterator[tuple[int, float]]:
    """Size and score of every sort of team with the agent that works, by type."""
    seen: set[tuple[int, ...]] = set()
    for helpers in range(1, len(others) + 1):
        for some in combinations(others, helpers):
            sort = tuple(sorted(id(robot.model) for robot in some))
            team = (agent, *some)
            if sort not in seen and buildable(team, job):
                yield len(team), score(team, job)
            seen.add(sort)


Way = tuple[str, int, float]
"""Mode, robots and score."""


def ways(agent: Robot, job: Job, others: list[Robot], objective: str) -> list[Way]:
    """Every way that may be chosen when the agent searches by type, except to stay alone."""
    alone = does((agent,), job, "type")
    mode, robots = ("partnership", 2) if alone else ("subcontract", 1)
    found = [(mode, robots, score([o], job)) for o in others if does((o,), job, "type")]
    if alone:
        return found
    towers = list(assemblies(agent, job, others))
    least = min((size for size, _ in towers), default=0)
    kept = [each for each in towers if objective == "score" or each[0] == least]
    return found + [("assembly", *each) for each in kept]


def best(agent: Robot, job: Job, others: list[Robot], objective: str) -> Way | None:
    """The one that must be chosen: score, then mode, then fewer robots; None: nobody does it."""
    modes = ["partnership", "subcontract", "assembly"]
    found = ways(agent, job, others, objective)
    if found:
        return min(found, key=lambda each: (-each[2], modes.index(each[0]), each[1]))
    return ("solo", 1, score([agent], job)) if does((agent,), job, "type") else None


Offer = tuple[int, float, tuple[str, ...]]
"""Robots, score and members."""


def offers(agent: Robot, job: Job, others: list[Robot]) -> list[Offer]:
    """Every way with at most one helper, by level, with the fit of equation (17)."""
    able = does((agent,), job, "level")
    found: list[Offer] = []
    names: tuple[str, ...]
    for other in others:
        if does((other,), job, "level"):
            names = (agent.name, other.name) if able else (other.name,)
            found.append((len(names), fit((other,), job, [agent, *others]), names))
        tower = None if able else order((agent, other), job, "level")
        if tower is not None:
            names = tuple(robot.name for robot in tower)
            found.append((2, fit(tower, job, [agent, *others]), names))
    return found


def fit(tower: Team, job: Job, everybody: list[Robot]) -> float:
    """Equations (16) and (17) of a tower against what the job needs, number by number."""
    top = max([part.level for each in everybody for part in each.parts] + [1])
    top = max([top, *(need.level for need in job.needs)])
    square, base = 0.0, 0.0
    there: list[tuple[str, int, float, int]] = []
    for robot in tower:
        for part in robot.parts:
            if part.domain != "locomotion" or not base:
                there.append((part.domain, part.level, part.at[1] + base, 1))
        base += robot.size
    asked = [(need.domain, need.level, need.at[1], need.count) for need in job.needs]
    for domain in ("perception", "manipulation", "locomotion"):
        for level in range(1, top + 1):
            have, want = (_k(rows, domain, level) for rows in (there, asked))
            square += (have - want) ** 2
    return float(1000.0 / (1.0 + square**0.5))


def _k(rows: list[tuple[str, int, float, int]], domain: str, level: int) -> float:
    """Of (16): level times number times reach; on the planes x and z everything is at 1."""
    strong = [row for row in rows if row[0] == domain and row[1] >= level]
    reach = max((row[2] for row in strong), default=-1.0) + 2.0
    return level * sum(row[3] for row in strong) * max(1.0, reach)


heights = st.sampled_from([1.0, 2.0, 3.0])
domains = st.sampled_from(["perception", "manipulation", "locomotion"])
grades = st.integers(1, 2)


@st.composite
def parts(draw: st.DrawFn, size: float) -> Part:
    domain = draw(domains)
    at = 1.0 if domain == "locomotion" else float(draw(st.integers(1, int(size))))
    return Part("", domain, draw(grades), draw(grades), (1.0, at, 1.0))


@st.composite
def robots(draw: st.DrawFn, name: str) -> Robot:
    size = draw(heights)
    found = draw(st.lists(parts(size), max_size=3))
    return Robot(name, Model(name, size, draw(st.integers(0, 3)), named(found)))


@st.composite
def jobs(draw: st.DrawFn, highest: int = 7) -> Job:
    needs = []
    for domain in draw(st.lists(domains, min_size=1, max_size=4)):
        high = 1.0 if domain == "locomotion" else float(draw(st.integers(1, highest)))
        at = (1.0, high, 1.0)
        needs.append(Need(domain, draw(grades), draw(grades), draw(grades), at))
    return Job("random", tuple(needs))


def question(seed: int, most: int) -> tuple[list[Robot], Job]:
    """A fleet of few models, and a job that a tower of some of them might just do.

    Drawn by plain dice: Hypothesis likes small values, and small fleets seldom can do anything.
    """
    dice = random.Random(seed)
    models = [_model(dice, f"m{i}") for i in range(dice.randint(1, 4))]
    fleet = [Robot(f"r{i}", dice.choice(models)) for i in range(dice.randint(2, most))]
    there: list[Need] = []
    base = 0.0
    for i, robot in enumerate(dice.sample(fleet, dice.randint(1, min(6, len(fleet))))):
        for part in robot.parts:
            if not i or part.domain != "locomotion":
                at = (1.0, part.at[1] + base, 1.0)
                there.append(Need(part.domain, part.level, part.type, 1, at))
        base += robot.size
    asked = dice.sample(there, dice.randint(1, min(4, len(there)))) if there else []
    if dice.random() < 0.2 or not asked:
        asked.append(Need("manipulation", 2, 2, 1, (1.0, float(dice.randint(1, 7)), 1.0)))
    return fleet, Job("random", tuple(asked))


def _model(dice: random.Random, name: str) -> Model:
    size = dice.randint(1, 3)
    rows = [
        Part("", domain, dice.randint(1, 2), dice.randint(1, 2), (1.0, float(high), 1.0))
        for domain in ("perception", "manipulation")
        for high in dice.sample([1, 2, 3], dice.randint(0, 2))
    ]
    wheels = [Part("", "locomotion", dice.randint(1, 2))] if dice.random() < 0.7 else []
    ports = dice.choice([0, 1, 2, 2, 2, 3])
    return Model(name, float(size), ports, named([*rows, *wheels]))


def questions(most: int = 6) -> st.SearchStrategy[tuple[list[Robot], Job]]:
    """Many of them."""
    return st.integers(0, 2**32).map(lambda seed: question(seed, most))
