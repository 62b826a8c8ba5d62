"""The papers' timing diagrams as a picture: every leaf a row, and below the resources.

The same story gives the same SVG, byte for byte.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cotree.runtime.story import Story
from cotree.viewer.lanes import leaf_lanes, owners_of, resource_lanes
from cotree.viewer.rows import (
    OWNERS,
    key,
    leaf_rows,
    legend,
    owner_marks,
    resource_rows,
    verbatim,
)
from cotree.viewer.words import counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
ROW_IN = 0.25
LARGEST_IN = 200.0
OTHER_FONTS = (
    "Noto Sans CJK SC", "Noto Sans CJK JP", "Source Han Sans SC", "WenQuanYi Zen Hei",
    "PingFang SC", "Hiragino Sans", "Microsoft YaHei", "Arial Unicode MS", "Noto Sans Symbols2",
)  # fmt: skip
"""For letters that matplotlib's own font lacks; an SVG leaves that to whoever shows it."""


class NoPlot(Exception):
    """No picture can be made; the text is one line for people."""


def plot(story: Story, file: Path) -> bool:
    """Write the diagram in the file's format; whether there was a font for every letter."""
    return saved(lambda: draw(story), file)


def saved(drawn: Callable[[], Figure], file: Path) -> bool:
    """Write a figure in the file's format; whether there was a font for every letter."""
    matplotlib = _matplotlib()
    kind = file.suffix[1:].lower()
    with matplotlib.rc_context(
        {
            "svg.hashsalt": "cotree",
            "svg.fonttype": "none",
            "font.size": 8,
            "font.family": ["sans-serif"] if kind == "svg" else ["sans-serif", *_other_fonts()],
        }
    ):
        figure = drawn()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                figure.savefig(file, format=kind, dpi=150, metadata=_metadata(kind))
            except OSError as error:
                raise NoPlot(f"{file}: cannot be written: {_why(file, error)}") from error
    return kind == "svg" or not any("missing from" in str(each.message) for each in caught)


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
    owners = owners_of(resources)
    colours = {owner: OWNERS[i % len(OWNERS)] for i, owner in enumerate(owners)}
    leaf_rows(upper, leaves, story)
    owner_marks(upper, leaves, colours)
    resource_rows(lower, resources, story.now_s, colours)
    lower.set_xlim(0, max(story.now_s, 1e-3))
    lower.set_xlabel("time (s)")
    legend(figure, leaves, story)
    key(figure, colours)
    return figure


def _title(story: Story) -> str:
    name = story.hello.mission if story.hello else ""
    result = story.end.result if story.end else "no end recorded"
    steps = counted(len(story.starts), "step")
    return f"{verbatim(name)}: {result.replace('_', ' ')}, {story.now_s:.0f} s, {steps}"


def _metadata(kind: str) -> dict[str, Any]:
    """Without dates and versions."""
    match kind:
        case "svg":
            return {"Date": None, "Creator": "cotree"}
        case "pdf":
            return {"CreationDate": None, "Creator": "cotree", "Producer": None}
        case _:
            return {"Software": "cotree"}


def _why(file: Path, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return f"there is no folder '{file.parent}'; make it first: mkdir -p '{file.parent}'"
    return str(error.strerror)


def _other_fonts() -> list[str]:
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    return [name for name in OTHER_FONTS if name in installed]


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError as error:
        raise NoPlot("pictures need matplotlib: pip install 'cotree[plot]'") from error
    return matplotlib
