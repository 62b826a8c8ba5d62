"""What two records differ in, as text."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.viewer.diff.found import Diff, First, NodeDiffers, Pair, RobotDiffers
from cotree.viewer.words import plain

MOST_NODES = 30
"""So many nodes are told one by one."""


def diff_lines(diff: Diff, most: int = MOST_NODES) -> Iterator[str]:
    """All of it; what stands left of a bar is of the first record."""
    for line in _lines(diff, most):
        yield plain(line)


def _lines(diff: Diff, most: int) -> Iterator[str]:
    if diff.same:
        yield "✓ the same, byte for byte: what was run, and all that happened"
        return
    yield f"✗ {diff.one} | {diff.other}"
    if diff.mission:
        yield "before anything happens:"
        yield from map(_pair, diff.mission)
    yield from _first(diff.first)
    if diff.end is not None:
        yield f"end: {diff.end.one} | {diff.end.other}"
    elif diff.first is not None:
        yield "end: the same"
    if not diff.nodes and not diff.robots:
        yield "all nodes, robots and people fared the same"
    if diff.nodes:
        yield f"nodes: {len(diff.nodes)} of {diff.all_nodes} fared otherwise"
        yield from map(_node, diff.nodes[:most])
        if len(diff.nodes) > most:
            yield f"  … and {len(diff.nodes) - most} more (--json has all)"
    if diff.robots:
        yield "who did what:"
        yield from map(_robot, diff.robots)


def _pair(pair: Pair) -> str:
    return f"  {pair.what}: {pair.one} | {pair.other}"


def _first(first: First | None) -> Iterator[str]:
    if first is None:
        yield "all that happened is the same"
        return
    yield f"first difference: {first.what}, at {first.t:.2f} s"
    yield from map(_pair, first.places)


def _node(node: NodeDiffers) -> str:
    where = f" ({node.file or 'line'}{':' if node.file else ' '}{node.line})" if node.line else ""
    ends = "" if node.ends[0] == node.ends[1] else f"; in the end {node.ends[0]} | {node.ends[1]}"
    return f"  {node.t:9.2f} s  {node.path}{where}: {node.one} | {node.other}{ends}"


def _robot(robot: RobotDiffers) -> str:
    parts = "; ".join(f"{part.what} {part.one} | {part.other}" for part in robot.parts)
    return f"  {robot.name}: {parts}"
