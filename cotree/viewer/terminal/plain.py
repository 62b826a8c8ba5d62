"""A run as plain text: a line for every change, and the summary at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cotree.core.changes import NodeChange, NodeState
from cotree.runtime.story import Story
from cotree.viewer.terminal.marks import MARKS
from cotree.viewer.words import counted, plain

ENDS = (NodeState.DONE, NodeState.SKIPPED, NodeState.FAILED, NodeState.STOPPING)

VERDICTS = {
    "success": "✓ {} succeeded",
    "failure": "✗ {} failed",
    "stuck": "✗ {} got stuck",
    "out_of_time": "✗ {} ran out of time",
    "halted": "■ {} was halted",
    "error": "✗ {} broke off",
    "": "… {} has no end",
}


def news_lines(story: Story) -> Iterator[str]:
    """One line for each leaf that the last tick changed, and for each task that it ended."""
    for change in story.news:
        role = story.roles[change.path]
        if not role.leaf and change.state not in ENDS:
            continue
        yield f"{story.now_s:9.2f} s  {plain(change_line(change))}"


def change_line(change: NodeChange) -> str:
    """State, node, and what there is to say about it."""
    line = f"{MARKS[change.state].symbol} {change.state.value:<8} {change.path}"
    if change.resources:
        line += f"  on {', '.join(change.resources)}"
    if change.reason is not None:
        return f"{line}: {change.reason.message} [{change.reason.code}]"
    return f"{line}: {change.message}" if change.message else line


def summary_lines(story: Story) -> Iterator[str]:
    """How it ended, and in how many steps."""
    end = story.end
    name = plain(story.hello.mission) if story.hello else "the mission"
    verdict = VERDICTS.get(end.result if end else "", VERDICTS["error"]).format(name)
    counts = f"{counted(len(story.starts), 'step')}, {len(story.skipped)} skipped"
    if story.failures or (end is not None and end.result == "success"):
        counts += f", {counted(len(story.failures), 'failure')}"
    if story.failed_actions:
        counts += f", {counted(story.failed_actions, 'failed action')}"
    yield f"{verdict} after {story.now_s:.1f} s: {counts}"
    for reason in end.reasons if end else ():
        yield plain(f"  {reason}")


def summary_data(story: Story) -> dict[str, Any]:
    """The same for programs."""
    end = story.end
    return {
        "mission": story.hello.mission if story.hello else None,
        "seed": story.hello.chance.seed if story.hello else None,
        "result": end.result if end else None,
        "time_s": _rounded(story.now_s),
        "ticks": story.ticks,
        "steps": len(story.starts),
        "starts": [{"t": _rounded(t), "leaves": paths} for t, paths in story.starts],
        "skipped": story.skipped,
        "failures": [
            {"t": _rounded(t), "leaf": path, "reason": reason} for t, path, reason in story.failures
        ],
        "failed_actions": story.failed_actions,
        "reasons": list(end.reasons) if end else [],
    }


def _rounded(time_s: float) -> float:
    """To the millisecond, which is the shortest period of a tick."""
    return round(time_s, 3)
