"""The benchmark of look-ahead: the paper's experiments and random layouts, as one report.

Clock and dice are arguments: ``cpu_s`` tells CPU time, ``draw`` gives numbers from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from cotree.core.steps import NoPlan, Plan, Problem
from cotree.reallocation.schedule.experiments import (
    EXPECTED,
    LAYOUTS,
    agrees,
    problem,
    random_layout,
    short,
    trace,
)
from cotree.reallocation.schedule.referee import Referee
from cotree.reallocation.schedule.solve import Solver, plan

Clock: TypeAlias = Callable[[], float]
Draw: TypeAlias = Callable[[], float]

SOLVERS: tuple[Solver, ...] = ("greedy", "rollout", "exact", "auto")
SIZES = (4, 6, 8, 12, 20)
SLACK_S = 1e-4
MEAN_STEPS = 10.8
"""What ``auto`` may take on average, over at least so many layouts of four objects:"""
ENOUGH = 1000


class Row(msgspec.Struct, frozen=True):
    """One experiment, solved one way."""

    experiment: int
    solver: str
    steps: int
    time_s: float
    distance_m: float
    expected_steps: int
    as_expected: bool
    """Whether the steps are the expected ones; of greedy, also their order and the skips."""


class Summary(msgspec.Struct, frozen=True):
    """One solver over all random layouts."""

    solver: str
    mean_steps: float
    mean_time_s: float
    cpu_ms: float
    """Mean CPU time of one plan."""
    cpu_max_ms: float
    worse_than_greedy: int


class Size(msgspec.Struct, frozen=True):
    """How ``auto`` does with more objects."""

    objects: int
    steps: float
    time_s: float
    greedy_time_s: float
    proved: int
    """How many of the plans are proved optimal."""
    layouts: int
    cpu_ms: float


class Report(msgspec.Struct, frozen=True):
    """Everything that ``cotree bench multitasking`` measures."""

    seed: int
    layouts: int
    experiments: tuple[Row, ...]
    random: tuple[Summary, ...]
    sizes: tuple[Size, ...]
    deadlocks: int
    """Greedy runs with random durations that did not finish."""
    broken: int
    """Invariants that did not hold in these runs."""

    @property
    def good(self) -> bool:
        """Whether everything is as promised."""
        return (
            all(row.as_expected for row in self.experiments)
            and not any(row.worse_than_greedy for row in self.random)
            and not self.deadlocks
            and not self.broken
            and (self.layouts < ENOUGH or self.random[-1].mean_steps <= MEAN_STEPS)
        )


def experiments() -> Iterator[Row]:
    """The paper's four experiments, solved in each way."""
    for number, layout in LAYOUTS.items():
        expected = EXPECTED[number]
        for solver in SOLVERS:
            found = solved(problem(layout), solver)
            wanted = expected.greedy_steps if solver == "greedy" else expected.optimal_steps
            right = found.steps == wanted
            if solver == "greedy":
                skips = {short(leaf) for leaf in found.skipped}
                right &= agrees(trace(found.rounds), expected.trace)
                right &= skips.issuperset(expected.skipped)
            yield Row(number, solver, found.steps, found.time_s, found.distance_m, wanted, right)


def solved(one: Problem, solver: Solver) -> Plan:
    """The plan for a layout; layouts always have one."""
    found = plan(one, solver=solver)
    if isinstance(found, NoPlan):
        raise ValueError(f"{solver}: {found.message}")
    return found


class _Tally:
    """What is counted for one solver."""

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.times: list[float] = []
        self.cpu: list[float] = []
        self.worse = 0

    def summary(self, solver: str) -> Summary:
        """In short."""
        return Summary(
            solver,
            mean(self.steps),
            mean(self.times),
            1e3 * mean(self.cpu),
            1e3 * max(self.cpu, default=0.0),
            self.worse,
        )


def mean(numbers: list[int] | list[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(numbers) / len(numbers) if numbers else 0.0


def over_layouts(layouts: int, draw: Draw, cpu_s: Clock) -> tuple[Summary, ...]:
    """Each solver over the same random layouts of four objects."""
    tallies = {solver: _Tally() for solver in SOLVERS}
    for _ in range(layouts):
        one = problem(random_layout(draw))
        greedy_s = 0.0
        for solver, tally in tallies.items():
            begun = cpu_s()
            found = solved(one, solver)
            tally.cpu.append(cpu_s() - begun)
            greedy_s = found.time_s if solver == "greedy" else greedy_s
            tally.steps.append(found.steps)
            tally.times.append(found.time_s)
            tally.worse += found.time_s > greedy_s + SLACK_S
    return tuple(tally.summary(solver) for solver, tally in tallies.items())


def over_sizes(draw: Draw, cpu_s: Clock, each: int) -> Iterator[Size]:
    """How ``auto`` grows with the number of objects."""
    for objects in SIZES:
        plans, greedy, cpu = [], [], []
        for _ in range(each):
            one = problem(random_layout(draw, objects, (3, 2 * objects)))
            begun = cpu_s()
            plans.append(solved(one, "auto"))
            cpu.append(cpu_s() - begun)
            greedy.append(solved(one, "greedy").time_s)
        yield Size(
            objects,
            mean([found.steps for found in plans]),
            mean([found.time_s for found in plans]),
            mean(greedy),
            sum(found.status == "optimal" for found in plans),
            each,
            1e3 * mean(cpu),
        )


def with_random_durations(layouts: int, draw: Draw) -> tuple[int, int]:
    """Deadlocks and broken invariants of greedy runs in which everything takes 5 to 40 s."""
    deadlocks = broken = 0
    for _ in range(layouts):
        one = problem(random_layout(draw))
        execution = Referee(one, duration_s=lambda step, usual_s: 5 + 35 * draw()).run()
        deadlocks += not execution.finished
        broken += len(execution.broken)
    return deadlocks, broken


def report(layouts: int, seed: int, draw: Draw, cpu_s: Clock, each: int = 3) -> Report:
    """All of it."""
    return Report(
        seed,
        layouts,
        tuple(experiments()),
        over_layouts(layouts, draw, cpu_s),
        tuple(over_sizes(draw, cpu_s, each)),
        *with_random_durations(layouts, draw),
    )


def table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Columns, numbers to the right; the first row is the heading."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join(cell.rjust(width) for cell, width in cells).rstrip()


def lines(found: Report) -> Iterator[str]:
    """The report as people read it."""
    rows: list[tuple[str, ...]] = [
        ("experiment", "solver", "steps", "expected", "time s", "distance m", "")
    ]
    for row in found.experiments:
        steps, verdict = str(row.expected_steps), "ok" if row.as_expected else "WRONG"
        numbers = (f"{row.time_s:.1f}", f"{row.distance_m:.2f}")
        rows.append((str(row.experiment), row.solver, str(row.steps), steps, *numbers, verdict))
    yield from table(rows)
    yield f"\n{found.layouts} random layouts of 4 objects, seed {found.seed}:"
    rows = [("solver", "mean steps", "mean time s", "CPU ms/plan", "at most", "worse than greedy")]
    for one in found.random:
        means = (f"{one.mean_steps:.2f}", f"{one.mean_time_s:.1f}", f"{one.cpu_ms:.1f}")
        rows.append((one.solver, *means, f"{one.cpu_max_ms:.1f}", str(one.worse_than_greedy)))
    yield from table(rows)
    yield (
        f"with random durations: {found.deadlocks} deadlocks, {found.broken} broken invariants"
        f" in {found.layouts} greedy runs"
    )
    yield "\nauto, by number of objects:"
    rows = [("objects", "mean steps", "mean time s", "greedy s", "optimal", "CPU ms/plan")]
    for size in found.sizes:
        times = f"{size.time_s:.1f}", f"{size.greedy_time_s:.1f}"
        proved = f"{size.proved} of {size.layouts}", f"{size.cpu_ms:.1f}"
        rows.append((str(size.objects), f"{size.steps:.1f}", *times, *proved))
    yield from table(rows)
