"""``cotree convert``: trees of BehaviorTree.CPP into missions, and missions into such trees."""

from __future__ import annotations

import argparse
from typing import Any


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "convert",
        help="bring in a tree of BehaviorTree.CPP, or write one",
        description="Bring in: a tree of BehaviorTree.CPP (XML, version 3 or 4) becomes a mission. "
        "Write: a mission's task becomes such a tree (version 4), which Groot2 opens. The file "
        "says which; the result goes to standard output. What does not mean the same is refused, "
        "line by line. Exit code: 0 written, 2 refused.",
    )
    parser.add_argument("file", metavar="FILE", help="a tree (.xml), or a mission (.yaml)")
    group = parser.add_argument_group("bringing in a tree")
    group.add_argument(
        "--actions",
        metavar="TABLE",
        help="YAML that says what the tree's own actions are: "
        "'actions: {OpenDoor: {perform: open door}, GoTo: {move: $goal}}'",
    )
    group.add_argument(
        "--like", metavar="MISSION", help="take team, world and all else from this mission"
    )
    group.add_argument("--tree", metavar="NAME", default="", help="which tree is the task")


def run(args: argparse.Namespace) -> int:
    """Find out which way, and write the result."""
    from cotree.commands._output import complain
    from cotree.trees.catalogue import catalogue
    from cotree.trees.reading.source import read_text

    text, words = read_text(args.file), catalogue()
    if text.lstrip().startswith("<"):
        print(_in(args, text, words), end="")
        return 0
    if args.actions or args.like or args.tree:
        complain(f"{args.file}: is no XML; --actions, --like and --tree are for bringing in a tree")
        return 2
    print(_out(args.file, words), end="")
    return 0


def _in(args: argparse.Namespace, text: str, words: Any) -> str:
    from cotree.trees.btcpp.frame import frame_of
    from cotree.trees.btcpp.mission import bring_in
    from cotree.trees.btcpp.table import table_of

    table = table_of(args.actions) if args.actions else None
    frame = frame_of(args.like) if args.like else None
    return bring_in(text, args.file, words, frame, table, args.tree)


def _out(file: str, words: Any) -> str:
    from cotree.commands._output import complain
    from cotree.trees.btcpp.exporting import bring_out
    from cotree.trees.reading import load

    mission = load(file, catalogue=words)
    xml = bring_out(mission, words)
    if mission.reactions:
        complain(f"warning: {file}: its reactions stand beside the task, and are not in the tree")
    return xml
