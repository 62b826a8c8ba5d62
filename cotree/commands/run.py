"""``cotree run``: run a mission with simulated robots and show it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from cotree.commands._groot2 import add_groot2
from cotree.commands._numbers import FASTEST_HZ, SLOWEST_HZ, duration, positive, rate, whole
from cotree.commands._operating import add_operating, at_keyboard, controls_of, no_operator
from cotree.commands._page import add_page, asked, no_page, offered, paged, pictured
from cotree.commands._people import add_people, no_voice, speaks, voices_of

if TYPE_CHECKING:
    from cotree.commands._page import Shown
    from cotree.commands._showing import Show
    from cotree.core.mission import Mission

SPEED = 10.0
"""How many times faster than real time a person is shown a run, if nothing else is said."""
BAD_INPUT = 2
WORDS = (
    "The live view's table of resources: 'owner' is the branch of the task that a resource is "
    "reserved for (green: in use now, yellow: kept for later); 'for' is what it is used for, or "
    "how (exclusive or shared); 'holds' is the object in a gripper."
)


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "run",
        help="run a mission in simulation",
        description="Run a mission with a simulated robot, or with a whole team of them and of "
        f"people in one process. In a terminal it is shown live, {SPEED:g} times faster than real "
        "time; elsewhere, or with --plain, each change is a line of text. "
        "Exit code: 0 success; 1 failed, stuck or out of time; 2 bad input, or an output that "
        "could not be written; 130 halted by Ctrl-C.",
        epilog=WORDS,
    )
    parser.add_argument(
        "mission", metavar="MISSION", help="its YAML file, or its name if it came with cotree"
    )
    change = parser.add_argument_group("instead of what the mission says")
    change.add_argument("--seed", type=whole, help="of everything that is random")
    change.add_argument(
        "--rate", type=rate, metavar="HZ", help=f"ticks per second, {SLOWEST_HZ:g} to {FASTEST_HZ}"
    )
    change.add_argument("--selector", choices=("greedy", "exact"), help="how sets are granted")
    change.add_argument(
        "--schedule", metavar="PLANNER",
        help="look-ahead: none, rollout, exact, cp_sat, auto, or a planner of a package",
    )  # fmt: skip
    change.add_argument(
        "--physics", action="store_true", help="forces decide what comes of an action"
    )
    add_people(parser)
    add_operating(parser)
    group = parser.add_argument_group("time")
    group.add_argument(
        "--until", type=duration, metavar="T",
        help="the longest that the mission may take, such as 90s, 30min or 2h (default in virtual "
        "time: 24h, or 1h in which leaves run but nothing happens)",
    )  # fmt: skip
    time = group.add_mutually_exclusive_group()
    time.add_argument("--speed", type=positive, help="virtual time, shown so many times faster")
    time.add_argument("--fast", action="store_true", help="virtual time, as fast as possible")
    time.add_argument(
        "--real-time",
        type=positive,
        nargs="?",
        const=1.0,
        metavar="X",
        help="real time, or X times as fast: ticks on a clock, and late when the machine is; a "
        "team is simulated as in virtual time, and paced by the clock",
    )
    add_output(parser)
    add_page(parser)
    add_groot2(parser.add_argument_group("monitors"))


def add_output(parser: argparse.ArgumentParser) -> None:
    """Declare where the run goes to."""
    output = parser.add_argument_group("output")
    record = output.add_mutually_exclusive_group()
    record.add_argument(
        "--record", metavar="FILE", help="where the record goes (default: out/<mission>.mcap)"
    )
    record.add_argument("--no-record", action="store_true", help="keep no record")
    shown = output.add_mutually_exclusive_group()
    shown.add_argument(
        "--plain", action="store_true", help="no picture that moves: a line for each change"
    )
    shown.add_argument("--quiet", action="store_true", help="only the summary")
    shown.add_argument("--json", action="store_true", help="only the summary, as JSON")


def run(args: argparse.Namespace) -> int:
    """Run, show, record, and say how it went."""
    from cotree import app
    from cotree.commands._output import complain
    from cotree.commands._showing import Show
    from cotree.runtime.alone import check_robots
    from cotree.runtime.planner import check_planner

    mission = app.read_mission(
        args.mission,
        seed=args.seed,
        rate_hz=args.rate,
        selector=args.selector,
        schedule=args.schedule,
        physics=args.physics,
    )
    check_robots(mission)
    check_planner(mission.policy)
    if (why := no_voice(args, mission) or no_operator(args) or no_page(args)) is not None:
        complain(why)
        return BAD_INPUT
    app.check_breaks(mission, args.breaks)
    offer = offered(args.at_page, operate=args.operate)
    typist = args.as_ or ("operator" if at_keyboard(args) else "")
    pictures = pictured(args, mission)
    with paged(args, offer=offer, asking=asked(args), pictures=pictures) as page:
        with Show.make(args, mission, typist=typist) as show:
            page.keeps(show.record)
            go = _team if app.is_team(mission) else _alone
            go(args, mission, show, page)
        show.summary()
        page.stay()
    return show.ran()


def _alone(args: argparse.Namespace, mission: Mission, show: Show, page: Shown) -> None:
    from cotree import app

    if args.real_time is not None:
        app.run_real(
            mission,
            page.both(show.write),
            watch=page.beside(show.now),
            speed=args.real_time,
            slow=show.slow,
            beat=page.timed(next(iter(mission.team)), show.beat),
            until_s=float("inf") if args.until is None else args.until,
            halting=show.halting,
            controls=controls_of(args, mission, page.operator, show.reply),
            report=show.reply,
        )
    else:
        app.run_virtual(
            mission,
            page.both(show.write),
            watch=page.beside(show.now),
            speed=_speed(args, show),
            until_s=args.until,
            halting=show.halting,
            controls=controls_of(args, mission, page.operator, show.reply),
            report=show.reply,
        )


def _team(args: argparse.Namespace, mission: Mission, show: Show, page: Shown) -> None:
    from cotree import app

    spoken, write = speaks(args), page.both(show.write)
    app.run_team(
        mission,
        write,
        watch=page.beside(show.now),
        speed=args.real_time or (args.speed or 1.0 if spoken else _speed(args, show)),
        real=spoken or args.real_time is not None,
        until_s=args.until,
        halting=show.halting,
        voices=voices_of(args, page.people, show.reply, write),
        controls=controls_of(args, mission, page.operator, show.reply),
        gauges=page.measure,
        pictures=page.pictures,
        report=show.reply,
    )


def _speed(args: argparse.Namespace, show: Show) -> float | None:
    """How many times faster than real time virtual time is shown; None: as fast as possible."""
    if args.speed is not None:
        return float(args.speed)
    return SPEED if (show.live or args.view or args.operate) and not args.fast else None
