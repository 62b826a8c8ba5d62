"""``cotree show``: draw the task of a mission."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cotree.behaviours.declare import Declaration
    from cotree.core.mission import Mission


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "show",
        help="draw the task of a mission",
        description="Draw the task of a mission as a tree of text, or as a picture: "
        "'cotree show --svg FILE > task.svg'.",
    )
    parser.add_argument("file", metavar="FILE", help="a mission, or its name")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--ascii", action="store_true", help="a tree of plain ASCII")
    form.add_argument("--svg", action="store_true", help="a picture")
    form.add_argument("--dot", action="store_true", help="a graph for Graphviz")
    form.add_argument("--mermaid", action="store_true", help="a graph for Mermaid")


def run(args: argparse.Namespace) -> int:
    """Read the mission and print its drawing."""
    from cotree.trees.catalogue import catalogue
    from cotree.trees.reactions.nodes import with_structure
    from cotree.trees.reading import load
    from cotree.trees.reading.shipped import file_of

    words = catalogue()
    mission = load(file_of(args.file), catalogue=words)
    print(_drawn(args, mission, with_structure(words)))
    return 0


def _drawn(args: argparse.Namespace, mission: Mission, words: Mapping[str, Declaration]) -> str:
    from cotree.trees.display import outline
    from cotree.trees.display_graph import dot, mermaid
    from cotree.trees.display_svg import svg

    if args.svg:
        return svg(mission.tree, words, mission.name)
    if args.dot:
        return dot(mission.tree, words)
    if args.mermaid:
        return mermaid(mission.tree, words)
    return outline(mission.tree, words, ascii_only=args.ascii)
