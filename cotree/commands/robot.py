"""``cotree robot``: the process of one robot, in real time."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cotree.commands._joining import add_joining, no_team, record_of, terms_of
from cotree.commands.run import add_output, positive

if TYPE_CHECKING:
    from cotree.core.mission import Mission


def add(subparsers: Any) -> None:
    """Declare the command."""
    _options(
        subparsers.add_parser(
            "robot",
            help="the process of one robot, in real time",
            description="Run one robot of a mission in real time, with a simulated body; what "
            "ROS adds with --ros-args is passed over. Ctrl-C and SIGTERM halt it, a second one "
            "stops it at once. Robots of a team find each other over a bus; 'cotree person' and "
            "'cotree witness' are the processes of the others, 'cotree run' runs the whole team. "
            "It ends when the task is done and its teammates know that. Exit code as of "
            "'cotree run'.",
        )
    )


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--mission", required=True, metavar="FILE", help="the mission's YAML file")
    parser.add_argument("--name", required=True, metavar="NAME", help="which robot of the team")
    parser.add_argument(
        "--real-time", type=positive, nargs="?", const=1.0, default=1.0, metavar="X",
        help="X times as fast as real time (default: 1); the same for the whole team",
    )  # fmt: skip
    add_joining(parser)
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
    from cotree.runtime.planner import check_planner

    mission = app.read_mission(args.mission)
    check_planner(mission.policy)
    return _teammate(args, mission) if app.is_team(mission) else _alone(args, mission)


def _alone(args: argparse.Namespace, mission: Mission) -> int:
    from cotree import app
    from cotree.commands._output import complain
    from cotree.commands._showing import Show
    from cotree.runtime.alone import check_name

    check_name(mission, args.name)
    why = no_team(args)
    if why is not None:
        complain(why)
        return 2
    with Show.make(args, mission) as show:
        app.run_real(
            mission,
            show.write,
            watch=show.now,
            speed=args.real_time,
            slow=show.slow,
            beat=show.beat,
            until_s=args.until or float("inf"),
            halting=show.halting,
        )
    show.summary()
    return show.ran()


def _teammate(args: argparse.Namespace, mission: Mission) -> int:
    from cotree.app import process
    from cotree.commands._showing import Show

    process.check_robot(mission, args.name)
    terms = terms_of(args)
    args.record = record_of(args, mission)
    with Show.make(args, mission) as show:
        process.run_member(
            mission,
            args.name,
            show.write,
            terms,
            watch=show.now,
            slow=show.slow,
            beat=show.beat,
            halting=show.halting,
        )
    show.summary()
    return show.ran()
