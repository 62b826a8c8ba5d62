"""``cotree keys``: certificates and access rules for a team on a network."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from cotree.commands._joining import add_team

MOST_DAYS = 3650


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "keys",
        help="make the keys of a team that works over a network",
        description="Make one folder for each teammate of a mission (robots, people, witnesses, "
        "and a viewer) with its certificate, its private key and Zenoh's settings: who may say "
        "what. Copy each folder to the machine of that teammate, and to no other. The authority "
        "that signs them is not kept: a new teammate means new keys for all.",
    )
    parser.add_argument(
        "mission", metavar="MISSION", help="its YAML file, or its name if it came with cotree"
    )
    parser.add_argument("--out", metavar="DIR", required=True, help="where the folders go")
    parser.add_argument(
        "--days", type=_days, default=365, metavar="N",
        help="how long they are good (default: 365)",
    )  # fmt: skip
    add_team(parser)
    parser.add_argument("--force", action="store_true", help="replace the keys that are there")


def run(args: argparse.Namespace) -> int:
    """Make them and say where they are."""
    from cotree import app
    from cotree.app.keys import make_keys

    mission = app.read_mission(args.mission)
    out = Path(args.out)
    for folder in make_keys(mission, out, team=args.team, days=args.days, force=args.force):
        print(folder)
    return 0


def _days(text: str) -> int:
    if not (text.isdecimal() and len(text) < 6 and 0 < int(text) <= MOST_DAYS):
        raise argparse.ArgumentTypeError(f"'{text}' is no number of days from 1 to {MOST_DAYS}")
    return int(text)
