"""``cotree new``: begin a package of one's own."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "new",
        help="begin a package of your own",
        description="Make something new to go on from.",
    )
    kinds = parser.add_subparsers(metavar="WHAT", title="what", required=True)
    package = kinds.add_parser(
        "package",
        help="a ROS 2 package with a leaf, its test and a mission",
        description="Make a folder NAME with a ROS 2 package (ament_python) that adds a leaf to "
        "cotree: the leaf, its test, which inherits what every leaf must do, a mission and a "
        "launch file. It installs with pip and builds with colcon. Exit code: 0 made, 2 refused.",
    )
    package.add_argument("name", metavar="NAME", help="such as tea_tools")
    package.add_argument(
        "--leaf", metavar="WORD", help="what the leaf is called in missions (default: NAME)"
    )
    package.add_argument(
        "--into", metavar="DIR", default=".", help="where the folder is made (default: here)"
    )


def run(args: argparse.Namespace) -> int:
    """Check the names, write the files, and say what to do next."""
    from cotree.commands._new.package import make, wrong_with_leaf, wrong_with_package
    from cotree.commands._output import complain
    from cotree.trees.catalogue import RESERVED, catalogue

    leaf = args.leaf or args.name
    words = (*catalogue(), *RESERVED)
    wrong = wrong_with_package(args.name) or wrong_with_leaf(leaf, words)
    folder = Path(args.into, args.name)
    if wrong is None and folder.exists():
        wrong = f"{folder}: is there already; I write into no folder that I did not make"
    if wrong is not None:
        complain(wrong)
        return 2
    for file in make(folder, args.name, leaf):
        print(file)
    print(
        f"\nNext: cd {folder} && pip install -e . && pytest && cotree run missions/{args.name}.yaml"
    )
    return 0
