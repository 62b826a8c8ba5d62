"""``cotree view``: see on a page what a team does, or what it did."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cotree.commands._joining import add_bus, add_team, lan_of
from cotree.commands._numbers import positive
from cotree.commands._page import FAR_S, add_address, asked, paged

if TYPE_CHECKING:
    from cotree.commands._page import Shown
    from cotree.core.mission import Mission
    from cotree.runtime.telling.completing import Completing

RECORDS = ".mcap"
"""How a file ends that is meant to be a record, also if it is none."""


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "view",
        help="see on a page what a team does, or what a recorded one did",
        description="Serve a page, for any browser, of a record or of a team that runs in "
        "processes of its own, at any time. A viewer is no member of the team: nobody waits for "
        "it, and nothing that it does has an effect there. The page stays until Ctrl-C, which the "
        "team does not notice. With --terminal, --plain or --json a team is shown here, and it "
        "ends with the team. Exit code: 0 shown, 2 bad input.",
    )
    parser.add_argument(
        "what", metavar="RECORD|MISSION", nargs="?",
        help="a file that 'cotree run' wrote; or the mission that a team runs, its YAML file or "
        "its name",
    )  # fmt: skip
    add_team(parser)
    add_bus(parser)
    parser.add_argument(
        "--real-time", type=positive, default=1.0, metavar="X",
        help="X times as fast as real time, if the team is (default: 1)",
    )  # fmt: skip
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--terminal", action="store_true",
        help="no page: a picture that moves here, or a line for each change if this is no terminal",
    )  # fmt: skip
    shown.add_argument("--plain", action="store_true", help="no page: a line for each change")
    shown.add_argument("--json", action="store_true", help="no page: only the summary, as JSON")
    add_address(parser.add_argument_group("page"))


def run(args: argparse.Namespace) -> int:
    """Look on until it is over."""
    from cotree.runtime.reading import is_record

    args.view = not (args.terminal or args.plain or args.json)
    path = Path(args.what or "")
    if is_record(path) or path.suffix == RECORDS:
        return _record(args, path)
    return _team(args)


def _record(args: argparse.Namespace, path: Path) -> int:
    from cotree.commands._output import complain
    from cotree.runtime.read import read
    from cotree.runtime.reading import is_record

    if is_record(path) and (not args.view or args.team or args.bus):
        complain(f"{path} is a record, which is shown on a page; here it is: cotree replay {path}")
        return 2
    recording = read(path)
    if recording.cut:
        complain(recording.cut)
    with paged(args, recording.messages, asking=asked(args, path)) as page:
        page.stay()
    return 0


def _team(args: argparse.Namespace) -> int:
    from cotree import app
    from cotree.app.buses import usual_bus
    from cotree.app.viewing import onlooker
    from cotree.commands._output import complain
    from cotree.commands._window import Window

    mission = None if args.what is None else app.read_mission(args.what)
    name = None if mission is None else mission.name
    team = args.team or name
    if team is None:
        complain("view: what? name a RECORD, the MISSION of a team that runs, or --team TEAM")
        return 2
    word, speed = args.bus or usual_bus(), args.real_time
    with (
        onlooker(
            word, team, mission=name, lan=lan_of(args), speed=speed, leaves=args.last.do
        ) as live,
        _paged(args) as page,
    ):
        window = Window(
            live, f"team '{team}' on --bus {word}", json=args.json, lines=args.plain, page=page
        )
        with window:
            left = window.follow(_completing(args, mission))
        code = window.over()
        if not left:
            page.stay()
    return code


@contextlib.contextmanager
def _paged(args: argparse.Namespace) -> Iterator[Shown]:
    """The page, or what else there is when it lacks its packages."""
    from cotree.viewer.web.no_page import NoPage

    try:
        with paged(args, silent_s=FAR_S) as page:
            yield page
    except NoPage as error:
        raise NoPage(f"{error}; without a page: --terminal") from None


def _completing(args: argparse.Namespace, mission: Mission | None) -> Completing:
    """Only a page shows what a mission's text has."""
    from cotree import __version__
    from cotree.commands._output import complain
    from cotree.runtime.describe import describe
    from cotree.runtime.telling.completing import Completing

    own = None if mission is None else describe(mission, "", __version__)[:2]
    return Completing(own, complain) if args.view else Completing(own)
