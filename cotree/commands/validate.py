"""``cotree validate``: say everything that is wrong with missions."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cotree.core.errors import InputError
    from cotree.core.mission import Mission


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "validate",
        help="check missions and say what is wrong",
        description="Check missions. Every error is one line: FILE:LINE:COLUMN: what is wrong. "
        "Exit code: 0 all are good, 2 some are not.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a mission")
    parser.add_argument("--json", action="store_true", help="print one JSON list instead")


def run(args: argparse.Namespace) -> int:
    """Check each file; go on after a bad one."""
    from cotree.core.errors import InputError
    from cotree.trees.catalogue import catalogue
    from cotree.trees.reading import load

    words = catalogue()
    reports = []
    for file in args.files:
        try:
            mission = load(file, catalogue=words)
        except InputError as error:
            reports.append(_bad(file, error))
            if not args.json:
                print(error, file=sys.stderr)
            continue
        reports.append(_good(file, mission))
        if not args.json:
            print("{file}: ok, {nodes} nodes, {leaves} leaves".format(**reports[-1]))
    if args.json:
        print(json.dumps(reports, indent=2))
    return 0 if all(report["ok"] for report in reports) else 2


def _good(file: str, mission: Mission) -> dict[str, Any]:
    nodes = list(mission.task.walk())
    leaves = sum(not node.children for node in nodes)
    return {"file": file, "ok": True, "nodes": len(nodes), "leaves": leaves, "errors": []}


def _bad(file: str, error: InputError) -> dict[str, Any]:
    errors = [
        {
            "file": problem.mark.file,
            "line": problem.mark.line,
            "column": problem.mark.column,
            "message": problem.message,
        }
        for problem in error.problems
    ]
    return {"file": file, "ok": False, "errors": errors}
