"""The rows of the timing diagram and their keys, drawn with matplotlib.

Colours follow figure 7 of the multitasking paper: yellow is inactive, orange active, purple done;
what runs stands out between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cotree.runtime.story import Story
from cotree.viewer.lanes import Bar, Lane, owner_for, short_names, spoken
from cotree.viewer.words import plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LETTER = 0.008
"""The width of a letter in a bar, as a part of the whole width."""

STATES = {
    "inactive": ("inactive", "#fdf3c0"),
    "waiting": ("active, waiting", "#f8b55e"),
    "claiming": ("claiming", "#ef8a17"),
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
ROBOTS = (
    "#d1495b", "#00798c", "#5a9e4b", "#6a4c93", "#8c564b", "#1f9fd4", "#003d5b", "#d36ab0",
)  # fmt: skip
"""Of a team: what a robot does, and paler what it has done."""
PALE = 0.35
NAMED = 16
"""So many owners, or robots, are named in a key."""
MOST_COLUMNS = 9
NAME = 28
"""Letters of an owner's name in the key."""


def robot_colours(story: Story) -> dict[str, str]:
    """Of a team: the colour of each robot, and of each person who took part."""
    return {robot: ROBOTS[i % len(ROBOTS)] for i, robot in enumerate(story.doers)}


def leaf_rows(axes: Axes, lanes: list[Lane], story: Story) -> None:
    """How each leaf stood, of a team by whom, lines where leaves start, and what was asked."""
    robots = robot_colours(story)
    for row, lane in enumerate(lanes):
        for bar in lane.bars:
            length = bar.to_s - bar.from_s
            if length == 0:  # ended with the mission: a mark at the edge
                colour, alpha = _look(bar, robots)
                axes.plot(
                    [bar.to_s], [row], "|", color=colour, alpha=alpha, ms=9, mew=3, clip_on=False
                )
                continue
            loud = bar.kind == "running"
            colour, alpha = _look(bar, robots)
            axes.barh(
                row,
                length,
                left=bar.from_s,
                height=0.86 if loud else 0.62,
                color=colour,
                alpha=alpha,
                hatch="////" if bar.kind == "skipped" else None,
                edgecolor="white" if bar.kind == "skipped" else "none",
                linewidth=0,
            )
    for said in spoken(story, lanes):
        axes.text(
            said.t, said.row, said.sign, ha="center", va="center", fontsize=8, fontweight="bold",
            color="#000000",
        )  # fmt: skip
    for time_s, _ in story.starts:
        axes.axvline(time_s, color="#00000022", linewidth=0.6, zorder=0.5)
    _rows(axes, lanes)


def _look(bar: Bar, robots: dict[str, str]) -> tuple[str, float | None]:
    """Colour and strength of a stretch."""
    if bar.robot in robots and bar.kind in ("running", "done"):
        return robots[bar.robot], None if bar.kind == "running" else PALE
    return STATES[bar.kind][1], None


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


def legend(figure: Figure, lanes: list[Lane], story: Story) -> None:
    """Which colour is which state, and of a team which one is whose."""
    from matplotlib.patches import Patch

    robots = robot_colours(story)
    bars = [bar for lane in lanes for bar in lane.bars]
    kinds = {bar.kind for bar in bars if _look(bar, robots)[0] not in robots.values()}
    patches = [
        Patch(facecolor=colour, label=word)
        for kind, (word, colour) in STATES.items()
        if kind in kinds
    ]
    for robot, colour in list(robots.items())[:NAMED]:
        name = verbatim(robot)
        patches.append(Patch(facecolor=colour, label=f"{name} at work"))
        patches.append(Patch(facecolor=colour, alpha=PALE, label=f"done by {name}"))
    patches += [
        Patch(facecolor="#666666", label="resource in use"),
        Patch(facecolor="#66666655", label="reserved"),
    ]
    columns = min(len(patches), MOST_COLUMNS)
    figure.legend(
        handles=patches, loc="outside lower center", ncols=columns, frameon=False, fontsize=7
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
