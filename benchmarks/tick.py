"""What a tick costs, side by side with stock py_trees: same tree, same leaves, same run.

    python benchmarks/tick.py [--nodes 1000] [--sizes 10 100 ...] [--rounds 15] [--json]

CPU time; medians of interleaved rounds.  Ours runs with the change hook and containment on.
"""

from __future__ import annotations

import argparse
import itertools
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import py_trees
from py_trees.behaviour import Behaviour
from py_trees.common import ParallelPolicy, Status
from py_trees.composites import Parallel, Selector, Sequence

from cotree.behaviours.desk import Desk
from cotree.behaviours.leaf import Leaf
from cotree.core.actions import FactSeen
from cotree.core.belief import Belief, View, fold
from cotree.core.mission import ResourceModel
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.trees.and_ import And
from cotree.trees.engine import Engine


class Fixed(Behaviour):
    """A leaf that always returns the same."""

    def __init__(self, name: str, status: Status) -> None:
        super().__init__(name)
        self._fixed = status

    def update(self) -> Status:
        """The same again."""
        return self._fixed


def leaves(count: int, status: Status, last: Status) -> list[Behaviour]:
    """Leaves that pass, and a last one that does not."""
    return [*(Fixed(f"leaf {i}", status) for i in range(count - 1)), Fixed("last", last)]


def sequence(nodes: int) -> Behaviour:
    """A reactive sequence."""
    return Sequence("sequence", False, leaves(nodes - 1, Status.SUCCESS, Status.RUNNING))


def selector(nodes: int) -> Behaviour:
    """A reactive selector."""
    return Selector("selector", False, leaves(nodes - 1, Status.FAILURE, Status.RUNNING))


def parallel(nodes: int) -> Behaviour:
    """A parallel of running leaves."""
    policy = ParallelPolicy.SuccessOnAll(synchronise=False)
    return Parallel("parallel", policy, leaves(nodes - 1, Status.RUNNING, Status.RUNNING))


def four_ary(nodes: int) -> Behaviour:
    """A tree of reactive sequences with up to four children each."""
    names = itertools.count()

    def grow(left: int) -> Behaviour:
        if left == 1:
            return Fixed(f"leaf {next(names)}", Status.SUCCESS)
        width = min(4, left - 1)
        shares = [(left - 1) // width + (i < (left - 1) % width) for i in range(width)]
        return Sequence(f"sequence {next(names)}", False, [grow(share) for share in shares])

    return grow(nodes)


TREES: dict[str, Callable[[int], Behaviour]] = {
    "reactive sequence": sequence,
    "reactive selector": selector,
    "parallel": parallel,
    "4-ary tree": four_ary,
}


SIZES = [10, 100, 1000, 10_000]
"""Over so many nodes the tick of the 4-ary tree grows."""


def cpu_per_call(call: Callable[[], object], times: int) -> float:
    """Seconds of CPU per call."""
    start = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - start) / times


def side_by_side(make: Callable[[int], Behaviour], nodes: int, rounds: int) -> dict[str, float]:
    """Medians of stock and ours on the same kind of tree, interleaved."""
    stock = make(nodes)
    ours = Engine(make(nodes), Desk("bench"))
    stock.tick_once()
    for _ in range(3):
        ours.tick()
    ours.drain()
    times: dict[str, list[float]] = {"stock": [], "ours": []}
    for _ in range(rounds):
        times["stock"].append(cpu_per_call(stock.tick_once, 20))
        times["ours"].append(cpu_per_call(lambda: (ours.tick(), ours.drain()), 200))
    visited = sum(1 for _ in stock.iterate())
    stock_s, ours_s = statistics.median(times["stock"]), statistics.median(times["ours"])
    return {
        "nodes": visited,
        "stock_us": stock_s * 1e6,
        "ours_us": ours_s * 1e6,
        "ratio": stock_s / ours_s,
    }


def memory(children: int, rounds: int) -> float:
    """A memory sequence resumed at its last child: microseconds per tick."""
    node = Sequence("s", True, leaves(children, Status.SUCCESS, Status.RUNNING))
    engine = Engine(node, Desk("bench"))
    for _ in range(3):
        engine.tick()
    engine.drain()
    return statistics.median(cpu_per_call(engine.tick, 2000) for _ in range(rounds)) * 1e6


class Asking(Leaf):
    """A leaf that needs one of three resources and depends on a fact of its own."""

    def __init__(self, index: int) -> None:
        super().__init__(f"leaf {index}")
        self.index = index
        self._needs = (Need(f"r{index % 3}"),)

    def needs(self, view: View) -> tuple[Need, ...]:
        """One of three resources."""
        return self._needs

    def potential(self, view: View) -> float:
        """What its fact says."""
        return float(view.fact(self.name) or 0.5) + self.index * 1e-6

    def update(self) -> Status:
        """For ever."""
        return Status.RUNNING


def asking_tree(
    count: int, width: int, leaf: Callable[[int], Behaviour] = Asking
) -> tuple[Behaviour, int]:
    """An ``and`` over this many leaves, with inner ``and`` nodes of this width; and its depth."""
    level: list[Behaviour] = [leaf(i) for i in range(count)]
    depth = 0
    while len(level) > 1 or depth == 0:
        level = [And(f"and {i}", None, level[i : i + width]) for i in range(0, len(level), width)]
        depth += 1
    return level[0], depth


RESOURCES = tuple(ResourceModel(f"r{i}", f"r{i}") for i in range(3))


def first_decision(count: int, rounds: int) -> float:
    """Request and grant of all leaves of a flat ``and``: milliseconds."""
    times = []
    for _ in range(rounds):
        tree, _ = asking_tree(count, count)
        engine = Engine(tree, Desk("bench"), resources=RESOURCES)
        engine.tick()
        times.append(cpu_per_call(engine.pool.decide, 1))
        granted = sum(unit.busy() for unit in engine.parts.values()) - 1
        assert granted == 3, granted
    return statistics.median(times) * 1e3


class Ready(Leaf):
    """A leaf that needs a resource, waits for a fact of its own, and is done at once."""

    def needs(self, view: View) -> tuple[Need, ...]:
        """One resource."""
        return _ONE

    def ready(self, view: View) -> Reason | None:
        """Its fact."""
        return None if view.fact(self.name) else _NOT_YET


_ONE = (Need("r0"),)
_NOT_YET = Reason("not_yet", "not yet")


def one_change(count: int, width: int, rounds: int) -> dict[str, float]:
    """One leaf after the other becomes ready, is granted, runs and is done: microseconds each."""
    tree, depth = asking_tree(count, width, lambda i: Ready(f"leaf {i}"))
    desk = Desk("bench")
    engine = Engine(tree, desk, resources=RESOURCES)
    engine.tick()
    engine.tick()
    times = []
    for i in range(min(count - 1, rounds * 4)):
        desk.belief, changed = fold(Belief(), [FactSeen(f"leaf {i * 7 % count}", True)], 0.0)
        times.append(cpu_per_call(partial(engine.tick, changed), 1))
        assert len(engine.pool) == count - 1 - i
        engine.tick()
        engine.drain()
    return {"leaves": count, "depth": depth, "us": statistics.median(times) * 1e6}


def measure(nodes: int, sizes: list[int], rounds: int) -> dict[str, Any]:
    """Everything, as one document."""
    return {
        "python": platform.python_version(),
        "py_trees": py_trees.version.__version__,
        "tick": {name: side_by_side(make, nodes, rounds) for name, make in TREES.items()},
        "growth": [side_by_side(four_ary, size, rounds) for size in sizes],
        "memory_sequence_us": {n: memory(n, rounds) for n in (10, 100, 1000, 10_000)},
        "first_decision_ms": {n: first_decision(n, 5) for n in (10, 100, 1000)},
        "one_change": [one_change(n, 4, rounds) for n in (64, 256, 1024, 4096)],
    }


def table(found: dict[str, Any]) -> str:
    """The same for people."""
    lines = [
        f"Python {found['python']}, py_trees {found['py_trees']}; CPU time, medians",
        "",
        f"{'one tick':<20} {'nodes':>6} {'py_trees':>12} {'cotree':>12} {'ratio':>7}",
    ]
    for name, row in [*found["tick"].items(), *(("4-ary tree", row) for row in found["growth"])]:
        lines.append(
            f"{name:<20} {row['nodes']:>6} {row['stock_us']:>9.0f} us {row['ours_us']:>9.1f} us "
            f"{row['ratio']:>6.1f}x"
        )
    lines += ["", "memory sequence resumed at its last child"]
    lines += [f"{n:>8} children {us:>8.2f} us" for n, us in found["memory_sequence_us"].items()]
    lines += ["", "first decision of a flat and with 3 resources (all request, 3 are granted)"]
    lines += [f"{n:>8} leaves {ms:>10.2f} ms" for n, ms in found["first_decision_ms"].items()]
    lines += ["", "one leaf becomes ready, is granted, runs and is done (4-ary tree of ands)"]
    lines += [
        f"{row['leaves']:>8} leaves, depth {row['depth']} {row['us']:>8.1f} us"
        for row in found["one_change"]
    ]
    return "\n".join(lines)


def main() -> int:
    """Print the table, or one JSON document; 1 if a ratio is below the gate."""
    parser = argparse.ArgumentParser(description="What a tick costs, beside stock py_trees.")
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES, help="of the 4-ary tree")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--gate", type=float, default=0.0, help="fail below this ratio")
    args = parser.parse_args()
    found = measure(args.nodes, args.sizes, args.rounds) | {"gate": args.gate}
    print(json.dumps(found, indent=2) if args.json else table(found))
    slow = [name for name, row in found["tick"].items() if row["ratio"] < args.gate]
    for name in slow:
        print(f"{name}: below {args.gate:g} times stock py_trees", file=sys.stderr)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
