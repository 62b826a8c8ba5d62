"""``--as`` and ``--at-page``: who speaks for the people of a run."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cotree.app import Voice
    from cotree.core.mission import Mission
    from cotree.runtime.hatch import Hatch
    from cotree.runtime.messages import Message
    from cotree.runtime.replies import You


def add_people(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    people = parser.add_argument_group("people")
    people.add_argument(
        "--as", dest="as_", metavar="NAME",
        help="speak and act for this person of the team: each line of standard input is what she "
        "does or says (take OBJECT, done, failed, leave, give OBJECT to ROBOT, refuse OBJECT; yes "
        "or no when a robot asks; help), in real time or as --speed says; at the end of input she "
        "takes no part any more",
    )  # fmt: skip
    people.add_argument(
        "--at-page", metavar="NAME", action="append", default=[],
        help="with --view: whoever opens the page, on a phone for example, can be this person of "
        "the team; in real time or as --speed says (may be said several times)",
    )  # fmt: skip


def speaks(args: argparse.Namespace) -> bool:
    """Whether anybody speaks for a person."""
    return args.as_ is not None or bool(args.at_page)


def no_voice(args: argparse.Namespace, mission: Mission) -> str | None:
    """Why those who are named cannot be spoken for in this run; None: they can."""
    from cotree import app

    for option, name in _named(args):
        why = app.no_person(mission, name)
        if why is not None:
            return f"{mission.file}: {option} {name}: {why}"
        if args.fast:
            return f"{option} needs time for whoever speaks: leave out --fast, or say --speed 10"
    if args.at_page and not args.view:
        return "--at-page is for the page; say --view, too"
    if args.as_ in args.at_page:
        return f"{args.as_} cannot be at the keyboard and at the page; say --as or --at-page"
    return None


def _named(args: argparse.Namespace) -> list[tuple[str, str]]:
    typed = [] if args.as_ is None else [("--as", args.as_)]
    return [*typed, *(("--at-page", name) for name in args.at_page)]


def voices_of(
    args: argparse.Namespace,
    people: Mapping[str, Hatch[You]],
    reply: Callable[[str], None],
    write: Callable[[Message], None],
) -> list[Voice]:
    """Who speaks: the keyboard, and whoever is at the page."""
    from cotree import app
    from cotree.commands._keyboard import Keyboard
    from cotree.runtime.mouth import AtPage, Mouth, Typed

    mouths: dict[str, Mouth] = {name: AtPage(name, hatch, write) for name, hatch in people.items()}
    if args.as_ is not None:
        mouths[args.as_] = Typed(args.as_, Keyboard(), reply, write)
    return [app.Voice(name, mouth) for name, mouth in mouths.items()]
