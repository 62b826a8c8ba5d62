"""Everything that ``cotree bench lead-follow`` measures, and how it is said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from cotree.simulation.people.contest import Contest, Match
from cotree.simulation.people.printed import ERRS, FOLLOWS, RUNS, VARIANTS
from cotree.simulation.people.reliability import Curve
from cotree.simulation.people.rivals import NOISE, Rivalry
from cotree.simulation.people.study import Cell, Tables

NEAR = 24
"""So many of the 27 cells of Table III must be as printed."""
ENOUGH = 100
"""Sessions in a cell, or of a robot in hundreds of 5, below which nothing is promised."""
RELIABLE = 0.1
"""The mean distance between forecast and frequency that is still reliable."""


class Report(msgspec.Struct, frozen=True):
    """All figures of the benchmark."""

    n: int
    """Sessions in each cell."""
    sessions: int
    """Sessions of each robot in the comparison."""
    seed: int
    tables: Tables
    rivalry: Rivalry
    missions: Contest | None = None
    """The same robots in kitting missions on the real engine, if any were played."""

    @property
    def promises(self) -> dict[str, bool]:
        """What must be so, in words, and whether it is."""
        found = {"every session came to its end": not self.unfinished}
        if self.n >= ENOUGH:
            near = f"Table III: {NEAR} of 27 cells within 2 standard errors"
            found[near] = self.tables.near >= NEAR
            found.update({f"Table IV: {word}": so for word, so in self.tables.pattern().items()})
        if self.sessions >= 5 * ENOUGH:
            for match in self.rivalry.matches:
                found[f"sooner done than the {match.rival}, not more wrong actions"] = match.won
            for curve in self.rivalry.reliability:
                found[f"forecasts of {curve.trait} are reliable"] = curve.error <= RELIABLE
        if self.missions is not None and self.missions.n >= ENOUGH:
            for match in self.missions.matches:
                found[f"missions: no later than the {match.rival}, not more wrong"] = not match.lost
        return found

    @property
    def unfinished(self) -> int:
        """Sessions that went in circles."""
        missions = 0 if self.missions is None else self.missions.unfinished
        return self.tables.unfinished + self.rivalry.unfinished + missions

    @property
    def good(self) -> bool:
        """Whether everything is as promised."""
        return all(self.promises.values())


def lines(report: Report) -> Iterator[str]:
    """The report as text."""
    found = report.tables
    yield f"Table III: wrong actions of the person, {report.n} sessions a cell (printed: {RUNS})"
    yield from table(found.wrong)
    yield f"{found.near} of 27 cells within 2 standard errors"
    yield ""
    yield "Table IV: subtasks that the robot assigned to the person"
    yield from table(found.assigned)
    yield f"{sum(cell.near for cell in found.assigned)} of 27 cells within 2 standard errors"
    yield ""
    yield f"{report.sessions} sessions of each robot, all kinds of people, cv {NOISE}"
    yield from rivals(report.rivalry)
    yield ""
    if report.missions is not None:
        yield f"{report.missions.n} kitting missions of each robot on the engine, cv {NOISE}"
        yield from rivals(report.missions)
        yield ""
    for curve in report.rivalry.reliability:
        yield from reliability(curve)
    yield ""
    for promise, kept in report.promises.items():
        yield f"{'yes' if kept else 'NO '}  {promise}"


def table(cells: Sequence[Cell]) -> Iterator[str]:
    """One table: mean and standard error, the printed value, and their distance."""
    yield "follows errs " + "".join(f"{name:>32}" for name in VARIANTS)
    at = {(cell.p_follow, cell.p_error, cell.variant): cell for cell in cells}
    for follow in FOLLOWS:
        for err in ERRS:
            row = (_said(at[follow, err, name]) for name in VARIANTS)
            yield f"{follow:>7} {err:>4} " + "".join(f"{cell:>32}" for cell in row)


def rivals(found: Contest) -> Iterator[str]:
    """The comparison of robots."""
    head = f"{'robot':<18}{'time (s)':>10}{'wrong':>8}"
    yield f"{head}  {'sooner by (95 %)':<24}fewer wrong by (95 %)"
    yield f"{found.ours:<18}{found.time_s.mean:>10.1f}{found.wrong.mean:>8.2f}"
    for match in found.matches:
        yield _match(match)


def reliability(curve: Curve) -> Iterator[str]:
    """What was believed, and how often it was so."""
    yield f"forecasts of {curve.trait}: {curve.error:.3f} off on average"
    yield "  believed " + "".join(f"{each.forecast:>6.2f}" for each in curve.bins)
    yield "  happened " + "".join(f"{each.happened:>6.2f}" for each in curve.bins)
    yield "  how many " + "".join(f"{each.n:>6}" for each in curve.bins)


def _said(cell: Cell) -> str:
    far = " " if cell.near else "*"
    found = cell.found
    return f"{found.mean:6.2f} ±{found.error():4.2f} ({cell.printed:5.2f}, {cell.off:+5.1f}){far}"


def _match(match: Match) -> str:
    time, wrong = match.time_gain_s, match.wrong_gain
    sooner = f"{time.gain:.1f} ({time.low:.1f} to {time.high:.1f})"
    fewer = f"{wrong.gain:.2f} ({wrong.low:.2f} to {wrong.high:.2f})"
    means = f"{match.time_s.mean:>10.1f}{match.wrong.mean:>8.2f}"
    return f"{match.rival:<18}{means}  {sooner:<24}{fewer}"
