"""``--groot2``: a run for Groot2 and other monitors that speak its protocol."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cotree.commands._numbers import port
from cotree.commands._output import complain

if TYPE_CHECKING:
    from cotree.core.mission import Mission
    from cotree.viewer.groot2.server import Publisher

USUAL = 1667
"""Where Groot2 looks first."""


def add_groot2(parser: argparse._ActionsContainer) -> None:
    """Declare it."""
    parser.add_argument(
        "--groot2", type=port, nargs="?", const=USUAL, metavar="PORT",
        help="let Groot2 attach from this machine, to read only: the first robot at this port "
        f"(default: {USUAL}; 0: a free one), each other one two further",
    )  # fmt: skip


def monitors_of(args: argparse.Namespace, mission: Mission) -> Publisher | None:
    """Whoever serves monitors, if that is asked for: all robots of a run, or one of a process."""
    at = getattr(args, "groot2", None)  # people and witnesses have no tree to show
    if at is None:
        return None
    robots = [name for name, mate in mission.team.items() if mate.robot is not None]
    own = getattr(args, "name", None)
    publisher = _server()([own] if own in robots else robots, at, complain=complain)
    for robot, found in publisher.ports.items():
        complain(f"groot2: {robot} at tcp://127.0.0.1:{found}")
    return publisher


def _server() -> type[Publisher]:
    from cotree.viewer.groot2.no_monitor import NoMonitor

    try:
        from cotree.viewer.groot2.server import Publisher
    except ImportError as error:
        what = f"Groot2 needs one package more: pip install 'cotree[groot2]' ({error})"
        raise NoMonitor(what) from None
    return Publisher
