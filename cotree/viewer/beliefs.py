"""What a robot believed of people, over time, as a picture: following above, errors below."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cotree.viewer.plot import saved

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#1b9e77", "#d95f02", "#7570b3", "#e7298a", "#66a61e")
STYLES = ("-", "--", ":")


class Line(msgspec.Struct, frozen=True):
    """What was believed of people of one kind."""

    p_follow: float
    """How often they really follow: a column of its own."""
    p_error: float
    """How often they really err: a colour of its own."""
    form: str
    """The form of the belief: a line style of its own."""
    step_s: float
    following: Sequence[float]
    errors: Sequence[float]


def plot(lines: Sequence[Line], file: Path) -> bool:
    """Write the picture in the file's format; whether there was a font for every letter."""
    return saved(lambda: draw(lines), file)


def draw(lines: Sequence[Line]) -> Figure:
    """The picture as a figure."""
    from matplotlib.figure import Figure

    follows = sorted({line.p_follow for line in lines})
    figure = Figure(figsize=(4 * max(1, len(follows)), 6), layout="constrained")
    axes = figure.subplots(2, max(1, len(follows)), sharex=True, sharey=True, squeeze=False)
    for column, follow in enumerate(follows):
        upper, lower = axes[0][column], axes[1][column]
        upper.set_title(f"follows {follow:g}")
        for line in (each for each in lines if each.p_follow == follow):
            _line(upper, line, lines, line.following)
            _line(lower, line, lines, line.errors)
        lower.set_xlabel("time (s)")
    axes[0][0].set_ylabel("believed: follows")
    axes[1][0].set_ylabel("believed: errs")
    axes[0][0].set_ylim(0, 1)
    if follows:
        axes[0][-1].legend(fontsize=7)
    return figure


def _line(axes: Axes, line: Line, lines: Sequence[Line], values: Sequence[float]) -> None:
    errs = sorted({each.p_error for each in lines})
    forms = list(dict.fromkeys(each.form for each in lines))
    axes.plot(
        [i * line.step_s for i in range(len(values))],
        values,
        color=COLOURS[errs.index(line.p_error) % len(COLOURS)],
        linestyle=STYLES[forms.index(line.form) % len(STYLES)],
        label=f"errs {line.p_error:g}, {line.form}",
    )
