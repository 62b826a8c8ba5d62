"""What the processes of a team have in common: how they find each other, and what they remember."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cotree.commands._numbers import duration, positive
from cotree.commands._output import complain

if TYPE_CHECKING:
    from cotree.app.place import Terms
    from cotree.core.mission import Mission
    from cotree.zenoh.bus import Lan

ONLY_TEAMS = (
    "team", "bus", "lan", "keys", "insecure_lan", "state", "forget", "first", "stay", "no_telling"
)  # fmt: skip
LONGEST_TEAM = 64
"""Characters of its name."""
OPEN_LAN = "anybody on this network can read and send what this team says: there are no keys"


def add_watching(parser: argparse.ArgumentParser, who: str) -> None:
    """Declare what a process without a robot is told: mission, name (``who``), how to join."""
    parser.add_argument(
        "mission", metavar="MISSION", help="its YAML file, or its name if it came with cotree"
    )
    parser.add_argument("--name", required=True, metavar="NAME", help=f"which {who}")
    add_joining(parser)


def add_joining(parser: argparse.ArgumentParser) -> None:
    """Declare the options of every process."""
    parser.add_argument(
        "--real-time", type=positive, nargs="?", const=1.0, default=1.0, metavar="X",
        help="X times as fast as real time (default: 1); the same for the whole team",
    )  # fmt: skip
    team = parser.add_argument_group("team")
    add_team(team)
    add_bus(team)
    team.add_argument(
        "--state", metavar="DIR",
        help="where it keeps what it has promised (default: out/state/<mission>/<name>; with "
        "--team: out/state/<mission>@<team>/<name>)",
    )  # fmt: skip
    memory = team.add_mutually_exclusive_group()
    memory.add_argument("--forget", action="store_true", help="start without what is kept there")
    memory.add_argument(
        "--first", action="store_true",
        help="this mission has never run: begin without waiting for everybody; who has begun "
        "already is joined",
    )  # fmt: skip
    team.add_argument(
        "--stay", action="store_true", help="go on when the task is done, for those who come late"
    )
    team.add_argument(
        "--until", type=duration, metavar="T", help="the longest that it may take, such as 30min"
    )
    team.add_argument(
        "--no-telling", action="store_true",
        help="tell nothing to those who look on with 'cotree view'",
    )  # fmt: skip


def add_bus(team: argparse._ActionsContainer) -> None:
    """Declare how the team is reached."""
    team.add_argument(
        "--bus", metavar="BUS",
        help="zenoh, ros, or udp for processes of one machine, from a port of its own: udp:PORT "
        "(default: zenoh where it is installed, else udp)",
    )  # fmt: skip
    team.add_argument(
        "--lan", nargs="*", metavar="HOST",
        help="over the network, with the keys of 'cotree keys'; HOSTs that multicast does not "
        "reach are called (default: nothing leaves this machine)",
    )  # fmt: skip
    team.add_argument(
        "--keys", metavar="DIR", help="with --lan: the folder of this teammate's keys"
    )
    team.add_argument(
        "--insecure-lan", action="store_true",
        help="with --lan: without keys, so that anybody on the network can speak and hear",
    )  # fmt: skip


def add_team(parser: argparse._ActionsContainer) -> None:
    """Declare what the team is called."""
    parser.add_argument(
        "--team", type=_team, metavar="TEAM",
        help="what the team is called: teams of different names do not hear each other, even when "
        "they have the same mission (default: the mission's name)",
    )  # fmt: skip


def _team(text: str) -> str:
    if not (text.strip() and text.isprintable() and len(text) <= LONGEST_TEAM):
        raise argparse.ArgumentTypeError(
            f"'{text[:80]}' is no name: from 1 to {LONGEST_TEAM} characters that can be printed"
        )
    return text


def no_team(args: argparse.Namespace) -> str | None:
    """Which option makes no sense for a robot without a team, in one line."""
    for word in ONLY_TEAMS:
        if getattr(args, word) not in (None, False):
            option = word.replace("_", "-")
            return f"--{option}: this robot has no teammates, so it has nothing to agree upon"
    return None


def terms_of(args: argparse.Namespace) -> Terms:
    """How the process takes part."""
    from cotree.app.buses import bus_of, usual_bus
    from cotree.app.place import Terms

    return Terms(
        bus=bus_of(args.bus or usual_bus(), lan_of(args), args.last.do),
        team=args.team,
        state=None if args.state is None else Path(args.state),
        forget=args.forget,
        first=args.first,
        stay=args.stay,
        speed=args.real_time,
        until_s=float("inf") if args.until is None else args.until,
        notice=complain,
        tell=not args.no_telling,
    )


def lan_of(args: argparse.Namespace) -> Lan | None:
    """How it takes part over a network, if it does; without keys only when that is wanted."""
    from cotree.runtime.bus import BusError
    from cotree.zenoh.bus import Lan

    if args.lan is None:
        if args.keys or args.insecure_lan:
            raise BusError("--keys and --insecure-lan are for --lan; without it no network is used")
        return None
    if args.keys and args.insecure_lan:
        raise BusError("--keys or --insecure-lan, not both")
    if not args.keys and not args.insecure_lan:
        raise BusError(
            "--lan needs --keys DIR (made by 'cotree keys'), or --insecure-lan if anybody on the "
            "network may read and send what the team says"
        )
    if args.insecure_lan:
        complain(f"WARNING: {OPEN_LAN}")
    return Lan(Path(args.keys) if args.keys else None, tuple(args.lan))


def record_of(args: argparse.Namespace, mission: Mission) -> str | None:
    """Where the record of one process goes: each has its own."""
    if args.record is not None or args.no_record:
        return args.record  # type: ignore[no-any-return]
    from cotree.app.naming import usual_record

    path = usual_record(mission, args.name, args.team)
    path.parent.mkdir(exist_ok=True)
    return str(path)
