"""Two records side by side, once through both."""

from __future__ import annotations

from pathlib import Path

from cotree.viewer.diff.course import end_differs, nodes_differ, robots_differ
from cotree.viewer.diff.first import first_of
from cotree.viewer.diff.found import Diff, First
from cotree.viewer.diff.opening import opening_differs
from cotree.viewer.diff.side import Side


def compare(one: Path, other: Path) -> Diff:
    """What differs; RecordError: one of them is no record."""
    mine, its = Side(one), Side(other)
    first = _read(mine, its)
    mine.check()
    its.check()
    opening = tuple(opening_differs(mine, its))
    story, other_story = mine.story, its.story
    return Diff(
        str(one),
        str(other),
        same=first is None and not opening,
        mission=opening,
        first=first,
        end=end_differs(story, other_story),
        nodes=tuple(nodes_differ(story, other_story)),
        all_nodes=len({*story.roles, *other_story.roles}),
        robots=tuple(robots_differ(story, other_story)),
        cut=(mine.cut, its.cut),
    )


def _read(mine: Side, its: Side) -> First | None:
    """Both to their ends; the first difference in what happened."""
    first: First | None = None
    while True:
        a, b = mine.next(), its.next()
        if a is None and b is None:
            return first
        opens = any(each is not None and each.opens for each in (a, b))
        if first is None and not opens:
            first = first_of(mine, a, its, b)
