"""Curves as pictures."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.report.values import Curve, number
from cotree.viewer.plot import saved

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SIZE_IN = (6.4, 3.8)
MARKERS = "osD^v<>"
DECADE = 10.0
ROOM = 1.1
NARROW = 0.06
"""Of the width of an axis: labels that are nearer would touch."""


def drawn(curves: Iterable[Curve], folder: Path) -> dict[str, str]:
    """By curve its picture's file, as SVG; none without matplotlib."""
    if importlib.util.find_spec("matplotlib") is None:
        return {}
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for curve in curves:
        file = folder / f"{curve.id}.svg"
        saved(lambda curve=curve: picture(curve), file)  # type: ignore[misc]
        files[curve.id] = f"{folder.name}/{file.name}"
    return files


def picture(curve: Curve) -> Figure:
    """One curve; its axes are logarithmic where that can be, or the upward one begins at 0."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=SIZE_IN, layout="constrained")
    axes = figure.subplots()
    for place, line in enumerate(curve.lines):
        axes.plot(
            *_columns(sorted(line.points)),
            marker=MARKERS[place % len(MARKERS)],
            markersize=4,
            label=line.name,
        )
    xs, ys = _columns([point for line in curve.lines for point in line.points])
    if curve.log and xs and min(*xs, *ys) > 0:
        axes.set_xscale("log")
        axes.set_yscale("log", subs=(2, 5))
        axes.set_ylim(*decade(min(ys), max(ys)))
    else:
        axes.set_ylim(bottom=0)
    axes.set_xticks(apart(xs, axes.get_xscale() == "log"))
    axes.xaxis.set_minor_formatter("")
    axes.xaxis.set_major_formatter(lambda value, _: number(value))
    axes.yaxis.set_major_formatter(lambda value, _: number(value))
    axes.yaxis.set_minor_formatter(lambda value, _: number(value))
    axes.set_title(curve.title)
    axes.set_xlabel(curve.x)
    axes.set_ylabel(curve.y)
    axes.grid(visible=True, alpha=0.3)
    if any(line.name for line in curve.lines):
        axes.legend()
    return figure


def decade(low: float, high: float) -> tuple[float, float]:
    """Limits of a logarithmic axis, a factor of ten apart at least: what is nothing looks it."""
    room = max(ROOM, math.sqrt(DECADE * low / high))
    return low / room, high * room


def apart(values: Iterable[float], log: bool) -> list[float]:
    """Those of these values that are far enough from each other to be written at an axis."""
    found: list[float] = []
    every = sorted(set(values))
    place = math.log if log else float
    for value in every:
        width = place(every[-1]) - place(every[0])
        if not found or place(value) - place(found[-1]) >= NARROW * width:
            found.append(value)
    return found


def _columns(points: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]
