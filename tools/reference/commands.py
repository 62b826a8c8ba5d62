"""What every command takes, from the parser that reads it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from cotree import cli

HEAD = """\
# Commands

Made by `make reference`; do not edit. `cotree COMMAND --help` says the same. Every command ends
with exit code 2 and one line when what it was given is wrong."""


def page() -> str:
    """All commands in Markdown."""
    return "\n\n".join((HEAD, *(part for each in _commands() for part in _told(*each)))) + "\n"


def _commands() -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Each command by what is typed, those with commands of their own after their parts."""
    for action in cli.whole_parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, parser in sorted(action.choices.items()):
                yield from _below(f"cotree {name}", parser)


def _below(
    typed: str, parser: argparse.ArgumentParser
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield typed, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in sorted(action.choices.items()):
                yield from _below(f"{typed} {name}", inner)


def _told(typed: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    yield f"## `{typed}`"
    if parser.description:
        yield _plain(parser.description)
    rows = [_row(action) for action in parser._actions if _shown(action)]
    if rows:
        yield "\n".join(("| | |", "|---|---|", *rows))


def _shown(action: argparse.Action) -> bool:
    hidden = isinstance(action, argparse._HelpAction | argparse._SubParsersAction)
    return not hidden and action.help != argparse.SUPPRESS


def _row(action: argparse.Action) -> str:
    value = "" if action.nargs == 0 else _value(action)
    names = ", ".join(
        f"`{' '.join(filter(None, (each, value)))}`" for each in action.option_strings
    )
    told = (action.help or "") % {**vars(action), "prog": "cotree"}
    return f"| {names or f'`{value}`'} | {_plain(told)} |"


def _value(action: argparse.Action) -> str:
    if action.metavar is not None:
        value = action.metavar if isinstance(action.metavar, str) else " ".join(action.metavar)
    elif action.choices is not None:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    else:
        value = action.dest.upper() if action.option_strings else action.dest
    return {"*": f"[{value}...]", "+": f"{value}...", "?": f"[{value}]"}.get(
        str(action.nargs), value
    ).replace("|", "\\|")


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
