"""``cotree person``: the process of one person of a team, in real time."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cotree.commands._joining import add_watching, terms_of
from cotree.commands._keeping import add_record, kept
from cotree.commands._looking import team_on
from cotree.commands._page import FAR_S, add_page, no_page, offered, paged

if TYPE_CHECKING:
    from cotree.commands._page import Shown
    from cotree.runtime.messages import Message
    from cotree.runtime.mouth import Mouth


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "person",
        help="the process of one person of a team, in real time",
        description="Speak and act for a person of a team whose robots run in processes of their "
        "own: each line of standard input is what she does or says (take OBJECT, done, failed, "
        "leave, give OBJECT to ROBOT, refuse OBJECT; yes or no when a robot asks; help), or, with "
        "--view, what she does on a page, on a phone for example. What robots ask and say is "
        "shown. If she is a witness of the team, she votes as well. It ends when the task is done "
        "or all robots have ended. Exit code as of 'cotree run'.",
    )
    add_watching(parser, "person of the team")
    add_record(parser)
    parser.add_argument(
        "--script", action="store_true", help="do what the mission says that she does"
    )
    add_page(parser)


def run(args: argparse.Namespace) -> int:
    """Take part until it is over."""
    from cotree import app
    from cotree.app import process
    from cotree.app.membership import check_person
    from cotree.commands._output import Output, complain
    from cotree.commands._showing import exit_code
    from cotree.commands._start import heeding_ctrl_c
    from cotree.viewer.words import plain

    if (why := no_page(args)) is not None:
        complain(why)
        return 2
    mission = app.read_mission(args.mission)
    check_person(mission, args.name)
    output = Output()

    def show(text: str) -> None:
        output.line(plain(text))

    heeding_ctrl_c()
    terms = terms_of(args)
    offer = offered((args.name,) if args.view and not args.script else ())
    with kept(args, mission) as write, paged(args, offer=offer, silent_s=FAR_S) as page:
        with team_on(page, args, mission):
            end = process.run_person(
                mission,
                args.name,
                write,
                terms,
                show=show,
                mouth=None if args.script else _mouth(page, args.name, show, write),
            )
        output.line(end.result)
        page.stay()
    return exit_code(end)


def _mouth(
    page: Shown, name: str, show: Callable[[str], None], write: Callable[[Message], None]
) -> Mouth:
    """Who speaks for her: the page if there is one, else the keyboard."""
    from cotree.commands._keyboard import Keyboard
    from cotree.runtime.mouth import AtPage, Typed

    hatch = page.people.get(name)
    return Typed(name, Keyboard(), show, write) if hatch is None else AtPage(name, hatch, write)
