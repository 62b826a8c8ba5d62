"""``cotree validate``: say everything that is wrong with missions."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from cotree.behaviours.declare import Declaration
    from cotree.core.errors import Mistake
    from cotree.core.mission import Mission


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "validate",
        help="check missions and say what is wrong",
        description="Check missions, and files of subtrees, worlds and robots. Every error is one "
        "line: FILE:LINE:COLUMN: what is wrong. Lines with 'warning:' refuse nothing. "
        "Exit code: 0 all are good, 2 some are not.",
    )
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a mission, its name, or a part of one"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON list instead")


def run(args: argparse.Namespace) -> int:
    """Check each file; go on after a bad one."""
    from cotree.trees.catalogue import catalogue

    words = catalogue()
    reports = []
    for file in args.files:
        reports.append(_report(file, words))
        if not args.json:
            _say(reports[-1])
    if args.json:
        print(json.dumps(reports, indent=2))
    return 0 if all(report["ok"] for report in reports) else 2


def _report(file: str, words: Mapping[str, Declaration]) -> dict[str, Any]:
    from cotree.core.errors import InputError
    from cotree.core.mission import Mission
    from cotree.runtime.alone import check_robots
    from cotree.runtime.planner import check_planner
    from cotree.trees.reading.advice import warnings_of
    from cotree.trees.reading.anything import check
    from cotree.trees.reading.shipped import file_of

    report: dict[str, Any] = {"file": file, "ok": True}
    warnings: list[Mistake] = []
    errors: Sequence[Mistake] = ()
    try:
        found = check(file_of(file), words)
        if isinstance(found, Mission):
            check_robots(found)
            check_planner(found.policy)
    except InputError as error:
        report["ok"] = False
        errors = error.mistakes
    else:
        if isinstance(found, Mission):
            report.update(_size(found))
            warnings = warnings_of(found, words)
        else:
            report["contents"] = list(found.contents)
    return {**report, "errors": _data(errors), "warnings": _data(warnings)}


def _size(mission: Mission) -> dict[str, int]:
    nodes = list(mission.task.walk())
    return {"nodes": len(nodes), "leaves": sum(not node.children for node in nodes)}


def _data(mistakes: Iterable[Mistake]) -> list[dict[str, Any]]:
    return [
        {
            "file": mistake.mark.file,
            "line": mistake.mark.line,
            "column": mistake.mark.column,
            "message": mistake.message,
        }
        for mistake in mistakes
    ]


def _say(report: dict[str, Any]) -> None:
    for kind, mark in (("errors", ""), ("warnings", "warning: ")):
        for each in report[kind]:
            place = f"{each['file']}:{each['line']}:{each['column']}"
            print(f"{place}: {mark}{each['message']}", file=sys.stderr)
    if report["ok"]:
        print(f"{report['file']}: ok, {', '.join(_contents(report)) or 'empty'}")


def _contents(report: dict[str, Any]) -> list[str]:
    from cotree.trees.reading.anything import counted

    if "contents" in report:
        return list(report["contents"])
    return [counted(report["nodes"], "node"), counted(report["leaves"], "leaf", "leaves")]
