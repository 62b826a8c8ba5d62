"""``cotree plan``: who would do which errand of a mission, on which way, at what cost."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cotree.app.planned import Planned, Way
    from cotree.core.errands import Course


def add(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "plan",
        help="who would do what of a mission of one sentence, and on which way",
        description="Share out the errands of a mission that is written as one sentence ('ltl'), "
        "and show each robot's way with its cost, without running anything. Exit code: 0 there is "
        "a plan, 1 there is none, 2 bad input.",
    )
    parser.add_argument(
        "mission", metavar="MISSION", help="its YAML file, or its name if it came with cotree"
    )
    parser.add_argument("--json", action="store_true", help="the plan as JSON")


def run(args: argparse.Namespace) -> int:
    """Plan, and print."""
    from cotree import app
    from cotree.app.planned import planned
    from cotree.commands._output import complain

    mission = app.read_mission(args.mission)
    if mission.sentence is None:
        complain(
            f"{args.mission}: nothing is planned as a whole here: the mission has no 'ltl' and no "
            f"errands; 'cotree run' shares a task out as it goes"
        )
        return 2
    found = planned(mission)
    if args.json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        for line in lines(found):
            print(line)
    return 1 if found.why_not else 0


def lines(found: Planned) -> Iterator[str]:
    """The plan as people read it."""
    if found.why_not:
        yield f"no plan: {found.why_not}"
    width = max((len(way.robot) for way in found.ways), default=0)
    for way in found.ways:
        yield from _way(way, width)
    if found.ways:
        most = max(way.cost for way in found.ways)
        yield f"all together {found.total:g}, at most {most:g}; least {found.objective}"
    for rule in found.rules:
        yield f"rule: {rule}"


def _way(way: Way, width: int) -> Iterator[str]:
    if not way.courses:
        yield f"{way.robot:<{width}}  no errand"
        return
    names = ", then ".join(course.errand.rpartition("/")[2] for course in way.courses)
    yield f"{way.robot:<{width}}  {names}: {way.cost:g}"
    for course in way.courses:
        if course.legs:
            yield f"{'':<{width}}    {said(course)}"


def said(course: Course) -> str:
    """``c5 > c4 > c3, drop``: places as they come, and what is done in them."""
    from cotree.core.errands import AWAIT

    text = course.legs[0].source[0]
    for leg in course.legs:
        if leg.action == AWAIT:
            continue
        if leg.after is not None:
            text += f" (after {leg.after[0]}'s step {leg.after[1] - 1})"
        if leg.action == "move":
            text += f" > {leg.target[0]}"
        elif leg.action != "stay":
            text += f", {leg.action}"
    return text
