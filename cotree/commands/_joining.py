"""What the processes of a team have in common: how they find each other, and what they remember."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from cotree.commands._output import complain
from cotree.commands.run import duration

if TYPE_CHECKING:
    from cotree.app.process import Terms
    from cotree.core.mission import Mission
    from cotree.zenoh.bus import Lan

ONLY_TEAMS = ("bus", "lan", "keys", "insecure_lan", "state", "forget", "first", "stay")
OPEN_LAN = "anybody on this network can read and send what this team says: there are no keys"


def add_joining(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    team = parser.add_argument_group("team")
    team.add_argument(
        "--bus", metavar="BUS",
        help="zenoh, or udp for processes of one machine; udp:PORT is another team's (default: "
        "zenoh where it is installed, else udp)",
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
    team.add_argument(
        "--state", metavar="DIR",
        help="where it keeps what it has promised (default: out/state/<mission>/<name>)",
    )  # fmt: skip
    team.add_argument("--forget", action="store_true", help="start without what is kept there")
    team.add_argument(
        "--first", action="store_true",
        help="this mission has never run: begin without waiting for everybody",
    )  # fmt: skip
    team.add_argument(
        "--stay", action="store_true", help="go on when the task is done, for those who come late"
    )
    team.add_argument(
        "--until", type=duration, metavar="T", help="the longest that it may take, such as 30min"
    )


def no_team(args: argparse.Namespace) -> str | None:
    """Which option makes no sense for a robot without a team, in one line."""
    for word in ONLY_TEAMS:
        if getattr(args, word) not in (None, False):
            option = word.replace("_", "-")
            return f"--{option}: this robot has no teammates, so it has nothing to agree upon"
    return None


def terms_of(args: argparse.Namespace) -> Terms:
    """How the process takes part."""
    from cotree.app.process import Terms, bus_of, usual_bus

    return Terms(
        bus=bus_of(args.bus or usual_bus(), _lan(args)),
        state=None if args.state is None else Path(args.state),
        forget=args.forget,
        first=args.first,
        stay=args.stay,
        speed=args.real_time,
        until_s=float("inf") if args.until is None else args.until,
        notice=complain,
    )


def _lan(args: argparse.Namespace) -> Lan | None:
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
    path = Path("out", f"{Path(mission.file).stem or 'mission'}.{args.name}.mcap")
    path.parent.mkdir(exist_ok=True)
    return str(path)
