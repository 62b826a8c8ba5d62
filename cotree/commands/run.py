"""``cotree run``: run a mission with simulated robots and show it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cotree.commands._showing import Show
    from cotree.core.mission import Mission

SPEED = 10.0
"""How many times faster than real time a person is shown a run, if nothing else is said."""
BAD_INPUT = 2
SLOWEST_HZ, FASTEST_HZ = 0.1, 1000
"""As in a mission's policy."""
SECONDS = {"": 1.0, "s": 1.0, "min": 60.0, "h": 3600.0}
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
        "time; elsewhere each change is a line of text. "
        "Exit code: 0 success; 1 failed, stuck or out of time; 2 bad input, or an output that "
        "could not be written; 130 halted by Ctrl-C.",
        epilog=WORDS,
    )
    parser.add_argument("mission", metavar="MISSION", help="the mission's YAML file")
    change = parser.add_argument_group("instead of what the mission says")
    change.add_argument("--seed", type=whole, help="of everything that is random")
    change.add_argument(
        "--rate", type=rate, metavar="HZ", help=f"ticks per second, {SLOWEST_HZ:g} to {FASTEST_HZ}"
    )
    change.add_argument("--selector", choices=("greedy", "exact"), help="how sets are granted")
    change.add_argument(
        "--schedule", choices=("none", "rollout", "exact", "cp_sat", "auto"), help="look-ahead"
    )
    people = parser.add_argument_group("people")
    people.add_argument(
        "--as", dest="as_", metavar="NAME",
        help="speak and act for this person of the team: each line of standard input is what she "
        "does or says (take OBJECT, done, leave; yes or no when a robot asks; help), in real time "
        "or as --speed says; at the end of input she takes no part any more",
    )  # fmt: skip
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


def add_output(parser: argparse.ArgumentParser) -> None:
    """Declare where the run goes to."""
    output = parser.add_argument_group("output")
    record = output.add_mutually_exclusive_group()
    record.add_argument(
        "--record", metavar="FILE", help="where the record goes (default: out/<mission>.mcap)"
    )
    record.add_argument("--no-record", action="store_true", help="keep no record")
    shown = output.add_mutually_exclusive_group()
    shown.add_argument("--quiet", action="store_true", help="only the summary")
    shown.add_argument("--json", action="store_true", help="only the summary, as JSON")


def positive(text: str) -> float:
    """A number above 0, for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return value


def rate(text: str) -> float:
    """Ticks per second within the limits of a policy, for argparse."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not SLOWEST_HZ <= value <= FASTEST_HZ:
        what = f"'{text}' is not a rate from {SLOWEST_HZ:g} to {FASTEST_HZ} (ticks per second)"
        raise argparse.ArgumentTypeError(what)
    return value


def duration(text: str) -> float:
    """A time such as 90, 90s, 30min or 2h in seconds, for argparse."""
    number = text.rstrip("abcdefghijklmnopqrstuvwxyz")
    unit = SECONDS.get(text[len(number) :])
    try:
        value = float(number) * (unit or 0.0)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a duration such as 90s, 30min or 2h")
    return value


def whole(text: str) -> int:
    """A number that can be a seed, for argparse."""
    if not text.isdecimal() or int(text) >= 2**63:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 up")
    return int(text)


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
    )
    check_robots(mission)
    check_planner(mission.policy)
    if args.as_ is not None and (why := _no_voice(args, mission)) is not None:
        complain(why)
        return BAD_INPUT
    with Show.make(args, mission, typist=args.as_ or "") as show:
        if app.is_team(mission):
            _team(args, mission, show)
        else:
            _alone(args, mission, show)
    show.summary()
    return show.ran()


def _alone(args: argparse.Namespace, mission: Mission, show: Show) -> None:
    from cotree import app

    if args.real_time is not None:
        app.run_real(
            mission,
            show.write,
            watch=show.now,
            speed=args.real_time,
            slow=show.slow,
            beat=show.beat,
            until_s=float("inf") if args.until is None else args.until,
            halting=show.halting,
        )
    else:
        app.run_virtual(
            mission,
            show.write,
            watch=show.now,
            speed=_speed(args, show),
            until_s=args.until,
            halting=show.halting,
        )


def _team(args: argparse.Namespace, mission: Mission, show: Show) -> None:
    from cotree import app
    from cotree.commands._keyboard import Keyboard

    speaks = args.as_ is not None
    app.run_team(
        mission,
        show.write,
        watch=show.now,
        speed=args.real_time or (args.speed or 1.0 if speaks else _speed(args, show)),
        real=speaks or args.real_time is not None,
        until_s=args.until,
        halting=show.halting,
        voice=app.Voice(args.as_, Keyboard(), show.reply) if speaks else None,
    )


def _no_voice(args: argparse.Namespace, mission: Mission) -> str | None:
    """Why nobody can speak for a person in this run."""
    from cotree import app

    why = app.no_person(mission, args.as_)
    if why is not None:
        return f"{mission.file}: --as {args.as_}: {why}"
    if args.fast:
        return "--as needs time for whoever types: leave out --fast, or say --speed 10"
    return None


def _speed(args: argparse.Namespace, show: Show) -> float | None:
    """How many times faster than real time virtual time is shown; None: as fast as possible."""
    if args.speed is not None:
        return float(args.speed)
    return SPEED if show.live and not args.fast else None
