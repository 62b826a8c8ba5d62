"""How long grasps, reach and motion take, in CPU time (issue 9): shapes of a tea table, three arms.

    python benchmarks/grasps.py [--json] [--gate] [--repeat 5]

Reach uses the PR2's and Baxter's models where ``example-robot-data`` is installed, and always an
arm like the Fetch's.  With ``--gate`` it fails above 50 ms per object of 20 000 points, or above
0.5 ms per pose in batches.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: threads that wait burn CPU time
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import msgspec
import numpy as np

# Run as a file, the tests' kit of shapes is out of sight.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cotree.core.reasons import Reason
from cotree.manipulation.arm import Checker, Room, box, way
from cotree.manipulation.arm.spheres import Spheres
from cotree.manipulation.grasps import BAXTER, grasps
from cotree.manipulation.reach import ARMS, Chain, Solver, UrdfError, chain, installed
from tests.kit.arms import fetch
from tests.kit.gates import gated
from tests.kit.shapes import EYE, SHAPES, seen

POINTS = (1000, 5000, 20000)
BATCHES = (1, 20, 200)
MOST_MS = {"grasps 20000 points": 50.0, "reach 200 poses": 0.5}


class Row(msgspec.Struct, frozen=True):
    """CPU milliseconds of one thing: per object, per pose, per way."""

    what: str
    of: str
    median_ms: float
    worst_ms: float
    good: float
    """The share of objects with a grasp, of poses solved, of ways found."""


def cpu_ms(do: Callable[[], object]) -> float:
    """What one call takes."""
    start_s = time.process_time()
    do()
    return (time.process_time() - start_s) * 1e3


def of_grasps(repeat: int) -> list[Row]:
    """Clouds of each size; a cloud with too few points is drawn on until it has them."""
    rows = []
    for count in POINTS:
        spent, good = [], []
        for shape in SHAPES.values():
            cloud = seen(shape, 0.3, noise_m=0.001, points=2000)
            dice = np.random.default_rng(1)
            cloud = cloud[dice.integers(0, len(cloud), count)] + dice.normal(0, 5e-4, (count, 3))
            good.append(grasps(cloud, EYE, BAXTER, table_z=0.0).score > 0.0)
            ask = partial(grasps, cloud, EYE, BAXTER, table_z=0.0)
            spent += [cpu_ms(ask) for _ in range(repeat)]
        rows.append(_row(f"grasps {count} points", "16 shapes", spent, good))
    return rows


def arms() -> dict[str, Chain]:
    """The arms whose models are there."""
    found = {"fetch": fetch()}
    for name in ("pr2", "baxter"):
        try:
            kind = ARMS[f"{name}_right"]
            found[name] = chain(installed(name), kind.base, kind.tip)
        except UrdfError as error:
            print(f"left out: {error}", file=sys.stderr)
    return found


def of_reach(repeat: int) -> list[Row]:
    """Poses that the arm can take, in batches."""
    rows = []
    for name, arm in arms().items():
        solver, dice = Solver(arm), np.random.default_rng(3)
        for count in BATCHES:
            spent, good = [], []
            for _ in range(max(repeat, 20 // count)):
                poses = arm.forward(arm.low + dice.random((count, len(arm))) * (arm.high - arm.low))
                spent.append(cpu_ms(partial(solver.solve, poses)) / count)
                good += solver.reaches(poses).tolist()
            rows.append(_row(f"reach {count} poses", name, spent, good))
    return rows


def of_ways(repeat: int) -> Row:
    """Around a pillar, from side to side."""
    arm = fetch()
    check = Checker(Spheres(arm, ARMS["fetch"]), Room((box((0.65, 0.0, 0.3), (0.1, 0.1, 1.2)),)))
    dice, spent, good = np.random.default_rng(4), [], []
    for _ in range(4 * repeat):
        turn = dice.uniform(0.6, 1.2)
        start = np.array((turn, 0.3, 0.0, 0.8, 0.0, 0.4, 0.0))
        goal = start * np.array((-1.0, *np.ones(6)))
        limits = (arm.low, arm.high)
        ask = partial(way, check, limits, start, goal)
        spent.append(cpu_ms(ask))
        good.append(not isinstance(ask(), Reason))
    return _row("way around a pillar", "fetch", spent, good)


def _row(what: str, of: str, spent: list[float], good: list[bool]) -> Row:
    return Row(what, of, statistics.median(spent), max(spent), sum(good) / len(good))


def main() -> int:
    """Print the table; with a gate, fail when something takes too long."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--gate", action="store_true")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    rows = [*of_grasps(options.repeat), *of_reach(options.repeat), of_ways(options.repeat)]
    if options.json:
        print(json.dumps({"rows": msgspec.to_builtins(rows), "most_ms": MOST_MS}, indent=2))
    else:
        print(f"{'what':24}{'of':12}{'median':>10}{'worst':>10}{'good':>8}")
        for row in rows:
            print(
                f"{row.what:24}{row.of:12}{row.median_ms:8.2f}ms{row.worst_ms:8.2f}ms{row.good:8.2f}"
            )
    slow = [row for row in rows if row.median_ms > MOST_MS.get(row.what, np.inf)]
    said = [f"{r.what} of {r.of}: {r.median_ms:.2f} ms, above {MOST_MS[r.what]:g}" for r in slow]
    return gated(said if options.gate else [])


if __name__ == "__main__":
    sys.exit(main())
