"""What planning and replanning a mission for a whole team costs, on the paper's hospital.

    python benchmarks/reallocation.py [--robots 3 9 ...] [--tasks 1 2 ...] [--json]
                                      [--gate [--loose]]

CPU time, medians; memory is the peak of a fresh process above a bare interpreter's.  Offline is
everything from the text of the sentence to the checked plan, with nothing remembered.  Local and
global are from the disturbance to the checked plan: a load is lost, a robot is lost; ``way``: a way
is blocked, so that a table of costs is made anew; ``both``: local and global, and the cheaper.
The gate is what is promised; ``--loose``, for other machines and other loads, is four times that.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cotree.reallocation.ltl.language.parse import parse  # noqa: E402
from cotree.reallocation.ltl.plan.answer import Plan  # noqa: E402
from cotree.reallocation.ltl.plan.many import Effort  # noqa: E402
from cotree.reallocation.ltl.plan.mission import compile_mission  # noqa: E402
from cotree.reallocation.ltl.plan.robots import Problem, begin  # noqa: E402
from cotree.reallocation.ltl.plan.solve import plan  # noqa: E402
from cotree.reallocation.ltl.repair.disturbances import (  # noqa: E402
    Changed,
    Disturbance,
    Lost,
    Moved,
)
from cotree.reallocation.ltl.repair.follow import follow  # noqa: E402
from cotree.reallocation.ltl.repair.reallocate import (  # noqa: E402
    Reach,
    Reallocation,
    reallocate,
)
from cotree.reallocation.ltl.world.changes import Block  # noqa: E402
from cotree.reallocation.ltl.world.system import State  # noqa: E402
from cotree.reallocation.ltl.world.world import World  # noqa: E402
from tests.kit.gates import gated  # noqa: E402
from tests.kit.hospital import WAITING, hospital, ltl, spread, starts  # noqa: E402

ROBOTS = [3, 9, 15, 30, 100, 300]
TASKS = [1, 2, 4, 6, 8, 10, 12, 16, 20, 24, 28, 32, 36, 40]
PEER_S = {3: 6.78, 9: 14.10, 15: 23.27, 30: 45.14}
"""Offline, of the planner that the paper published (measured in the specification)."""
LIMITS = {"offline_ms": 50.0, "local_ms": 1.0, "global_ms": 5.0, "global_300_ms": 50.0, "mb": 50.0}
LOCAL = ("local_ms", "local_way_ms")
GLOBAL = ("global_ms", "global_way_ms", "both_ms")
TIMES = ("offline_ms", *LOCAL, *GLOBAL)
GROWTH, LOOSE_GROWTH = 1.25, 2.0
"""From one size of team to the next the time must not grow faster than the team (1 is linear, the
rest is noise; where it is quadratic, from 30 robots to 100 it is 3.3)."""
SMALL = 30
"""Robots up to which the limits of small teams hold."""
TELL = "print(next(line for line in open('/proc/self/status') if 'VmHWM' in line).split()[1])"
"""Says a process's peak of memory in kB; unlike ``ru_maxrss`` it forgets the parent at ``exec``."""
SLACK = 4.0
"""A loose gate is this much looser than what is promised: other machines, other loads."""

DELIVER = [f"p{i}" for i in range(1, 7)]
VISIT = [
    "w1",
    "c11",
    "x1",
    "c9",
    "c5",
    "c6",
    "w2",
    "c2",
    "c10",
    "c8",
    "x2",
    "c4",
    "s1",
    "c1",
    "c3",
    "c7",
]
TRAIN = [
    "c7-c6",
    "c1-c2",
    "c3-c4",
    "c5-c9",
    "c10-c11",
    "c2-c3",
    "c6-c5",
    "c4-c5",
    "c9-c10",
    "c1-c7",
    "x1-c9",
    "w1-c10",
    "c8-s1",
    "p1-c1",
    "c6-c7",
    "c2-c7",
    "c11-w2",
    "c8-c9",
]


def cpu_ms(call: Callable[[], object], rounds: int) -> float:
    """Milliseconds of CPU, the median."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return statistics.median(times) * 1e3


def team(count: int) -> list[tuple[str, str, tuple[str, str]]]:
    """The paper's three robots, and more of them that wait aside."""
    kinds = ["DR", "A1", "Wassi"]
    return [
        (f"{kinds[i % 3]}{i}", kinds[i % 3], (starts() if i < 3 else WAITING)[kinds[i % 3]])
        for i in range(count)
    ]


def offline(text: str, robots: list[tuple[str, str, tuple[str, str]]], effort: Effort) -> Plan:
    """From text to plan, in a world that remembers nothing."""
    fresh = hospital()
    world = World(fresh.map, fresh.kinds)
    kinds = dict.fromkeys(kind for _, kind, _ in robots)
    mission = compile_mission(parse(text), [world.system(kind) for kind in kinds])
    answer = plan(begin(world, mission, robots), effort)
    assert isinstance(answer, Plan), answer
    return answer


def replanned(
    problem: Problem, rest: Plan, event: Disturbance, reach: Reach, rounds: int
) -> Callable[[], Reallocation]:
    """A reallocation, to be timed so often; nothing about changed worlds is remembered."""
    problems = [_forgetful(problem) for _ in range(rounds)]

    def call() -> Reallocation:
        answer = reallocate(problems.pop(), rest, [event], reach)
        assert isinstance(answer, Reallocation), answer
        return answer

    return call


def _forgetful(problem: Problem) -> Problem:
    """The problem in a world that knows the systems of now, and none of those to come."""
    world = problem.world
    mine = {robot.name: world.of(robot.name) for robot in problem.robots}
    known = {(robot.kind, mine[robot.name]): problem.system(robot) for robot in problem.robots}
    return dataclasses.replace(problem, world=World(world.map, world.kinds, world.changes, known))


def row(count: int, rounds: int) -> dict[str, float]:
    """Everything for one size of team."""
    robots = team(count)
    quick = Effort(proof=0.0)
    found: dict[str, float] = {"robots": count}
    found["offline_ms"] = cpu_ms(lambda: offline(ltl("repo2"), robots, quick), rounds)
    start = spread("repo2", count)
    first = plan(start)
    assert isinstance(first, Plan)
    early, late = follow(start, first, 55), follow(start, first, 85)
    events: dict[str, tuple[tuple[Problem, Plan], Disturbance, Reach]] = {
        "local_ms": (early, Moved("DR0", State("c5", "standby")), "local"),
        "local_way_ms": (early, Changed((Block("c4", "c3"),), "DR0"), "local"),
        "global_ms": (early, Lost("DR0"), "global"),
        "global_way_ms": (late, Changed((Block("c3", "p3"),), "DR0"), "global"),
        "both_ms": (early, Moved("DR0", State("c5", "standby")), "cheaper"),
    }
    for name, ((problem, rest), event, reach) in events.items():
        found[name] = cpu_ms(replanned(problem, rest, event, reach, rounds), rounds)
    found["mb"] = peak_mb(count)
    return found


def peak_mb(count: int) -> float:
    """The peak of a fresh process that plans once, above that of a bare interpreter."""
    ours = _run([sys.executable, __file__, "--once", str(count)])
    return (ours - _run([sys.executable, "-c", TELL])) / 1024


def _run(command: list[str]) -> float:
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return float(done.stdout.split()[-1])


def once(count: int) -> None:
    """Plan and replan once, and tell the peak of memory in kilobytes."""
    problem = spread("repo2", count)
    first = plan(problem)
    assert isinstance(first, Plan)
    problem, rest = follow(problem, first, 55)
    replanned(problem, rest, Lost("DR0"), "cheaper", 1)()
    exec(TELL)


def sentence(count: int) -> str:
    """So many tasks of three sorts: deliver, visit, train."""
    tasks = []
    for i in range(max(len(DELIVER), len(VISIT), len(TRAIN))):
        tasks += [f"<>({place} && standby)" for place in DELIVER[i : i + 1]]
        tasks += [f"<>({place} && standby)" for place in VISIT[i : i + 1]]
        for pair in TRAIN[i : i + 1]:
            first, last = pair.split("-")
            tasks.append(f"<>({first} && training && <>({last} && training))")
    rules = [f"[]((!{place} && X {place}) -> loaded)" for place in DELIVER[1:]]
    return " && ".join([*tasks[:count], *rules])


def tasks_row(count: int, proof: float) -> dict[str, Any]:
    """One number of tasks at 30 robots: time, cost, and how good it is proved to be."""
    start = time.process_time()
    found = offline(sentence(count), team(30), Effort(proof=proof))
    return {
        "tasks": count,
        "ms": (time.process_time() - start) * 1e3,
        "cost": found.total,
        "bound": found.bound,
        "gap_percent": found.gap * 100,
        "solver": found.solver,
    }


def table(found: dict[str, Any]) -> str:
    """The same for people."""
    lines = [
        "the paper's mission (repo2), CPU milliseconds (peer: seconds)",
        f"{'robots':>6} {'offline':>8} {'peer s':>7} {'local':>7} {'way':>7} {'global':>7} "
        f"{'way':>7} {'both':>7} {'MB':>6}",
    ]
    for one in found["robots"]:
        peer = PEER_S.get(one["robots"])
        lines.append(
            f"{one['robots']:>6} {one['offline_ms']:>8.2f} {peer or '-':>7} "
            f"{one['local_ms']:>7.2f} "
            f"{one['local_way_ms']:>7.2f} {one['global_ms']:>7.2f} {one['global_way_ms']:>7.2f} "
            f"{one['both_ms']:>7.2f} {one['mb']:>6.1f}"
        )
    told = "  ".join(f"{name} {ratio:.2f}" for name, ratio in found["growth"].items())
    lines += [
        f"growth over that of the team, at worst (1 is linear): {told}" if told else "",
        "",
        "1 to 40 tasks for 30 robots; without and with CP-SAT's proof",
        f"{'tasks':>5} {'ms':>8} {'cost':>6} {'gap':>6}   {'ms':>8} {'cost':>6} {'gap':>6}  solver",
    ]
    for quick, proved in zip(found["tasks"], found["tasks_proved"], strict=True):
        lines.append(
            f"{quick['tasks']:>5} {quick['ms']:>8.1f} {quick['cost']:>6.0f} "
            f"{quick['gap_percent']:>5.1f}%   {proved['ms']:>8.1f} {proved['cost']:>6.0f} "
            f"{proved['gap_percent']:>5.1f}%  {proved['solver']}"
        )
    return "\n".join(lines)


def promised(robots: int) -> dict[str, float]:
    """What is promised for a team of this size, by column."""
    small = robots <= SMALL
    limits = {"offline_ms": LIMITS["offline_ms"]} if small else {}
    limits |= dict.fromkeys(LOCAL, LIMITS["local_ms"])
    limits |= dict.fromkeys(GLOBAL, LIMITS["global_ms" if small else "global_300_ms"])
    return limits | {"mb": LIMITS["mb"]}


def growth(rows: list[dict[str, float]]) -> dict[str, float]:
    """By column: how much faster than the team the time grows, at the worst step of its size."""
    return {
        name: max(
            many[name] / few[name] / (many["robots"] / few["robots"])
            for few, many in pairwise(rows)
        )
        for name in TIMES
        if len(rows) > 1
    }


def misses(found: dict[str, Any]) -> list[str]:
    """What is slower, larger or growing faster than promised."""
    slack = found["slack"]
    said = []
    for one in found["robots"]:
        for name, limit in promised(one["robots"]).items():
            if one[name] > limit * slack:
                said.append(f"{one['robots']} robots: {name} is {one[name]:.2f}, above {limit:g}")
    for name, ratio in found["growth"].items():
        if ratio > found["most_growth"]:
            said.append(f"{name} grows {ratio:.2f} times as fast as the team")
    return said


def main() -> int:
    """Print the tables, or one JSON document; with ``--gate``, 1 if a promise is missed."""
    parser = argparse.ArgumentParser(description="What planning a mission for a team costs.")
    parser.add_argument("--robots", type=int, nargs="+", default=ROBOTS)
    parser.add_argument("--tasks", type=int, nargs="*", default=TASKS)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--proof", type=float, default=4.0, help="CP-SAT's deterministic seconds")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--gate", action="store_true", help="fail if a promise is missed")
    parser.add_argument("--loose", action="store_true", help=f"the gate times {SLACK:g}")
    parser.add_argument("--once", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.once:
        once(args.once)
        return 0
    rows = [row(count, args.rounds) for count in args.robots]
    found = {
        "robots": rows,
        "promised": {str(count): promised(count) for count in args.robots},
        "growth": growth(rows),
        "most_growth": LOOSE_GROWTH if args.loose else GROWTH,
        "tasks": [tasks_row(count, 0.0) for count in args.tasks],
        "tasks_proved": [tasks_row(count, args.proof) for count in args.tasks],
        "slack": SLACK if args.loose else 1.0,
        "peer_s": PEER_S,
    }
    print(json.dumps(found, indent=2) if args.json else table(found))
    return gated(misses(found) if args.gate else [])


if __name__ == "__main__":
    sys.exit(main())
