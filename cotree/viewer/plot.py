"""The papers' timing diagrams as a picture: every leaf a row, and below the resources.

Colours follow figure 7 of the multitasking paper: yellow is inactive, orange active, purple done;
what runs stands out between them.  The same story gives the same SVG, byte for byte.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cotree.runtime.story import Story
from cotree.viewer.lanes import Bar, Lane, leaf_lanes, resource_lanes
from cotree.viewer.words import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
ROW_IN = 0.25
LARGEST_IN = 200.0
LETTER = 0.008
"""The width of a letter in a bar, as a part of the whole width."""

STATES = {
    "inactive": ("inactive", "#fdf3c0"),
    "waiting": ("active, waiting", "#f8b55e"),
    "running": ("running", "#d1495b"),
    "stopping": ("stopping", "#555555"),
    "done": ("done", "#8d6fb8"),
    "skipped": ("skipped", "#cbb8e3"),
    "failed": ("failed", "#1a1a1a"),
}
OWNERS = (
    "#4477aa", "#228833", "#ccbb44", "#ee6677", "#66ccee", "#aa3377", "#999933", "#777777",
)  # fmt: skip
"""Colours that colour-blind people can tell apart."""


class NoPlot(Exception):
    """No picture can be made; the text is one line for people."""


def plot(story: Story, file: Path) -> None:
    """Write the diagram; the file's name says in which format."""
    matplotlib = _matplotlib()
    with matplotlib.rc_context(
        {
            "svg.hashsalt": "cotree",
            "svg.fonttype": "none",
            "font.size": 8,
            "font.family": "sans-serif",
        }
    ):
        figure = draw(story)
        kind = file.suffix[1:].lower()
        try:
            figure.savefig(file, format=kind, dpi=150, metadata=_metadata(kind))
        except OSError as error:
            raise NoPlot(f"{file}: cannot be written: {error.strerror}") from error


def draw(story: Story) -> Figure:
    """The diagram as a figure."""
    from matplotlib.figure import Figure

    leaves, resources = leaf_lanes(story), resource_lanes(story)
    rows = max(len(leaves), 1), max(len(resources), 1)
    height = min(ROW_IN * sum(rows) + 1.9, LARGEST_IN)
    figure = Figure(figsize=(10, height), layout="constrained")
    upper, lower = figure.subplots(
        2, 1, sharex=True, gridspec_kw={"height_ratios": [*rows], "hspace": 0.02}
    )
    figure.suptitle(_title(story), x=0.01, ha="left", fontsize=10)
    _leaf_rows(upper, leaves, story)
    _resource_rows(lower, resources, story.now_s)
    lower.set_xlim(0, max(story.now_s, 1e-3))
    lower.set_xlabel("time (s)")
    _legend(figure, leaves)
    return figure


def _leaf_rows(axes: Axes, lanes: list[Lane], story: Story) -> None:
    for row, lane in enumerate(lanes):
        for bar in lane.bars:
            length = bar.to_s - bar.from_s
            if length == 0:  # ended with the mission: a mark at the edge
                axes.plot(
                    [bar.to_s], [row], "|", color=STATES[bar.kind][1], ms=9, mew=3, clip_on=False
                )
                continue
            loud = bar.kind == "running"
            axes.barh(
                row,
                length,
                left=bar.from_s,
                height=0.86 if loud else 0.62,
                color=STATES[bar.kind][1],
                hatch="////" if bar.kind == "skipped" else None,
                edgecolor="white" if bar.kind == "skipped" else "none",
                linewidth=0,
            )
    for time_s, _ in story.starts:
        axes.axvline(time_s, color="#00000022", linewidth=0.6, zorder=0.5)
    _rows(axes, lanes)


def _resource_rows(axes: Axes, lanes: list[Lane], end_s: float) -> None:
    bars = [bar for lane in lanes for bar in lane.bars]
    owners = list(dict.fromkeys(owner for bar in bars for owner in bar.owners))
    colours = {owner: OWNERS[i % len(OWNERS)] for i, owner in enumerate(owners)}
    for row, lane in enumerate(lanes):
        for bar in lane.bars:
            _resource_bar(axes, row, bar, [colours[owner] for owner in bar.owners])
            if bar.to_s - bar.from_s > LETTER * len(bar.text) * end_s:
                axes.text(
                    (bar.from_s + bar.to_s) / 2, row, _verbatim(bar.text), ha="center", va="center",
                    fontsize=6, color="white" if bar.kind == "used" else "#333333",
                )  # fmt: skip
    _rows(axes, lanes)
    axes.set_ylabel("resources", fontsize=7, color="#666666")


def _resource_bar(axes: Axes, row: int, bar: Bar, colours: list[str]) -> None:
    """One stretch of a resource, divided among those who share it."""
    height = 0.74 / len(colours)
    for i, colour in enumerate(colours):
        axes.barh(
            row - 0.37 + (i + 0.5) * height, bar.to_s - bar.from_s, left=bar.from_s, height=height,
            color=colour, alpha=0.95 if bar.kind == "used" else 0.35,
            edgecolor="white", linewidth=0.6 if len(colours) == 1 else 0,
        )  # fmt: skip


def _rows(axes: Axes, lanes: list[Lane]) -> None:
    axes.set_yticks(range(len(lanes)), [_verbatim(lane.label) for lane in lanes])
    axes.set_ylim(max(len(lanes), 1) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def _legend(figure: Figure, lanes: list[Lane]) -> None:
    from matplotlib.patches import Patch

    kinds = {bar.kind for lane in lanes for bar in lane.bars}
    patches = [
        Patch(facecolor=colour, label=word)
        for kind, (word, colour) in STATES.items()
        if kind in kinds
    ]
    patches += [
        Patch(facecolor="#666666", label="resource in use"),
        Patch(facecolor="#66666655", label="reserved (colours: owners)"),
    ]
    figure.legend(
        handles=patches, loc="outside lower center", ncols=len(patches), frameon=False, fontsize=7
    )


def _title(story: Story) -> str:
    name = story.hello.mission if story.hello else ""
    result = story.end.result if story.end else "no end recorded"
    return f"{_verbatim(name)}: {result}, {story.now_s:.0f} s, {len(story.starts)} steps"


def _verbatim(text: str) -> str:
    """Text that matplotlib does not take for a formula."""
    return plain(text).replace("$", r"\$")


def _metadata(kind: str) -> dict[str, Any]:
    """Without dates and versions."""
    match kind:
        case "svg":
            return {"Date": None, "Creator": "cotree"}
        case "pdf":
            return {"CreationDate": None, "Creator": "cotree", "Producer": None}
        case _:
            return {"Software": "cotree"}


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError as error:
        raise NoPlot("pictures need matplotlib: pip install 'cotree[plot]'") from error
    return matplotlib
