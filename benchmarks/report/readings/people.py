"""How well people are understood and worked with."""

from __future__ import annotations

from typing import Any

from benchmarks.report.values import Beside, Curve, Figure, Gate, Line, Reading

OURS = "default, enabled only"


def lead_follow(found: dict[str, Any]) -> Reading:
    """The adaptive robot beside its rivals, and beside what was printed."""
    rivalry, tables = found["rivalry"], found["tables"]
    rivals = rivalry["matches"]
    figures = [
        Figure(
            f"a session, mean of {rivalry[key]['n']}: {what}",
            rivalry[key]["mean"],
            unit,
            peers=tuple(Beside(each["rival"], each[key]["mean"]) for each in rivals),
        )
        for key, what, unit in (("time_s", "duration", "s"), ("wrong", "wrong actions", ""))
    ]
    none = Gate(at_most=0)
    unfinished = tables["unfinished"] + rivalry["unfinished"]
    figures.append(Figure("sessions that did not finish", unfinished, "", none))
    for table, what in (("wrong", "wrong actions"), ("assigned", "actions given to the person")):
        rows = [row for row in tables[table] if row["variant"] == "adaptive"]
        ours = sum(row["found"]["mean"] for row in rows) / len(rows)
        printed = sum(row["printed"] for row in rows) / len(rows)
        beside = (Beside("printed", printed, False),)
        figures.append(
            Figure(f"study, adaptive, mean of all cells: {what}", ours, "", None, beside)
        )
    return Reading(tuple(figures))


def intent(found: dict[str, Any]) -> Reading:
    """Rules of intent."""
    rows = found["rows"]
    figures = []
    for row in (each for each in rows if each["rule"] == OURS):
        noise = f"noise {100 * row['noise_m']:.1f} cm"
        others = tuple(
            Beside(each["rule"], 100 * each["wrong"])
            for each in rows
            if each["noise_m"] == row["noise_m"] and "enabled only" in each["rule"] and each != row
        )
        gate = None if found["gate"] is None else Gate(at_most=100 * found["gate"])
        figures.append(Figure(f"{noise}: wrong", 100 * row["wrong"], "%", gate, others))
        figures.append(Figure(f"{noise}: right", 100 * row["right"], "%"))
    names = dict.fromkeys(row["rule"] for row in rows)
    lines = tuple(
        Line(
            name,
            tuple((100 * r["noise_m"], 100 * r["wrong"]) for r in rows if r["rule"] == name),
        )
        for name in names
    )
    title = "Reaches taken for another thing, over noise"
    curve = Curve("intent", title, "noise, cm", "% wrong", lines, log=False)
    return Reading(tuple(figures), (curve,))
