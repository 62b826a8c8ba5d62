"""The adaptive robot against simpler ones: mixed people, uncertain durations, the same luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from cotree.simulation.people.contest import Contest, contest
from cotree.simulation.people.kitting import PATTERNS, Scene, kitting, simulated
from cotree.simulation.people.persons import Delegator, Drifter, PaperPerson
from cotree.simulation.people.planners import adaptive, as_printed, dispatcher, early
from cotree.simulation.people.policy import Policy
from cotree.simulation.people.printed import ERRS, FOLLOWS
from cotree.simulation.people.reliability import Curve, curve, errors, follows
from cotree.simulation.people.session import play
from cotree.simulation.people.view import Person

NOISE = 0.3
"""The coefficient of variation of every duration."""
PART = 52
"""Sessions of a leg: everybody once in each scene."""
ROBOTS: dict[str, Callable[[], Policy]] = {
    "adaptive": adaptive,
    "printed": as_printed,
    "dispatcher": dispatcher,
    "early dispatcher": early,
}
"""Ours first."""


class Rivalry(Contest, frozen=True):
    """Ours and all rivals, and what ours believed."""

    reliability: tuple[Curve, ...]
    """Of its forecasts."""


def people() -> tuple[Person, ...]:
    """The paper's nine kinds, two who change, and two who delegate but follow."""
    kinds = [PaperPerson(follow, err) for follow in FOLLOWS for err in ERRS]
    others = Drifter(), Drifter(lasts=0), Delegator(), Delegator(0.3, 0.8, 0.3)
    return (*kinds, *others)


def scenes() -> tuple[Scene, ...]:
    """The simulation's, and the three patterns of the user study."""
    return (simulated(), *(kitting(pattern) for pattern in PATTERNS))


def meetings(n: int) -> Iterator[tuple[Scene, Person]]:
    """Scenes and people in turn; all pairs come before one comes again."""
    where, who = scenes(), people()
    for i in range(n):
        yield where[i % len(where)], who[(i // len(where)) % len(who)]


class Leg(msgspec.Struct, frozen=True):
    """Some of the sessions of one robot."""

    name: str
    first: int
    n: int
    seed: int


class Played(msgspec.Struct, frozen=True):
    """What came out of a leg, session by session."""

    leg: Leg
    times_s: tuple[float, ...]
    wrong: tuple[int, ...]
    errors: tuple[tuple[float, bool], ...]
    """Forecasts, and what happened."""
    follows: tuple[tuple[float, bool], ...]
    unfinished: int


def legs(n: int, seed: int) -> list[Leg]:
    """All sessions of all robots, in parts that can be played at once."""
    parts = [(first, min(PART, n - first)) for first in range(0, n, PART)]
    return [Leg(name, first, some, seed) for name in ROBOTS for first, some in parts]


def run(leg: Leg) -> Played:
    """Play a leg."""
    policy = ROBOTS[leg.name]()
    wanted = list(meetings(leg.first + leg.n))[leg.first :]
    results = [
        play(scene, person, policy, leg.seed + leg.first + i, NOISE)
        for i, (scene, person) in enumerate(wanted)
    ]
    story = [moment for result in results for moment in result.story]
    return Played(
        leg,
        tuple(result.time_s for result in results),
        tuple(result.wrong for result in results),
        tuple(errors(story)),
        tuple(follows(story)),
        sum(not result.over for result in results),
    )


def rivalry(played: Sequence[Played]) -> Rivalry:
    """Ours, which is the first, against each of the others."""
    names = list(dict.fromkeys(each.leg.name for each in played))
    times = {name: [t for p in played if p.leg.name == name for t in p.times_s] for name in names}
    wrong = {name: [w for p in played if p.leg.name == name for w in p.wrong] for name in names}
    mine = [each for each in played if each.leg.name == names[0]]
    found = contest(times, wrong, sum(each.unfinished for each in played))
    return Rivalry(
        **msgspec.structs.asdict(found),
        reliability=(
            curve("errors", [one for each in mine for one in each.errors]),
            curve("following", [one for each in mine for one in each.follows]),
        ),
    )
