"""``cotree ros``: what a ROS installation wants to know of a mission."""

from __future__ import annotations

import argparse
import re
from typing import Any

from cotree.commands._joining import add_team


def add(subparsers: Any) -> None:
    """Declare the command."""
    ros = subparsers.add_parser(
        "ros",
        help="what ROS wants to know of a mission",
        description="Needs no ROS itself.",
    )
    words = ros.add_subparsers(metavar="WHAT", title="what", required=True)
    policy = words.add_parser(
        "policy",
        help="an SROS2 policy for exactly what a mission uses",
        description="Print an SROS2 policy: one enclave per teammate, and what is not listed is "
        "denied. 'ros2 security generate_artifacts -k KEYS -p POLICY' makes keys and permissions "
        "of it; docs/how-to/ros.md says how a team is started with them.",
    )
    policy.add_argument("mission", metavar="MISSION", help="a mission's YAML file, or its name")
    policy.add_argument(
        "--means", metavar="FILE", help="what moves the robots; without it they are simulated"
    )
    policy.add_argument(
        "--namespace", type=_namespace, metavar="NS",
        help="where the robots' nodes are (default: each in one of its name, as team.launch.py "
        "starts it; '/' when 'ros2 run' starts it)",
    )  # fmt: skip
    add_team(policy)


def run(args: argparse.Namespace) -> int:
    """Print it."""
    from cotree import app
    from cotree.ros.means_file import read_means
    from cotree.ros.policy import policy_of

    mission = app.read_mission(args.mission)
    means = None if args.means is None else read_means(args.means)
    named = {"team": args.team or "", "namespace": args.namespace or ""}
    print(policy_of(mission, means, **named), end="")
    return 0


def _namespace(text: str) -> str:
    if text != "/" and not re.fullmatch(r"(/[A-Za-z_][A-Za-z0-9_]*)+", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no namespace; write it as /robots")
    return text
