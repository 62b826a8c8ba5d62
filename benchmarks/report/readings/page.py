"""What the live page costs."""

from __future__ import annotations

from typing import Any

from benchmarks.report.values import Curve, Figure, Gate, Reading, line

WHERE = {"beside": ("between two ticks, telling", False)}
"""What is measured elsewhere than in a tick, which is all that has a promise."""


def page(found: dict[str, Any]) -> Reading:
    """In the tick, to the pixel, in memory, and over nodes."""
    gates = {name: Gate(at_most=limit) for name, limit in found["gates"].items()}
    figures = [
        Figure(f"{where}: {what}", ticks[name], "µs", gates[name] if promised else None)
        for way, ticks in found["tick"].items()
        if isinstance(ticks, dict)
        for where, promised in [WHERE.get(way, (f"in a robot's tick, {way}", True))]
        for what, name in (("each tick", "tick_us"), ("each changed node", "node_us"))
    ]
    pixel = found.get("pixel", {})
    if "median_ms" in pixel:
        median, p95 = pixel["median_ms"], pixel["p95_ms"]
        figures.append(Figure("change to pixel, median", median, "ms", gates["median_ms"]))
        figures.append(Figure("change to pixel, 95 %", p95, "ms"))
    memory = found["memory"]
    figures.append(Figure("memory of a page", memory["page_mb"], "MB"))
    figures.append(Figure("memory after an hour of 8 robots", memory["after_an_hour_mb"], "MB"))
    rows = found["nodes"]
    lines = (
        line("in the server, CPU", rows, "nodes", "taken_ms"),
        line("until it is sent", rows, "nodes", "sent_ms"),
        line("until a browser shows it", rows, "nodes", "browser_ms"),
    )
    shown = tuple(each for each in lines if each.points)
    note = "" if "missing" not in pixel else f"Without a browser: {pixel['missing']}."
    curve = Curve("page", "Opening the page of a mission", "nodes", "ms", shown, note=note)
    sent = (line("page", rows, "nodes", "kilobytes"),)
    size = Curve("page_size", "What is sent when a page is opened", "nodes", "kB", sent)
    return Reading(tuple(figures), (curve, size))
