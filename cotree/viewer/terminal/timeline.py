"""The paper's timing diagram in characters: one row per leaf, time from left to right."""

from __future__ import annotations

import itertools

from rich.text import Text

from cotree.core.changes import NodeState
from cotree.runtime.story import Role, Span, Story
from cotree.viewer.terminal.marks import MARKS
from cotree.viewer.terminal.robots import initials, style_of
from cotree.viewer.words import plain

LOUD = (
    NodeState.FAILED,
    NodeState.RUNNING,
    NodeState.STOPPING,
    NodeState.CLAIMING,
    NodeState.WAITING,
)
"""When several states fall into one character, the first of these is shown."""


def timeline_lines(story: Story, width: int, height: int, now_s: float) -> list[Text]:
    """The diagram in this many columns and at most so many lines, the axis included.

    Of a team each stretch of work begins with the letter of the robot, and has its colour.
    """
    leaves = [leaf for leaf in story.leaves() if not leaf.spare]
    room = max(height - 1, 1)
    if len(leaves) > room:
        leaves = [leaf for leaf in leaves if leaf.state is not NodeState.INACTIVE] or [
            leaf
            for leaf in leaves
            if len(leaf.spans) > 1  # all rest now: those that ever moved
        ]
        leaves = leaves[-room:]
    label = min(max((len(leaf.node.name) for leaf in leaves), default=0), max(width // 3, 1))
    columns = max(width - label - 1, 1)
    step_s = max(now_s, 1.0) / columns
    robots = initials(story.doers)
    rows = (_row(leaf, label, columns, step_s, robots) for leaf in leaves)
    return [*rows, _axis(label, columns, now_s)]


def _row(leaf: Role, label: int, columns: int, step_s: float, robots: dict[str, str]) -> Text:
    name = plain(leaf.node.name)
    short = name if len(name) <= label else name[: max(label - 1, 0)] + "…"
    row = Text(f"{short:<{label}} ", MARKS[leaf.state].style, no_wrap=True)
    shown = (_shown(leaf.spans, i * step_s, (i + 1) * step_s) for i in range(columns))
    for (state, robot), same in itertools.groupby(shown):
        bar, style = MARKS[state].bar * len(list(same)), MARKS[state].style
        if robot in robots and state in (NodeState.RUNNING, NodeState.DONE):
            style = style_of(robot, robots)
            bar = robots[robot] + bar[1:] if state is NodeState.RUNNING else bar
        row.append(bar, style)
    return row


def _shown(spans: list[Span], from_s: float, to_s: float) -> tuple[NodeState, str]:
    """The loudest state of a stretch of time, or the one at its end; and whose doing it is."""
    seen = {
        span.state: span.robot
        for span in spans
        if span.from_s < to_s and (span.to_s is None or span.to_s > from_s)
    }
    last = next(reversed(seen), NodeState.INACTIVE)
    state = next((state for state in LOUD if state in seen), last)
    return state, seen.get(state, "")


def _axis(label: int, columns: int, now_s: float) -> Text:
    end = f"{now_s:.0f} s"
    return Text(" " * (label + 1) + "0" + f"{end:>{max(columns - 1, 1)}}", "bright_black")
