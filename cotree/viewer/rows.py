"""The rows of the timing diagram and their keys, drawn with matplotlib.

Colours follow figure 7 of the multitasking paper: yellow is inactive, orange active, purple done;
what runs stands out between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cotree.runtime.story import Story
from cotree.viewer.lanes import Bar, Lane, owner_for, short_names
from cotree.viewer.words import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
    "#332288", "#44aa99", "#ddcc77", "#882255", "#88ccee", "#117733", "#cc6677", "#aa4499",
)  # fmt: skip
"""Colours that colour-blind people can tell apart."""
NAMED = 16
"""So many owners are named in the key."""
NAME = 28
"""Letters of an owner's name in the key."""


def leaf_rows(axes: Axes, lanes: list[Lane], story: Story) -> None:
    """How each leaf stood, and lines where leaves start."""
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


def owner_marks(axes: Axes, lanes: list[Lane], colours: dict[str, str]) -> None:
    """A mark before each leaf in the colour of the branch that its resources are owned by."""
    for row, lane in enumerate(lanes):
        owner = owner_for(lane.path, list(colours))
        if owner is not None:
            axes.plot(
                [-0.008], [row], "s", color=colours[owner], ms=4.5, clip_on=False,
                transform=axes.get_yaxis_transform(),
            )  # fmt: skip
    axes.tick_params(axis="y", pad=11)


def resource_rows(axes: Axes, lanes: list[Lane], end_s: float, colours: dict[str, str]) -> None:
    """Who owned each resource, and what it held or was used for."""
    for row, lane in enumerate(lanes):
        for bar in lane.bars:
            _resource_bar(axes, row, bar, [colours[owner] for owner in bar.owners])
            if bar.to_s - bar.from_s > LETTER * len(bar.text) * end_s:
                axes.text(
                    (bar.from_s + bar.to_s) / 2, row, verbatim(bar.text), ha="center", va="center",
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
    axes.set_yticks(range(len(lanes)), [verbatim(lane.label) for lane in lanes])
    axes.set_ylim(max(len(lanes), 1) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def legend(figure: Figure, lanes: list[Lane]) -> None:
    """Which colour is which state."""
    from matplotlib.patches import Patch

    kinds = {bar.kind for lane in lanes for bar in lane.bars}
    patches = [
        Patch(facecolor=colour, label=word)
        for kind, (word, colour) in STATES.items()
        if kind in kinds
    ]
    patches += [
        Patch(facecolor="#666666", label="resource in use"),
        Patch(facecolor="#66666655", label="reserved"),
    ]
    figure.legend(
        handles=patches, loc="outside lower center", ncols=len(patches), frameon=False, fontsize=7
    )


def key(figure: Figure, colours: dict[str, str]) -> None:
    """Which colour is whose."""
    from matplotlib.patches import Patch

    if not colours:
        return
    names = short_names(list(colours), [owner.rsplit("/", 1)[-1] for owner in colours])
    named = list(zip(names, colours.values(), strict=True))[:NAMED]
    patches = [Patch(facecolor=colour, label=_label(name)) for name, colour in named]
    if len(colours) > NAMED:
        patches.append(Patch(facecolor="none", label=f"… and {len(colours) - NAMED} more"))
    figure.legend(
        handles=patches, title="owner", loc="outside right upper", frameon=False, fontsize=7,
        title_fontsize=7, alignment="left",
    )  # fmt: skip


def _label(name: str) -> str:
    """A name for the key, which leaves out what begins with an underscore."""
    short = name if len(name) <= NAME else name[: NAME - 1] + "…"
    return verbatim(f" {short}" if short.startswith("_") else short)


def verbatim(text: str) -> str:
    """Text that matplotlib does not take for a formula."""
    return plain(text).replace("$", r"\$")
