"""What a disturbance is called: the facts by which it is seen, the codes with which actions end.

Whoever sees something of a robot (a body, a driver, a person) tells it as a ``FactSeen`` of one of
these names; the checkers look for nothing else.  A fact that nobody tells disturbs nobody.

| fact | meaning | told by |
|---|---|---|
| ``a1/upright`` | false: it has fallen | its balance controller |
| ``a1/healthy`` | false: something of it is broken | its diagnostics |
| ``a1/state`` | its operating state: ``standby``, ``loaded`` | whoever sees it |
| ``blocked/c3-p3`` | true: nobody gets from c3 to p3 | a map, a robot that stood there |
| ``dr/blocked/c3-p3`` | true: dr does not get from c3 to p3 | the same |
| ``cost/c3-p3`` | a number: there is a way from c3 to p3 (now), which costs that | a map |
| ``closed/c6`` | true: nobody gets into c6 any more; who is inside may leave | the same |
| ``areas/c5`` | the areas in which c5 lies from now on: ``ward, quiet`` | the same |

``cost`` and ``closed`` can be about one robot, too: ``dr/closed/c6``.  A way is blocked in the
direction that is written, so that who was stopped on it can turn back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

FALLEN = "fallen"
"""The code with which motions end when their robot falls."""
BROKEN = "broken"
"""The code with which motions end when something of their robot is broken."""
BLOCKED = "blocked"
"""The code with which a drive ends that gets no further; ``data`` names the ``way``: c3-p3."""
CODES = frozenset((FALLEN, BROKEN, BLOCKED))
"""What ends a motion from outside: no attempt of the leaf went wrong."""


def upright(robot: str) -> str:
    """The fact whether a robot stands."""
    return f"{robot}/upright"


def healthy(robot: str) -> str:
    """The fact whether nothing of a robot is broken."""
    return f"{robot}/healthy"


def state_of(robot: str) -> str:
    """The fact in which operating state a robot is."""
    return f"{robot}/state"


def way(a: str, b: str) -> str:
    """What the way from one place to another is called."""
    return f"{a}-{b}"


def blocked(a: str, b: str, robot: str = "") -> str:
    """The fact whether a way is blocked, for everybody or for one robot."""
    return blocked_way(way(a, b), robot)


def blocked_way(name: str, robot: str = "") -> str:
    """The same for a way by its name."""
    return f"{robot}/{BLOCKED}/{name}" if robot else f"{BLOCKED}/{name}"


def way_named(fact: str, robot: str | None = None) -> str:
    """The way whose blockade a fact tells, as far as it concerns this robot (None: any robot)."""
    who, _, name = fact.rpartition(f"{BLOCKED}/")
    if not name or not fact.endswith(f"{BLOCKED}/{name}"):
        return ""
    if who == "" or (who.endswith("/") and robot in (None, who[:-1])):
        return name
    return ""


COST = "cost"
CLOSED = "closed"
AREAS = "areas"


def cost_of(a: str, b: str, robot: str = "") -> str:
    """The fact what the way from one place to another costs, for everybody or for one robot."""
    return _for(robot, f"{COST}/{way(a, b)}")


def closed(place: str, robot: str = "") -> str:
    """The fact whether nobody, or one robot, gets into a place any more."""
    return _for(robot, f"{CLOSED}/{place}")


def areas_of(place: str) -> str:
    """The fact in which areas a place lies."""
    return f"{AREAS}/{place}"


def _for(robot: str, fact: str) -> str:
    return f"{robot}/{fact}" if robot else fact


def around(fact: str) -> tuple[str, str, str] | None:
    """Of a fact that tells how the world around is: its kind, for whom (empty: all), about what.

    Kinds are ``blocked``, ``cost``, ``closed`` and ``areas``; other facts tell of no way or place.
    """
    head, _, rest = fact.partition("/")
    if head in _AROUND:
        return (head, "", rest) if rest else None
    kind, _, what = rest.partition("/")
    return (kind, head, what) if kind in _AROUND and what and kind != AREAS else None


_AROUND = frozenset((BLOCKED, COST, CLOSED, AREAS))


def ends_of(name: str, places: Iterable[str]) -> tuple[str, str] | None:
    """Both ends of a way by its name; the names of places may have a hyphen, too."""
    known = frozenset(places)
    for cut, letter in enumerate(name):
        if letter == "-" and name[:cut] in known and name[cut + 1 :] in known:
            return name[:cut], name[cut + 1 :]
    return None


class Misfortune(msgspec.Struct, frozen=True):
    """What befalls a robot, or a way, in simulation at a certain time."""

    at_s: float
    what: Literal[
        "falls", "breaks", "mends", "crashes", "restarts", "loses", "becomes",
        "blocks", "clears", "opens", "closes", "relabels",
    ]  # fmt: skip
    robot: str = ""
    """Whom; of a way, for whom only (empty: for everybody)."""
    object: str = ""
    """What is lost."""
    state: str = ""
    """The operating state in which it suddenly is."""
    way: tuple[str, str] = ("", "")
    """From which place to which; of ``opens`` empty where a place is opened."""
    place: str = ""
    """Which place is closed, opened, or lies in other areas."""
    cost: float = 0.0
    """Of a way that opens; 0: its length in metres."""
    areas: tuple[str, ...] = ()
    """In which a place lies from then on."""
