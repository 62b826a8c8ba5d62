"""``cotree robot … --ros-args …``: the same robot as a node of ROS, where ROS is."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cotree.app.buses import BusFactory
    from cotree.app.place import Terms
    from cotree.commands._showing import Show
    from cotree.core.mission import Mission
    from cotree.runtime.last import Last

ROS_ARGS = "--ros-args"


def wanted(argv: Sequence[str]) -> bool:
    """Whether this is a robot that is to be a node, and can be one."""
    from cotree.ros.missing import have_ros

    return list(argv[:1]) == ["robot"] and ROS_ARGS in argv and have_ros()


def explained(argv: Sequence[str]) -> str | None:
    """What to say when parameters of a node are given, and there is no ROS."""
    from cotree.ros.missing import WHAT_TO_DO, have_ros

    if list(argv[:1]) != ["robot"] or have_ros():
        return None
    given = any(arg.startswith(("mission:=", "name:=")) for arg in argv)
    return f"robot: {WHAT_TO_DO}" if given else None


def run(argv: Sequence[str], last: Last) -> int:
    """Be a node until the mission is over or it is told to end."""
    from cotree.app.ros import RobotLife, serve
    from cotree.commands._start import heeding_ctrl_c
    from cotree.ros.context import opened, with_enclave
    from cotree.ros.settings import Settings

    try:
        args = _parsed(argv)
    except SystemExit as exit_:  # argparse has said what is wrong
        return int(exit_.code or 0)
    args.last = last
    runs = Runs(args)
    context = opened(with_enclave(argv[1:], args.name or _parameter(argv, "name")))
    heeding_ctrl_c()
    life = RobotLife(runs.opens, runs.terms, args.real_time, last)
    try:
        settings = Settings(name=args.name or "", mission=args.mission or "")
        well = serve(context, life, settings, last)
    finally:
        last.do(context.try_shutdown)
    return runs.code if runs.code is not None else (0 if well else 2)


class Runs:
    """How each run is shown, and how the last one ended."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.code: int | None = None
        self._args = args

    @contextlib.contextmanager
    def opens(self, mission: Mission, name: str) -> Iterator[Show]:
        """Show one run; its record is that robot's own."""
        from cotree.commands._joining import record_of
        from cotree.commands._showing import Show

        args = argparse.Namespace(**{**vars(self._args), "name": name})
        args.record = record_of(args, mission)
        self.code = 1
        with Show.make(args, mission) as show:
            yield show
        show.summary()
        self.code = show.ran()

    def terms(self, bus: BusFactory) -> Terms:
        """How it takes part: the bus is that of the node."""
        import dataclasses

        from cotree.commands._joining import terms_of

        args = argparse.Namespace(**{**vars(self._args), "bus": "udp"})
        return dataclasses.replace(terms_of(args), bus=bus)


def _parameter(argv: Sequence[str], word: str) -> str:
    """What a parameter of the node is set to; empty: it is not, or in another way."""
    given = [arg.partition(":=")[2] for arg in argv if arg.startswith(f"{word}:=")]
    return given[-1] if given else ""


def _parsed(argv: Sequence[str]) -> argparse.Namespace:
    """Our own options; those that a node has as parameters may be missing."""
    from cotree.commands import robot

    parser: Any = argparse.ArgumentParser(prog="cotree robot", description="A node of ROS.")
    robot._options(parser)
    for action in parser._actions:
        action.required = False
    found: argparse.Namespace = parser.parse_args(robot.without_ros(argv[1:]))
    return found
