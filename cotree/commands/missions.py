"""``cotree missions``: the missions that came along."""

from __future__ import annotations

import argparse
from typing import Any


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "missions",
        help="list the missions that came with cotree",
        description="List the missions that came with cotree, each by the name that every command "
        "takes in the place of a file: 'cotree run fetch_cup'. 'cotree missions fetch_cup' prints "
        "one, to begin a mission of one's own with.",
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="print the file of this one")
    parser.add_argument("--json", action="store_true", help="names, files and first lines as JSON")


def run(args: argparse.Namespace) -> int:
    """List, or print one."""
    import json
    from pathlib import Path

    from cotree.trees.reading.shipped import file_of, known

    if args.name is not None:
        print(Path(file_of(args.name)).read_text(encoding="utf-8"), end="")
        return 0
    found = {name: (path, _about(path.read_text("utf-8"))) for name, path in known().items()}
    if args.json:
        every = [
            {"name": name, "file": str(path), "about": about}
            for name, (path, about) in found.items()
        ]
        print(json.dumps(every, indent=2, ensure_ascii=False))
        return 0
    width = max(map(len, found), default=0)
    for name, (_, about) in found.items():
        print(f"{name:{width}}  {about}")
    return 0


def _about(text: str) -> str:
    """The comment that it begins with, as far as the end of its first sentence."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# "))
    whole = " ".join(lines)
    first, dot, _ = whole.partition(". ")
    return f"{first}." if dot else whole.rstrip(":")
