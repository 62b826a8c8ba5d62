"""The simulation study of the paper: nine kinds of people, one adaptive robot and two that are not.

Every variant meets the same people with the same seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from cotree.reallocation.lead_follow.belief.forms import belief_of
from cotree.simulation.people.figures import Sample, sample
from cotree.simulation.people.kitting import simulated
from cotree.simulation.people.persons import PaperPerson
from cotree.simulation.people.planners import printed
from cotree.simulation.people.policy import Planner, Policy
from cotree.simulation.people.printed import ASSIGNED, ERRS, FOLLOWS, RUNS, VARIANTS, WRONG
from cotree.simulation.people.result import Moment
from cotree.simulation.people.session import play
from cotree.simulation.people.traces import Trace, retold, trace

WITHIN = 2.0
"""Standard errors between a cell and its printed value."""
SIMULATED_PRIOR = 0.8
"""Of following in the simulation; 0.7 in the user study."""


class Job(msgspec.Struct, frozen=True):
    """One cell of both tables: so many sessions of one kind of person with one robot."""

    p_follow: float
    p_error: float
    variant: str
    n: int
    seed: int


class Ran(msgspec.Struct, frozen=True):
    """What came out of a cell."""

    job: Job
    wrong: Sample
    assigned: Sample
    unfinished: int
    """Sessions that went in circles."""
    traces: tuple[Trace, ...]
    """Of the adaptive robot: what it believed, and what the robust form makes of the same."""


class Cell(msgspec.Struct, frozen=True):
    """One number of a table, and the one that is printed."""

    p_follow: float
    p_error: float
    variant: str
    found: Sample
    printed: float

    @property
    def off(self) -> float:
        """Standard errors (of 15 printed runs and ours) between the two."""
        distance, error = self.found.mean - self.printed, self.found.error(RUNS)
        return distance / error if error else 0.0 if not distance else float("inf")

    @property
    def near(self) -> bool:
        """Whether it is as near as chance allows."""
        return abs(self.off) <= WITHIN


class Tables(msgspec.Struct, frozen=True):
    """Tables III and IV."""

    wrong: tuple[Cell, ...]
    assigned: tuple[Cell, ...]
    unfinished: int
    traces: tuple[Trace, ...]

    @property
    def near(self) -> int:
        """How many of the 27 cells of Table III are as printed."""
        return sum(cell.near for cell in self.wrong)

    def pattern(self) -> dict[str, bool]:
        """What Table IV must show, in words."""
        found = {(c.p_follow, c.p_error, c.variant): c.found.mean for c in self.assigned}
        one, other, ours = VARIANTS
        leader, low, high = min(FOLLOWS), min(ERRS), max(ERRS)
        able = found[leader, low, ours]
        rows = [[found[follow, err, ours] for follow in FOLLOWS] for err in ERRS]
        return {
            f"an able leader is assigned fewer than by '{one}'": able < found[leader, low, one],
            f"an able leader is assigned fewer than by '{other}'": able < found[leader, low, other],
            "an erring leader is assigned more than an able one": able < found[leader, high, ours],
            "who follows more is assigned more": all(row == sorted(row) for row in rows),
        }


def jobs(n: int, seed: int) -> list[Job]:
    """All 27 cells, row by row."""
    kinds = [(follow, err) for follow in FOLLOWS for err in ERRS]
    return [Job(*kind, variant, n, seed) for kind in kinds for variant in VARIANTS]


def run(job: Job) -> Ran:
    """The sessions of one cell with the printed planner."""
    return ran(job, printed)


def ran(job: Job, plan: Planner) -> Ran:
    """The sessions of one cell."""
    scene, person = simulated(), PaperPerson(job.p_follow, job.p_error)
    policy = policy_of(job.variant, plan)
    results = [play(scene, person, policy, job.seed + i) for i in range(job.n)]
    stories = [result.story for result in results]
    return Ran(
        job,
        sample([result.wrong for result in results]),
        sample([result.assigned for result in results]),
        sum(not result.over for result in results),
        tuple(_traces(job, stories)) if job.variant == VARIANTS[-1] else (),
    )


def tables(found: Sequence[Ran]) -> Tables:
    """All cells, in the order of the jobs."""
    return Tables(
        tuple(_cell(each.job, each.wrong, WRONG) for each in found),
        tuple(_cell(each.job, each.assigned, ASSIGNED) for each in found),
        sum(each.unfinished for each in found),
        tuple(one for each in found for one in each.traces),
    )


def policy_of(variant: str, plan: Planner) -> Policy:
    """One of the three robots of the study; ``plan`` is the printed planner."""
    no_errors, errors, _ = VARIANTS
    if variant == no_errors:
        belief = belief_of("fixed", p_follow=1.0)
    elif variant == errors:
        belief = belief_of("fixed", p_follow=1.0, p_error=0.35)
    else:
        belief = belief_of("paper", 6, SIMULATED_PRIOR)
    return Policy(variant, plan, belief)


def _traces(job: Job, stories: Sequence[Sequence[Moment]]) -> Iterator[Trace]:
    yield trace(job.p_follow, job.p_error, "paper", stories)
    yield trace(job.p_follow, job.p_error, "robust", [retold(story) for story in stories])


def _cell(job: Job, found: Sample, table: Mapping[tuple[float, float], tuple[float, ...]]) -> Cell:
    value = table[job.p_follow, job.p_error][VARIANTS.index(job.variant)]
    return Cell(job.p_follow, job.p_error, job.variant, found, value)
