"""``cotree bench lead-follow``: the simulation study, several cells at once."""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import multiprocessing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from cotree.commands._missions import contested, shifts
from cotree.commands._missions import run as play_mission
from cotree.commands._output import complain
from cotree.simulation.people.report import Report, lines
from cotree.simulation.people.rivals import legs, rivalry
from cotree.simulation.people.rivals import run as play_leg
from cotree.simulation.people.study import jobs, tables
from cotree.simulation.people.study import run as run_cell
from cotree.simulation.people.traces import STEP_S, Trace
from cotree.viewer.beliefs import Line

J = TypeVar("J")
R = TypeVar("R")


def report(n: int, sessions: int, missions: int, seed: int, processes: int) -> Report:
    """All figures; they do not depend on the number of processes."""
    with _pool(processes) as pool:
        found = tables(_mapped(pool, run_cell, jobs(n, seed)))
        robots = rivalry(_mapped(pool, play_leg, legs(sessions, seed)))
        ended = _mapped(pool, play_mission, shifts(missions, seed))
    engine = contested(ended) if ended else None
    return Report(n, sessions, seed, found, robots, engine)


def run(args: argparse.Namespace) -> int:
    """Measure, print, and draw if that is wanted."""
    import msgspec

    file = Path(args.plot) if args.plot else None
    if file is not None and (wrong := _unsuited(file)):
        complain(wrong)
        return 2
    found = report(args.n, args.sessions, args.missions, args.seed, args.processes)
    if args.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        for line in lines(found):
            print(line)
    if file is not None and not _drawn(found, file):
        return 2
    return 0 if found.good else 1


def _unsuited(file: Path) -> str:
    """What is wrong with the name of a picture; asked before minutes of work."""
    from cotree.viewer.plot import FORMATS

    if file.suffix[1:].lower() in FORMATS:
        return ""
    known = ", ".join(f".{kind}" for kind in FORMATS)
    return f"{file}: no picture format '{file.suffix}'; known: {known}"


def _drawn(found: Report, file: Path) -> bool:
    from cotree.viewer.beliefs import plot
    from cotree.viewer.plot import NoPlot

    try:
        plot([_line(each) for each in found.tables.traces], file)
    except NoPlot as error:
        complain(str(error))
        return False
    return True


def _line(trace: Trace) -> Line:
    return Line(trace.p_follow, trace.p_error, trace.form, STEP_S, trace.following, trace.errors)


@contextlib.contextmanager
def _pool(processes: int) -> Iterator[concurrent.futures.Executor | None]:
    """Helpers that start afresh; none for one process."""
    if processes == 1:
        yield None
        return
    afresh = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(processes, mp_context=afresh) as pool:
        yield pool


def _mapped(
    pool: concurrent.futures.Executor | None, do: Callable[[J], R], all_: list[J]
) -> list[R]:
    return list(map(do, all_) if pool is None else pool.map(do, all_))
