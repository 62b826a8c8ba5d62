"""The command ``cotree``: finds the command that is asked for, and fails in one line."""

from __future__ import annotations

import argparse
import functools
import gc
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

import cotree.commands
from cotree import __version__
from cotree.commands import _ros_robot
from cotree.commands._output import apart, complain, silence, unwritable
from cotree.commands._start import dying_of_ctrl_c
from cotree.commands._warnings import in_one_line
from cotree.commands.robot import without_ros
from cotree.core.words import did_you_mean
from cotree.runtime.last import Last, end

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

BROKEN = 1
BAD_INPUT = 2
INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """A parser that says in one line what is wrong, and does not hide what it could not write."""

    def error(self, message: str) -> NoReturn:
        """What is wrong with the words, and where to read more."""
        if message.startswith("unrecognized arguments: --"):
            word = message.partition(": ")[2].partition(" ")[0].partition("=")[0]
            message += did_you_mean(word, self._options(), most=0)
        self.exit(BAD_INPUT, f"{self.prog}: {message} ('{self.prog} --help' tells more)\n")

    def _options(self) -> set[str]:
        """Of this parser, and of the command that was asked for."""
        below = (each.choices for each in self._actions if isinstance(each.choices, dict))
        parsers = [self, *(parser for some in below for parser in some.values())]
        return {word for parser in parsers for word in parser._option_string_actions}

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        (file or sys.stderr).write(message)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code says how it went."""
    last, code = Last(), BROKEN
    with dying_of_ctrl_c():
        try:
            code = _spared(argv, last)
        finally:
            last.close(code)
    return code


def program(argv: Sequence[str] | None = None) -> int:
    """The executable ``cotree``: what ``main`` does, and the end of the process."""
    gc.set_threshold(20_000, 20, 20)  # nearly all that a start makes stays
    return end(main(argv))


def _spared(argv: Sequence[str] | None, last: Last) -> int:
    """Everything that can go wrong with reading and writing is one line, or none."""
    try:
        code = _main(sys.argv[1:] if argv is None else argv, last)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever reads has enough, as ``head`` does
        silence(sys.stdout)
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if error.filename is None:
            silence(sys.stdout)
        complain(unwritable(error))
        return BAD_INPUT
    return code


def whole_parser() -> argparse.ArgumentParser:
    """What reads the words of all commands; for whoever writes about them."""
    return _parser(())


def robot() -> int:
    """The executable ``robot`` that ``ros2 run cotree robot`` starts."""
    return program(["robot", *sys.argv[1:]])


def _main(argv: Sequence[str], last: Last) -> int:
    _be_printable()
    if _ros_robot.ROS_ARGS in argv:
        why = _ros_robot.explained(argv)
        if why is not None:
            complain(why)
            return BAD_INPUT
        if _ros_robot.wanted(argv):
            return _fenced(argparse.Namespace(run=lambda parsed: _ros_robot.run(argv, last)))
    args = without_ros(argv)
    if args and not args[0].startswith("-") and args[0] not in _names():
        complain(f"cotree: there is no command '{args[0]}'{did_you_mean(args[0], _names(), 40)}")
        return BAD_INPUT
    parser = _parser(args)
    try:
        parsed = parser.parse_args(args)
    except SystemExit as exit_:  # argparse has said what is wrong
        return int(exit_.code or 0)
    if not hasattr(parsed, "run"):
        parser.print_help()
        return BAD_INPUT
    parsed.last = last
    return _fenced(parsed)


def _fenced(parsed: argparse.Namespace) -> int:
    try:
        with in_one_line(), apart() if getattr(parsed, "json", False) else nullcontext():
            return int(parsed.run(parsed))
    except Exception as error:
        if not isinstance(error, _spoken()):
            raise
        complain(str(error))
        return BAD_INPUT


def _spoken() -> tuple[type[Exception], ...]:
    """The errors whose text is meant for whoever typed the command."""
    from cotree.core.errors import InputError
    from cotree.manipulation.clouds.values import CloudError
    from cotree.perception.footage.shots import FootageError
    from cotree.ros.missing import NoRos, NoType
    from cotree.runtime.bus import BusError
    from cotree.runtime.disk import StateError
    from cotree.runtime.planner import PlannerMissing
    from cotree.runtime.record import RecordError
    from cotree.simulation.physics.missing import PhysicsError
    from cotree.trees.offers import Unusable
    from cotree.viewer.groot2.no_monitor import NoMonitor
    from cotree.viewer.web.no_page import NoPage

    return (
        BusError,
        CloudError,
        FootageError,
        InputError,
        NoMonitor,
        NoPage,
        NoRos,
        NoType,
        PhysicsError,
        PlannerMissing,
        RecordError,
        StateError,
        Unusable,
    )


def _parser(args: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(prog="cotree", description="Task trees for teams of robots and people.")
    parser.add_argument("--version", action="version", version=f"cotree {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name in _wanted(args):
        module = _command(name)
        before = set(subparsers.choices)
        module.add(subparsers)
        for word in set(subparsers.choices) - before:
            subparsers.choices[word].set_defaults(run=module.run)
    return parser


def _wanted(args: Sequence[str]) -> list[str]:
    """The one command that is asked for, or all of them."""
    names = _names()
    return [args[0]] if args and args[0] in names else names


@functools.cache
def _names() -> list[str]:
    """All commands."""
    return sorted(
        info.name
        for info in pkgutil.iter_modules(cotree.commands.__path__)
        if not info.name.startswith("_")
    )


def _command(name: str) -> ModuleType:
    return importlib.import_module(f"cotree.commands.{name}")


def _be_printable() -> None:
    """A terminal that lacks a character shows another one instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
