"""What eyes and hands cost, and how good they are."""

from __future__ import annotations

from typing import Any

from benchmarks.report.values import Curve, Figure, Gate, Line, Reading


def grasps(found: dict[str, Any]) -> Reading:
    """Grasps, reach, ways."""
    gates = {what: Gate(at_most=ms) for what, ms in found["most_ms"].items()}
    figures = tuple(
        Figure(f"{row['what']}, {row['of']}", row["median_ms"], "ms", gates.get(row["what"]))
        for row in found["rows"]
    )
    clouds = [row for row in found["rows"] if row["what"].startswith("grasps ")]
    points = tuple((float(row["what"].split()[1]), row["median_ms"]) for row in clouds)
    title = "Grasps of a cloud"
    return Reading(figures, (Curve("grasps", title, "points", "ms of CPU", (Line("", points),)),))


def lifting(found: dict[str, Any]) -> Reading:
    """Scores and lifts."""
    gates = found["gates"]
    return Reading(
        (
            Figure("AUC of the score", found["auc"], "", Gate(at_least=gates["auc"])),
            Figure("best grasps that lift", 100 * found["best"], "%", _share(gates["best"])),
        )
    )


def perception(found: list[dict[str, Any]]) -> Reading:
    """One frame, one object."""
    return Reading(
        tuple(
            Figure(row["what"], row["cpu_ms"], "ms", Gate(at_most=row["gate_ms"])) for row in found
        )
    )


def reaches(found: dict[str, Any]) -> Reading:
    """Rules of intent through pixels; the last one is the one that is used."""
    figures = []
    rows, gates = found["rows"], found["gates"]
    for row in rows:
        ours = row is rows[-1] and row["reaches"] >= 20
        decided = (row["right"] + row["wrong"]) or 1
        wrong = Gate(at_most=100 * gates["wrong"]) if ours else None
        right = _share(gates["ended_right"]) if ours else None
        figures.append(Figure(f"{row['rule']}: wrong", 100 * row["wrong"] / decided, "%", wrong))
        figures.append(
            Figure(f"{row['rule']}: right in the end", 100 * row["ended_right"], "%", right)
        )
        figures.append(Figure(f"{row['rule']}: first after, median", row["first_s"], "s"))
    return Reading(tuple(figures))


def _share(least: float) -> Gate:
    return Gate(at_least=100 * least)
