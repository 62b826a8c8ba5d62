"""The same small work done here and by other packages of the Python index, side by side.

    python benchmarks/peers.py [--quick] [--json]

A tick of a tree of sequences (py_trees, async-btree); a sentence made ready for planning (Spot, as
``spottl``); a plan for a team with many places to visit (Fast Downward's A*, told the same map and
the same costs).  CPU time.  Who is not installed (extra ``benchtest``) is left out.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.imports import children_s
from benchmarks.reallocation import VISIT, cpu_ms, offline, team
from benchmarks.tick import cpu_per_call, four_ary, side_by_side
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.plan.many import Effort
from cotree.reallocation.ltl.plan.mission import compile_mission
from cotree.reallocation.ltl.world.chart import MICRO
from cotree.reallocation.ltl.world.world import World
from tests.kit.gates import gated
from tests.kit.hospital import hospital, ltl, starts

NODES = [10, 100, 1000]
DELIVERIES = [1, 2, 3, 4, 5]
"""Spot takes 20 s and more for the automaton of six."""
PLACES = [2, 4, 8, 12, 16]
LONGEST_S = 60
"""What Fast Downward may take."""
PACKAGES = {"async-btree": "async_btree", "spottl": "spot", "up-fast-downward": "up_fast_downward"}


def have(package: str) -> bool:
    """Whether it is installed."""
    return importlib.util.find_spec(PACKAGES[package]) is not None


# -- a tick ----------------------------------------------------------------------------------------


def coroutines(nodes: int) -> Callable[[], object]:
    """One pass over the same tree of sequences in async-btree, without an event loop."""
    theirs = importlib.import_module("async_btree")

    def grow(left: int) -> Callable[[], Coroutine[Any, Any, Any]]:
        width = min(4, left - 1)
        shares = [(left - 1) // width + (i < (left - 1) % width) for i in range(width)]
        inner = [leaf if share == 1 else grow(share) for share in shares]
        found: Callable[[], Coroutine[Any, Any, Any]] = theirs.sequence(inner)
        return found

    async def succeed() -> bool:
        return bool(theirs.SUCCESS)

    leaf = theirs.action(succeed)
    tree = grow(nodes)

    def once() -> object:
        try:
            tree().send(None)
        except StopIteration as end:
            return end.value
        raise AssertionError("nothing in this tree waits")

    return once


def tick_row(nodes: int, rounds: int) -> dict[str, Any]:
    """One size of tree."""
    found: dict[str, Any] = side_by_side(four_ary, nodes, rounds)
    if have("async-btree"):
        once = coroutines(nodes)
        times = [cpu_per_call(once, max(1, 2000 // nodes)) for _ in range(rounds)]
        found["async_btree_us"] = statistics.median(times) * 1e6
    return found


# -- a sentence ------------------------------------------------------------------------------------


class Said(NamedTuple):
    """A sentence."""

    name: str
    text: str
    deliveries: int | None = None
    """How many there are, if they know nothing of each other."""


def automaton_row(said: Said, rounds: int) -> dict[str, Any]:
    """From a sentence's text to what is planned with: our tasks, and one automaton of Spot."""
    fresh = hospital()
    systems = [World(fresh.map, fresh.kinds).system(kind) for kind in ("DR", "A1", "Wassi")]
    text = said.text
    found: dict[str, Any] = {"sentence": said.name, "deliveries": said.deliveries}
    found["ours_ms"] = cpu_ms(lambda: compile_mission(parse(text), systems), rounds)
    if have("spottl"):
        spot = importlib.import_module("spot")
        found["spot_ms"] = cpu_ms(lambda: spot.translate(text, "BA"), min(rounds, 3))
        found["spot_states"] = spot.translate(text, "BA").num_states()
    return found


def sentences(deliveries: list[int]) -> Iterator[Said]:
    """The paper's two, and some with so many deliveries that know nothing of each other."""
    for name in ("repo1", "repo2"):
        yield Said(name, ltl(name))
    for count in deliveries:
        steps = [f"<>(c{i} && loaded && <>(p{i} && standby))" for i in range(1, count + 1)]
        yield Said(f"deliveries: {count}", " && ".join(steps), count)


# -- a plan ----------------------------------------------------------------------------------------

DOMAIN = """(define (domain ward) (:requirements :strips :typing :action-costs)
 (:types robot state)
 (:predicates (at ?r - robot ?s - state) (arc ?r - robot ?s ?t - state) (been ?s - state))
 (:functions (cost ?r - robot ?s ?t - state) (total-cost))
 (:action go :parameters (?r - robot ?s ?t - state)
  :precondition (and (at ?r ?s) (arc ?r ?s ?t))
  :effect (and (not (at ?r ?s)) (at ?r ?t) (been ?t) (increase (total-cost) (cost ?r ?s ?t)))))
"""
UNIT = MICRO // 1000


def places_row(count: int, rounds: int) -> dict[str, Any]:
    """A team of three that is to be at so many places, in any order: at the least sum of costs."""
    goals = [f"<>({place} && standby)" for place in VISIT[:count]]
    robots = team(3)
    call = lambda: offline(" && ".join(goals), robots, Effort())  # noqa: E731
    plan = call()
    found: dict[str, Any] = {"places": count, "ours_ms": cpu_ms(call, rounds)}
    found |= {"ours_cost": plan.total, "proved": plan.status == "optimal"}
    if have("up-fast-downward"):
        found |= fast_downward(problem(VISIT[:count]))
    return found


def problem(places: list[str]) -> str:
    """The same in PDDL; costs in thousandths."""
    world, facts = hospital(), []
    states: dict[str, None] = {}
    for name in starts():
        system = world.system(name)
        names = [f"{state.region}_{state.op}" for state in system.states]
        states |= dict.fromkeys(names)
        start = system.index(*starts()[name])
        facts += [f"(at {name} {names[start]})", f"(been {names[start]})"]
        for source, target, cost in zip(system.source, system.target, system.cost, strict=True):
            if source != target:
                arc = f"{name} {names[source]} {names[target]}"
                facts += [f"(arc {arc})", f"(= (cost {arc}) {cost // UNIT})"]
    goal = " ".join(f"(been {place}_standby)" for place in places)
    return (
        f"(define (problem visits) (:domain ward)\n(:objects {' '.join(starts())} - robot "
        f"{' '.join(states)} - state)\n(:init (= (total-cost) 0)\n{chr(10).join(facts)})\n"
        f"(:goal (and {goal}))\n(:metric minimize (total-cost)))\n"
    )


def fast_downward(text: str) -> dict[str, Any]:
    """What its optimal search finds, and the CPU time of translating and searching."""
    found = importlib.util.find_spec("up_fast_downward")
    assert found is not None
    assert found.origin is not None
    program = Path(found.origin).parent / "downward" / "fast-downward.py"
    limit = ["--overall-time-limit", f"{LONGEST_S}s"]
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("domain.pddl", "problem.pddl")]
        for file, words in zip(files, (DOMAIN, text), strict=True):
            file.write_text(words)
        before_s = children_s()
        done = subprocess.run(
            [sys.executable, str(program), *limit, *map(str, files), "--search", "astar(lmcut())"],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        took_ms = 1e3 * (children_s() - before_s)
        plan = Path(folder) / "sas_plan"
        if not plan.exists():
            print(f"Fast Downward: no plan, exit code {done.returncode}", file=sys.stderr)
            return {"fast_downward_stopped_ms": took_ms}
        cost = plan.read_text().rpartition("cost = ")[2].split()[0]
    return {"fast_downward_ms": took_ms, "fast_downward_cost": int(cost) * UNIT / MICRO}


# -- all of it -------------------------------------------------------------------------------------


def measure(quick: bool) -> dict[str, Any]:
    """Everything, as one document."""
    rounds = 3 if quick else 9
    few = slice(0, 3 if quick else None)
    return {
        "left_out": [name for name in PACKAGES if not have(name)],
        "tick": [tick_row(nodes, rounds) for nodes in NODES],
        "sentence": [automaton_row(each, rounds) for each in sentences(DELIVERIES[few])],
        "places": [places_row(count, rounds) for count in PLACES[few]],
    }


def table(found: dict[str, Any]) -> str:
    """The same for people; what was not measured is left empty."""
    lines = [f"not installed: {', '.join(found['left_out'])}"] if found["left_out"] else []
    for what in ("tick", "sentence", "places"):
        names = list(dict.fromkeys(name for row in found[what] for name in row))
        lines += ["", what, "  ".join(names)]
        lines += ["  ".join(_cell(row.get(name)) for name in names) for row in found[what]]
    return "\n".join(lines)


def _cell(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def main() -> int:
    """Print the tables, or one JSON document; 1 if a plan costs more than the best there is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer and smaller")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    args = parser.parse_args()
    found = measure(args.quick)
    print(json.dumps(found, indent=2) if args.json else table(found))
    return gated(
        f"{row['places']} places: {row['ours_cost']:g}, but {row['fast_downward_cost']:g} is enough"
        for row in found["places"]
        if row["ours_cost"] > row.get("fast_downward_cost", row["ours_cost"]) + 1e-6
    )


if __name__ == "__main__":
    sys.exit(main())
