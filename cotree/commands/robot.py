"""``cotree robot``: the process of one robot, in real time."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cotree.commands._groot2 import add_groot2
from cotree.commands._joining import add_joining, no_team, record_of, terms_of
from cotree.commands.run import add_output

if TYPE_CHECKING:
    from cotree.core.mission import Mission
    from cotree.runtime.ports import Body


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
    parser.add_argument(
        "mission", metavar="MISSION", nargs="?", default=argparse.SUPPRESS,
        help="its YAML file, or its name if it came with cotree",
    )  # fmt: skip
    parser.add_argument("--mission", metavar="MISSION", help="the same, as launch files say it")
    parser.add_argument("--name", required=True, metavar="NAME", help="which robot of the team")
    add_joining(parser)
    parser.add_argument(
        "--remove", metavar="NAME", action="append", default=[],
        help="this robot or witness of the team is switched off for good, and you have seen that: "
        "as soon as nobody hears it, the team decides without it (may be said several times; "
        "answers 'partition: operator')",
    )  # fmt: skip
    parser.add_argument(
        "--body", metavar="BODY",
        help="what really moves it, as an installed package offers it (default: simulated)",
    )  # fmt: skip
    add_output(parser)
    add_groot2(parser.add_argument_group("monitors"))


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
    from cotree.app.missions import refuse_senses
    from cotree.commands._output import complain
    from cotree.runtime.planner import check_planner

    if args.mission is None:
        complain("robot: which mission? 'cotree robot MISSION --name NAME'")
        return 2
    mission = app.read_mission(args.mission)
    refuse_senses(mission)
    check_planner(mission.policy)
    return _teammate(args, mission) if app.is_team(mission) else _alone(args, mission)


def _alone(args: argparse.Namespace, mission: Mission) -> int:
    from cotree import app
    from cotree.commands._output import complain
    from cotree.commands._showing import Show
    from cotree.runtime.alone import check_name

    check_name(mission, args.name)
    why = no_team(args)
    if why is None and args.remove:
        why = "--remove: this robot has no teammates, so it has nobody to go on without"
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
            own=_body(args, mission),
        )
    show.summary()
    return show.ran()


def _teammate(args: argparse.Namespace, mission: Mission) -> int:
    import dataclasses

    from cotree.app import process
    from cotree.app.membership import check_robot
    from cotree.commands._showing import Show

    check_robot(mission, args.name)
    terms = dataclasses.replace(terms_of(args), removes=tuple(args.remove))
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
            body=_body(args, mission),
        )
    show.summary()
    return show.ran()


def _body(args: argparse.Namespace, mission: Mission) -> Body | None:
    """A body of its own, if one is asked for."""
    if args.body is None:
        return None
    from cotree.app.bodies import body_named

    return body_named(args.body, mission, args.name)
