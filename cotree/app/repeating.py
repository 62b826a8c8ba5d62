"""A trial that must come out the same: it is run twice, and done again from its record."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from cotree import __version__
from cotree.app.again import do_again
from cotree.app.sim import Course, Result, Run
from cotree.core.mission import Mission
from cotree.runtime.crew.hardships import Trial
from cotree.runtime.describe import describe
from cotree.runtime.messages import End
from cotree.runtime.read import read
from cotree.runtime.record import Recorder
from cotree.simulation.stage.monitor import Broken

SAME = "same"
"""The rule: whatever happens in a trial, it happens again."""


def run_twice(mission: Mission, trial: Trial, course: Course, *, trace: bool = False) -> Result:
    """One trial; what is not the same bytes again is broken, as any other invariant."""
    with TemporaryDirectory(prefix="cotree-sim-") as folder:
        first, second = (Path(folder, f"{name}.mcap") for name in ("first", "second"))
        result = _recorded(mission, trial, course, first, trace=trace)
        _recorded(mission, trial, course, second)
        found = [*_another(first, second, result.time_s), *_replayed(first)]
    return msgspec.structs.replace(result, violations=(*result.violations, *found))


def _recorded(
    mission: Mission, trial: Trial, course: Course, path: Path, *, trace: bool = False
) -> Result:
    recorder = Recorder(path)
    try:
        run = Run(mission, trial, course, trace=trace, write=recorder.write)
        for message in describe(run.mission, "", __version__):
            recorder.write(message)
        result = run.run()
        recorder.write(End(result.time_s, 0, result.end))
    finally:
        recorder.close()
    if recorder.failure:
        raise OSError(recorder.failure)
    return result


def _another(first: Path, second: Path, end_s: float) -> list[Broken]:
    if first.read_bytes() == second.read_bytes():
        return []
    one, other = read(first).messages, read(second).messages
    differ = (n for n, (mine, its) in enumerate(zip(one, other, strict=False)) if mine != its)
    at = next(differ, min(len(one), len(other)))
    return [Broken(SAME, end_s, "", "", f"the second run differs from message {at} of its record")]


def _replayed(path: Path) -> list[Broken]:
    verdict = do_again(read(path))
    if verdict.ok:
        return []
    first = verdict.first
    if first is None:
        return [Broken(SAME, 0.0, "", "", f"its record cannot be done again: {verdict.damage}")]
    what = f"tick {first.n}, done again from the record, is other bytes: {first.recorded} was told"
    return [Broken(SAME, first.t, first.robot, "", f"{what}, and now {first.replayed}")]
