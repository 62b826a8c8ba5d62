"""``cotree ros``: what a ROS installation wants to know of a mission."""

from __future__ import annotations

import argparse
from typing import Any


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
        "of it; docs/ros-distributions.md says how a robot is started with them.",
    )
    policy.add_argument("mission", metavar="MISSION", help="a mission's YAML file, or its name")
    policy.add_argument(
        "--means", metavar="FILE", help="what moves the robots; without it they are simulated"
    )


def run(args: argparse.Namespace) -> int:
    """Print it."""
    from cotree import app
    from cotree.app.finding import file_of
    from cotree.ros.means_file import read_means
    from cotree.ros.policy import policy_of

    mission = app.read_mission(file_of(args.mission))
    means = None if args.means is None else read_means(args.means)
    print(policy_of(mission, means), end="")
    return 0
