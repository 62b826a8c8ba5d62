"""The task tree as lines of text, with what each node does and why it waits or failed."""

from __future__ import annotations

from rich.text import Text

from cotree.core.changes import NodeState
from cotree.runtime.story import Role, Story
from cotree.viewer.terminal.marks import MARKS
from cotree.viewer.terminal.robots import style_of
from cotree.viewer.words import plain

QUIET = (NodeState.INACTIVE, NodeState.DONE, NodeState.SKIPPED)
"""Subtrees in these states are folded when there is little room."""


def tree_lines(story: Story, height: int) -> list[Text]:
    """The tree in at most so many lines: what rests is folded first, then the rest is cut.

    Reactions that were never needed go with what rests.
    """
    roles = list(story.roles.values())
    if len(roles) > height:
        roles = _folded(roles)
    lines = [_line(role, story) for role in roles]
    if len(lines) <= height:
        return lines
    first = _first_busy(roles, height)
    shown = lines[first : first + max(height - 1, 1)]
    return [*shown, Text(f"… {len(lines) - len(shown)} more lines", "bright_black")]


def _folded(roles: list[Role]) -> list[Role]:
    kept: list[Role] = []
    hidden_below: int | None = None
    for role in roles:
        if role.spare or (hidden_below is not None and role.depth > hidden_below):
            continue
        hidden_below = role.depth if not role.leaf and role.state in QUIET else None
        kept.append(role)
    return kept


def _first_busy(roles: list[Role], height: int) -> int:
    """Where to begin, so that the first leaf that does something is in sight."""
    busy = (i for i, role in enumerate(roles) if role.leaf and role.state not in QUIET)
    return max(0, min(next(busy, 0) - height // 3, len(roles) - height + 1))


def _line(role: Role, story: Story) -> Text:
    mark = MARKS[role.state]
    line = Text("  " * role.depth, no_wrap=True, overflow="ellipsis")
    line.append(f"{mark.symbol} {plain(role.node.name)}", mark.style)
    if role.robot in story.doers:
        line.append(f"  {plain(role.robot)}", style_of(role.robot, story.doers))
    note = remark(role)
    if note:
        line.append(
            f"  {plain(note)}", "bright_black" if role.state is not NodeState.FAILED else "red"
        )
    return line


def remark(role: Role) -> str:
    """What is worth saying about a node: why it failed, what it waits for, what it runs on."""
    if role.state is NodeState.FAILED and role.reason is not None:
        return f"{role.reason.message} [{role.reason.code}]"
    if role.state is NodeState.RUNNING and role.resources:
        return ", ".join(part for part in (role.message, " ".join(role.resources)) if part)
    return role.message if role.state not in QUIET else ""
