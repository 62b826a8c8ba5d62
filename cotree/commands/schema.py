"""``cotree schema``: print the JSON Schema of missions, for editors."""

from __future__ import annotations

import argparse
import json
from typing import Any


def add(subparsers: Any) -> None:
    """Declare the command."""
    subparsers.add_parser(
        "schema",
        help="print the JSON Schema of missions",
        description="Print the JSON Schema (2020-12) of missions, made from all behaviours that "
        "are installed. An editor that has it completes words and marks mistakes: put "
        "'# yaml-language-server: $schema=mission.schema.json' on the first line of a mission.",
    )


def run(args: argparse.Namespace) -> int:
    """Print it."""
    from cotree.trees.catalogue import catalogue
    from cotree.trees.schema import schema

    print(json.dumps(schema(catalogue()), indent=2, ensure_ascii=False))
    return 0
