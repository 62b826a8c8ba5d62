"""``cotree robot``: the process of one robot, in real time."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from cotree.commands.run import add_output, positive


def add(subparsers: Any) -> None:
    """Declare the command."""
    _options(
        subparsers.add_parser(
            "robot",
            help="the process of one robot, in real time",
            description="Run the robot of a mission in real time, with a simulated body; what "
            "ROS adds with --ros-args is passed over. Ctrl-C and SIGTERM halt it. A team over "
            "several processes comes with the transport; 'cotree run' runs the whole team.",
        )
    )


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--mission", required=True, metavar="FILE", help="the mission's YAML file")
    parser.add_argument("--name", required=True, metavar="NAME", help="which robot of the team")
    parser.add_argument(
        "--real-time", type=positive, nargs="?", const=1.0, default=1.0, metavar="X",
        help="X times as fast as real time (default: 1)",
    )  # fmt: skip
    add_output(parser)


def without_ros(args: Sequence[str]) -> list[str]:
    """The arguments without those of ROS, which stand between ``--ros-args`` and ``--``."""
    kept: list[str] = []
    ours = True
    for arg in args:
        if arg == "--ros-args":
            ours = False
        elif arg == "--" and not ours:
            ours = True
        elif ours:
            kept.append(arg)
    return kept


def run(args: argparse.Namespace) -> int:
    """Run until the mission ends or somebody halts it."""
    from cotree import app
    from cotree.commands._showing import Show
    from cotree.runtime.alone import check_name
    from cotree.runtime.planner import check_planner

    mission = app.read_mission(args.mission)
    check_name(mission, args.name)
    check_planner(mission.policy)
    with Show.make(args, mission) as show:
        app.run_real(
            mission,
            show.write,
            watch=show.now,
            speed=args.real_time,
            slow=show.slow,
            beat=show.beat,
            halting=show.halting,
        )
    show.summary()
    return show.ran()
