"""Other packages of the Python index beside cotree."""

from __future__ import annotations

from typing import Any

from benchmarks.report.values import Beside, Curve, Figure, Gate, Line, Reading, line

SPOT, DOWNWARD = "Spot: one automaton", "Fast Downward, A* with LM-cut"


def peers(found: dict[str, Any]) -> Reading:
    """A tick, a sentence, a plan."""
    ticks, sentences, places = found["tick"], found["sentence"], found["places"]
    figures = []
    for row in ticks:
        theirs = [Beside("py_trees", row["stock_us"])]
        theirs += _beside("async-btree", row, "async_btree_us")
        figures.append(
            Figure(f"one pass, {row['nodes']} nodes", row["ours_us"], "µs", None, tuple(theirs))
        )
    for row in sentences:
        states = f" of {row['spot_states']} states" if "spot_states" in row else ""
        theirs = _beside(SPOT + states, row, "spot_ms")
        what = f"a sentence made ready: {row['sentence']}"
        figures.append(Figure(what, row["ours_ms"], "ms", None, tuple(theirs)))
    for row in places:
        what = f"3 robots visit {row['places']} places"
        took = _beside(DOWNWARD, row, "fast_downward_ms")
        took += _beside(f"{DOWNWARD}: no plan", row, "fast_downward_stopped_ms")
        figures.append(Figure(f"{what}: plan", row["ours_ms"], "ms", None, tuple(took)))
        best = _beside(DOWNWARD, row, "fast_downward_cost")
        gate = Gate(at_most=best[0].value) if best else None
        figures.append(Figure(f"{what}: cost", row["ours_cost"], "", gate, tuple(best)))
    counted = [row for row in sentences if row["deliveries"] is not None]
    left = ", ".join(found["left_out"])
    note = f"Not installed: {left}." if left else ""
    return Reading(
        tuple(figures),
        (
            Curve(
                "peers_tick",
                "One pass over a 4-ary tree of sequences",
                "nodes",
                "µs of CPU",
                _lines(
                    ticks,
                    "nodes",
                    {"cotree": "ours_us", "py_trees": "stock_us", "async-btree": "async_btree_us"},
                ),
                note=note or "async-btree runs coroutines and keeps no state of any node.",
            ),
            Curve(
                "peers_sentence",
                "A sentence of independent deliveries made ready for planning",
                "deliveries",
                "ms of CPU",
                _lines(counted, "deliveries", {"cotree": "ours_ms", "Spot": "spot_ms"}),
                note=note,
            ),
            Curve(
                "peers_places",
                "The cheapest plan for 3 robots in the hospital",
                "places to visit",
                "ms of CPU",
                _lines(
                    places, "places", {"cotree": "ours_ms", "Fast Downward": "fast_downward_ms"}
                ),
                note=note or "Fast Downward's time contains starting its processes (some 0.1 s).",
            ),
        ),
    )


def _beside(who: str, row: dict[str, Any], key: str) -> list[Beside]:
    return [Beside(who, row[key])] if row.get(key) is not None else []


def _lines(rows: list[dict[str, Any]], x: str, keys: dict[str, str]) -> tuple[Line, ...]:
    lines = (line(name, rows, x, key) for name, key in keys.items())
    return tuple(each for each in lines if each.points)
