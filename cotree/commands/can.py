"""``cotree can``: which robots can do a job of a mission, what they lack, and who could help."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cotree.commands._numbers import seconds

if TYPE_CHECKING:
    from cotree.core.allocation import Matching
    from cotree.core.jobs import Job
    from cotree.core.mission import Mission
    from cotree.reallocation.capability.judged import Judged, Judgement
    from cotree.runtime.read import Recording


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "can",
        help="which robots can do a job, what they lack, and who could help",
        description="For each robot that a job could be given to: what it lacks to do it alone, "
        "and in which way it would be done, with whose help (solo, partnership, subcontract, "
        "assembly). Nothing is run; of a record, its mission is judged. Exit code: 0 somebody can, "
        "1 nobody can do one of the jobs, 2 bad input.",
    )
    parser.add_argument(
        "mission",
        metavar="MISSION",
        help="its YAML file, its name if it came with cotree, or a record of a run",
    )
    parser.add_argument("job", metavar="JOB", nargs="?", help="one job; all of them by default")
    parser.add_argument(
        "--match",
        choices=("exact", "paper"),
        help="how two robots are tested: exactly, or by the published rule (both passive)",
    )
    parser.add_argument(
        "--method", choices=("passive", "active"), help="instead of what the mission says"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--steps", action="store_true", help="also who would do what, in order")
    form.add_argument("--json", action="store_true", help="all of it as JSON")
    form.add_argument(
        "--graph",
        choices=("dot", "jsonld", "text"),
        help="instead, the knowledge graph of one job with the team that would do it; of a record, "
        "as it was known then",
    )
    parser.add_argument(
        "--at", type=seconds, metavar="T", help="of a record, with --graph: at this time"
    )


def run(args: argparse.Namespace) -> int:
    """Judge, and print."""
    from cotree.app.judging import jobs_asked, judge, matching_of
    from cotree.commands._output import complain

    recording = _recording(args.mission)
    mission = _mission(args.mission, recording)
    jobs = jobs_asked(mission)
    wrong = _wrong(args, mission, jobs) or _wrong_time(args, recorded=recording is not None)
    if wrong:
        complain(f"{args.mission}: {wrong}")
        return 2
    chosen = {args.job: jobs[args.job]} if args.job else jobs
    matching = matching_of(mission, args.match, args.method)
    if args.graph and recording is not None:
        return _graph_then(args, recording, next(iter(chosen)))
    if args.graph:
        return _graph(mission, chosen, matching, args.graph)
    found = judge(mission, chosen, matching)
    if args.json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        for judgement in found:
            for line in lines(judgement, args.steps):
                print(line)
    return 0 if all(each.able for each in found) else 1


def _recording(file: str) -> Recording | None:
    """The record in a file; None: it is a mission."""
    from pathlib import Path

    from cotree.commands._output import complain
    from cotree.runtime.reading import is_record

    if not is_record(Path(file)):
        return None
    from cotree.runtime.read import read

    recording = read(Path(file))
    if recording.cut:
        complain(recording.cut)
    return recording


def _mission(file: str, recording: Recording | None) -> Mission:
    from cotree import app

    if recording is None:
        return app.read_mission(file)
    from cotree.app.recorded_jobs import recorded_mission

    return recorded_mission(recording)


def _wrong(args: argparse.Namespace, mission: Mission, jobs: dict[str, Job]) -> str:
    """What is wrong with what was asked, or nothing."""
    from cotree.core.words import did_you_mean

    if not jobs:
        return "nobody is asked to do a job here: the mission has no 'jobs' and no 'allocate'"
    if all(mate.robot is None for mate in mission.team.values()):
        return "the team has no robot"
    if args.job and args.job not in jobs:
        return f"no job '{args.job[:80]}'{did_you_mean(args.job[:80], jobs)}"
    if args.graph and not args.job and len(jobs) > 1:
        return f"a graph is of one job; say which: {', '.join(jobs)}"
    return ""


def _wrong_time(args: argparse.Namespace, *, recorded: bool) -> str:
    if args.at is not None and not args.graph:
        return "--at is for --graph: say which, such as --graph dot"
    if args.at is not None and not recorded:
        return "--at is for a record of a run; a mission that was not run has no such time"
    return ""


def _graph_then(args: argparse.Namespace, recording: Recording, job: str) -> int:
    from cotree.app.recorded_jobs import graph_then
    from cotree.commands._output import complain

    text = graph_then(recording, job, args.graph, args.at)
    if not text:
        complain(f"{args.mission}: nothing was known of {job} then: it is no job, or nobody lived")
        return 2
    print(text, end="")
    return 0


def _graph(mission: Mission, jobs: dict[str, Job], matching: Matching, form: Any) -> int:
    from cotree.app.judging import graph

    print(graph(mission, next(iter(jobs.values())), matching, form), end="")
    return 0


def lines(found: Judgement, with_steps: bool = False) -> Iterator[str]:
    """The judgement as people read it."""
    able, number = len(found.able), len(found.robots)
    by = f"{found.method}, {found.match}" if found.method == "passive" else found.method
    yield f"{found.job}: {able} of {number} robots can be given it ({by})"
    width = max(len(each.robot) for each in found.robots)
    for each in found.robots:
        for i, line in enumerate(_robot(each, with_steps)):
            yield f"  {each.robot if not i else '':<{width}}  {line}"


def _robot(each: Judged, with_steps: bool) -> Iterator[str]:
    if each.alone:
        yield "can do it alone"
    else:
        yield f"cannot alone: {'; '.join(each.lacks)}"
    if not each.idle:
        yield "helps nobody: its battery is too low"
    for i, way in enumerate(each.ways):
        yield f"{'or ' if i else ''}{way}"
        for help_ in each.helps if not i else ():
            yield f"  {help_}"
        for step in each.steps if with_steps and not i else ():
            yield f"  - {step}"
    if each.why_not:
        yield f"{'but' if each.ways else 'and'} {each.why_not}"
