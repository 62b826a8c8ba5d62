"""The command ``cotree``: finds the command that is asked for, and fails in one line."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from types import ModuleType

import cotree.commands
from cotree import __version__
from cotree.commands.robot import without_ros

BAD_INPUT = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit code says how it went."""
    args = without_ros(sys.argv[1:] if argv is None else argv)
    _be_printable()
    parser = _parser(args)
    try:
        parsed = parser.parse_args(args)
    except SystemExit as exit_:  # argparse has said what is wrong
        return int(exit_.code or 0)
    if not hasattr(parsed, "run"):
        parser.print_help()
        return BAD_INPUT
    return _fenced(parsed)


def robot() -> int:
    """The executable ``robot`` that ``ros2 run cotree robot`` starts."""
    return main(["robot", *sys.argv[1:]])


def _fenced(parsed: argparse.Namespace) -> int:
    try:
        code = int(parsed.run(parsed))
        sys.stdout.flush()
    except BrokenPipeError:
        _be_silent()
        print("nobody reads the output any more", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:
        if not isinstance(error, _spoken()):
            raise
        print(error, file=sys.stderr)
        return BAD_INPUT
    return code


def _spoken() -> tuple[type[Exception], ...]:
    """The errors whose text is meant for whoever typed the command."""
    from cotree.core.errors import InputError
    from cotree.runtime.record import RecordError

    return InputError, RecordError


def _parser(args: Sequence[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cotree", description="Task trees for teams of robots and people."
    )
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
    names = sorted(
        info.name
        for info in pkgutil.iter_modules(cotree.commands.__path__)
        if not info.name.startswith("_")
    )
    return [args[0]] if args and args[0] in names else names


def _command(name: str) -> ModuleType:
    return importlib.import_module(f"cotree.commands.{name}")


def _be_printable() -> None:
    """A terminal that lacks a character shows another one instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _be_silent() -> None:
    """Nobody listens: what is still in the buffer goes nowhere, without a complaint at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
