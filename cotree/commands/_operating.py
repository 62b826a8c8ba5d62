"""``--operate`` and ``--break``: somebody may hold and disturb a run."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from cotree.app import Controls
    from cotree.core.mission import Mission
    from cotree.runtime.hatch import Hatch
    from cotree.runtime.replies import Standing


def add_operating(parser: argparse.ArgumentParser) -> None:
    """Declare them."""
    operating = parser.add_argument_group("operating")
    operating.add_argument(
        "--operate", action="store_true",
        help="let somebody pause the run, step it, stop it at nodes, disturb it, override what "
        "runs, and remove dead robots from the team: with --view at the page, otherwise by lines "
        "of standard input (help lists them); in both cases it must be armed first",
    )  # fmt: skip
    operating.add_argument(
        "--break", dest="breaks", metavar="NODE", action="append", default=[],
        help="with --operate: stop before this node begins (may be said several times)",
    )  # fmt: skip


def at_keyboard(args: argparse.Namespace) -> bool:
    """Whether lines are typed by whoever operates."""
    return bool(args.operate and not args.view)


def no_operator(args: argparse.Namespace) -> str | None:
    """Why nobody can operate it like that; None: that is fine."""
    if args.breaks and not args.operate:
        return "--break needs somebody who lets the run go on; say --operate, too"
    if at_keyboard(args) and args.as_ is not None:
        return "--as and --operate both take the lines of standard input; operate with --view"
    return None


def controls_of(
    args: argparse.Namespace,
    mission: Mission,
    hatch: Hatch[Standing] | None,
    reply: Callable[[str], None],
) -> Controls | None:
    """What the run is operated by, if it is."""
    if not args.operate:
        return None
    from cotree import app
    from cotree.commands._keyboard import Keyboard
    from cotree.runtime.operating.typed import TypedOperator

    breaks = app.check_breaks(mission, args.breaks)
    if hatch is not None:
        return app.Controls(hatch, breaks)
    return app.Controls(TypedOperator(Keyboard(), app.paths_of(mission), reply), breaks)
