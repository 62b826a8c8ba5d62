"""What one robot's engine costs, and what starting costs."""

from __future__ import annotations

from typing import Any

from benchmarks.report.values import Beside, Curve, Figure, Gate, Line, Reading, line


def tick(found: dict[str, Any]) -> Reading:
    """The tick beside stock py_trees, and decisions."""
    who = f"py_trees {found['py_trees']}"
    gate = Gate(at_least=found["gate"] or None)
    figures = []
    for name, row in found["tick"].items():
        what = f"tick, {name}, {row['nodes']} nodes"
        stock = (Beside(who, row["stock_us"]),)
        figures.append(Figure(what, row["ours_us"], "µs", peers=stock))
        figures.append(Figure(f"{what}: faster than py_trees", row["ratio"], "times", gate))
    firsts, changes = found["first_decision_ms"], found["one_change"]
    figures += [Figure(f"first decision, {n} leaves", ms, "ms") for n, ms in firsts.items()]
    figures += [Figure(f"one change, {row['leaves']} leaves", row["us"], "µs") for row in changes]
    growth = found["growth"]
    decisions = (
        Line("first decision: all leaves ask", _points(firsts)),
        Line("one change", tuple((row["leaves"], row["us"] / 1e3) for row in changes)),
    )
    return Reading(
        tuple(figures),
        (
            Curve(
                "tick",
                "One tick over the nodes of a 4-ary tree",
                "nodes",
                "µs of CPU",
                (
                    line("cotree", growth, "nodes", "ours_us"),
                    line(who, growth, "nodes", "stock_us"),
                ),
            ),
            Curve(
                "memory",
                "A memory sequence resumed at its last child",
                "children",
                "µs of CPU",
                (Line("cotree", _points(found["memory_sequence_us"])),),
            ),
            Curve("decision", "Decisions over leaves", "leaves", "ms of CPU", decisions),
        ),
    )


def imports(found: dict[str, Any]) -> Reading:
    """Starting."""
    gates = {"cotree": Gate(at_most=found["limit_s"])}
    figures = [
        Figure(f"import {name}", used_s, "s", gates.get(name))
        for name, used_s in found["import_s"].items()
    ]
    figures.append(Figure("cotree --help", found["help_s"], "s"))
    validated = Line("cotree validate", _points(found["validate_s"]))
    curve = Curve(
        "start",
        "Starting, reading and checking a mission",
        "leaves",
        "s of CPU",
        (
            validated,
            Line("cotree --help", tuple((x, found["help_s"]) for x, _ in validated.points)),
        ),
    )
    return Reading(tuple(figures), (curve,))


def _points(found: dict[str, float]) -> tuple[tuple[float, float], ...]:
    """JSON has no numbers as keys."""
    return tuple((float(x), y) for x, y in found.items())
