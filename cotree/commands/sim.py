"""``cotree sim``: run a whole team many times, in any weather, and count what went wrong."""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cotree.commands._numbers import duration, whole
from cotree.commands._output import complain

if TYPE_CHECKING:
    from cotree.app.sim import Result
    from cotree.app.trials import Course
    from cotree.core.mission import Mission
    from cotree.runtime.crew.hardships import Trial
    from cotree.runtime.swarm.table import Row

BAD_INPUT, STOPPED = 2, 130
TRACE = 80
"""How many lines of a failing trial's trace are shown at most."""
FAULTS = (
    "Faults: none; skew (clocks differ, jump and drift); loss10, loss30 (so many letters in a "
    "hundred are lost); dup_delay (letters come twice or late); crashes; orphan (crashes, and "
    "motions go on); pauses (of processes); partitions (of the network); noise (how long things "
    "take); failing (actions); lies (actions that only say that they succeeded); death (of a "
    "robot, for good); storm (everything from which a team must recover); tempest (all of it)."
)


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "sim",
        help="run a mission many times with faults, and count what went wrong",
        description="Run a mission's whole team in virtual time, once for each seed, while robots "
        "crash, letters get lost and clocks drift; a monitor of what physically moves checks that "
        "nothing is done twice, out of order or without the right to. Exit code: 0 nothing was "
        "broken and nothing is stuck; 1 something was, under our own rule; 2 bad input; 130 "
        "stopped by Ctrl-C, after a table of what was done.",
        epilog=FAULTS,
    )
    parser.add_argument(
        "mission", metavar="MISSION", help="its YAML file, or its name if it came with cotree"
    )
    parser.add_argument(
        "--faults", default="storm", metavar="NAMES",
        help="which faults, separated by commas, or 'all', or 'each': all, another one for each "
        "seed (default: storm)",
    )  # fmt: skip
    parser.add_argument(
        "--rules", default="quorum", metavar="NAMES",
        help="who may do what: 'quorum' (ours), 'paper' (the published rule), or 'quorum,paper'",
    )  # fmt: skip
    parser.add_argument(
        "--until", type=duration, metavar="T", help="the longest that the mission may take"
    )
    parser.add_argument(
        "--verify", action="store_true",
        help="each run must also come out the same again, byte for byte: it is run twice, and "
        "done again from its record",
    )  # fmt: skip
    many = parser.add_argument_group("many runs")
    many.add_argument("--seeds", type=_count, default=100, metavar="N", help="runs of each")
    many.add_argument("--first", type=whole, default=0, metavar="K", help="the first seed")
    many.add_argument("--jobs", type=_count, default=1, metavar="N", help="processes")
    many.add_argument(
        "--file", type=Path, metavar="F", help="keep results here, and go on from them"
    )
    many.add_argument("--json", action="store_true", help="print one JSON document")
    one = parser.add_argument_group("one run")
    one.add_argument("--seed", type=whole, metavar="S", help="only this one")
    one.add_argument("--trace", action="store_true", help="show everything that happened")
    one.add_argument(
        "--only", metavar="NUMBERS", help="of its faults only these, such as 0,3; or 'none'"
    )
    one.add_argument("--calm", metavar="NAMES", default="", help="without loss, drift, noise, ...")


def _count(text: str) -> int:
    """A whole number above 0."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number above 0")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Run, and say how it went."""
    from cotree.app.missions import is_team, read_mission, refuse_senses
    from cotree.app.trials import EACH, Course, calm_run, calms, hardships, rules, turn
    from cotree.commands._start import heeding_ctrl_c

    mission = read_mission(args.mission)
    refuse_senses(mission)
    if not is_team(mission):
        complain(f"sim: {args.mission}: one robot has no peers; 'cotree run' is for it")
        return BAD_INPUT
    robots = sum(mate.robot is not None for mate in mission.team.values())
    try:
        names = hardships(args.faults, robots, robots + len(mission.coordination.witness))
        said, calm, only = rules(args.rules), calms(args.calm), _numbers(args.only)
    except ValueError as error:
        complain(f"sim: {error}")
        return BAD_INPUT
    if args.seed is None and (args.trace or calm or only is not None):
        complain("sim: --trace, --only and --calm are about one run: say which with --seed")
        return BAD_INPUT
    if args.verify and "paper" in said:
        complain("sim: --verify: only our own rule can be done again from a record")
        return BAD_INPUT
    heeding_ctrl_c()
    found = calm_run(mission)
    if found.end != "success" or found.violations:
        why = "; ".join([*map(str, found.violations), *found.reasons])
        complain(f"sim: {args.mission}: even without faults it ends as '{found.end}': {why}")
        return BAD_INPUT
    course = Course(args.mission, found.time_s, args.until or float("inf"), args.verify)
    if args.seed is not None:
        these = turn(names, args.seed) if args.faults == EACH else names
        trials = _trials(args.seed, these, said, only, calm)
        return max(_show(mission, trial, course, trace=args.trace) for trial in trials)
    return _count_all(args, mission, course, names, said)


def _numbers(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    if text == "none":
        return ()
    words = text.split(",")
    if not all(word.isdecimal() for word in words):
        raise ValueError(f"'{text}' is no list of numbers such as 0,3, and not 'none' either")
    return tuple(sorted({int(word) for word in words}))


def _trials(
    seed: int,
    names: list[str],
    rules: list[str],
    only: tuple[int, ...] | None,
    calm: tuple[str, ...],
) -> list[Trial]:
    from cotree.runtime.crew.hardships import Trial

    return [Trial(seed, name, rule, only, calm) for rule in rules for name in names]


def _show(mission: Mission, trial: Trial, course: Course, *, trace: bool) -> int:
    """One run, with all that happened if that is asked for."""
    from cotree.app.trials import run

    result = run(mission, trial, course, trace=trace)
    for line in result.trace:
        print(line)
    print(_sentence(result))
    return 0 if result.ok or trial.rule != "quorum" else 1


def _sentence(result: Result) -> str:
    trial = result.trial
    lines = [
        f"{trial.faults} {trial.rule} seed {trial.seed}: {result.end} after {result.time_s:.1f} s,"
        f" {result.events} events, {result.letters} letters; trace {result.digest}"
    ]
    lines += [f"  broken: {each}" for each in result.violations]
    lines += [f"  {reason}" for reason in result.reasons]
    return "\n".join(lines)


def _count_all(
    args: argparse.Namespace, mission: Mission, course: Course, names: list[str], rules: list[str]
) -> int:
    from cotree.app.trials import EACH, todo_of, try_all
    from cotree.runtime.swarm.soak import Stopped

    seeds, each = range(args.first, args.first + args.seeds), args.faults == EACH
    todo = todo_of(mission, names, rules, seeds, each=each, verify=args.verify)
    stopped = False
    try:
        rows = try_all(todo, course, args.jobs, args.file, _told)
    except Stopped as stop:
        rows, stopped = stop.rows, True
        with contextlib.suppress(ValueError):  # only the main thread may say so
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever asks twice waits for nobody
    _print(args, mission, course, rows)
    failed = [row for row in rows if row.failed and row.rule == "quorum"]
    if stopped:
        return STOPPED
    if failed and not args.json:
        _explain(mission, course, failed[0])
    return 1 if failed else 0


def _told(line: str) -> None:
    """How far it has come, for a person who waits."""
    if sys.stderr.isatty():
        complain(f"  done: {line}")


def _print(args: argparse.Namespace, mission: Mission, course: Course, rows: list[Row]) -> None:
    import msgspec

    from cotree.commands._table import figures, lines

    wanted = mission.coordination
    bound_s = wanted.hold_s + 1.0 + wanted.stop_s
    if args.json:
        found = {
            "mission": mission.name,
            "lasts_s": course.lasts_s,
            "takeover_bound_s": bound_s,
            "rows": [figures(row, course.lasts_s, bound_s) for row in rows],
        }
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    print(f"{mission.name}: {course.lasts_s:.1f} s without faults")
    for line in lines(rows, course.lasts_s, bound_s):
        print(line)


def _explain(mission: Mission, course: Course, row: Row) -> None:
    """The smallest failing run of a row, with its trace."""
    from cotree.app.trials import command, run, shrink
    from cotree.runtime.crew.hardships import Trial

    trial = shrink(mission, Trial(row.failed[0], row.name, row.rule), course)
    result = run(mission, trial, course, trace=True)
    print(f"\nthe smallest that still fails so; {command(course, trial)}")
    left_out = len(result.trace) - TRACE
    if left_out > 0:
        print(f"  ... {left_out} lines before")
    for line in result.trace[-TRACE:]:
        print(f"  {line}")
    print(_sentence(result))
