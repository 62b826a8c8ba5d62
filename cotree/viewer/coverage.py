"""What recorded runs have covered of their missions, as text and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from cotree.runtime.coverage import Cover, NodeCover
from cotree.viewer.words import counted, plain

KINDS: tuple[tuple[str, Callable[[NodeCover], bool]], ...] = (
    ("never ticked", lambda node: not node.ticked),
    ("ticked, never succeeded", lambda node: node.ticked and not node.succeeded),
    ("ticked, never failed", lambda node: node.ticked and not node.failed),
)
"""What is missing, and of which nodes that can be said."""


def cover_lines(cover: Cover) -> Iterator[str]:
    """One mission."""
    of = f"{cover.ticked} of {counted(len(cover.nodes), 'node')} ticked"
    runs = counted(len(cover.records), "record")
    yield plain(f"{cover.mission} ({cover.file}): {of} in {runs}, {cover.percent:.1f} %")
    for title, misses in KINDS:
        for leaf, sort in ((False, "branch"), (True, "leaf")):
            nodes = [node for node in cover.nodes if node.leaf is leaf and misses(node)]
            if nodes:
                plural = {"branch": "branches", "leaf": "leaves"}[sort]
                yield f"  {title}: {len(nodes)} {sort if len(nodes) == 1 else plural}"
                yield from (plain(f"    {_node(cover, node)}") for node in nodes)


def _node(cover: Cover, node: NodeCover) -> str:
    note = "" if node.ticked else _note(node)
    return f"{node.file or cover.file}:{node.line}  {node.path}  ({node.word}){note}"


def _note(node: NodeCover) -> str:
    """How far it came."""
    if node.skipped:
        return ": only skipped, as its goal held"
    return ": only waited" if node.waited else ""


def cover_data(covers: list[Cover]) -> list[dict[str, Any]]:
    """The same for programs, with every node."""
    return [
        {"percent": round(cover.percent, 2), "ticked": cover.ticked} | msgspec.to_builtins(cover)
        for cover in covers
    ]
