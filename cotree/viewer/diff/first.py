"""The first line of two records that is not the same in both."""

from __future__ import annotations

import msgspec

from cotree.runtime.messages import Acted, Born, End, Heard, Told
from cotree.viewer.diff.found import First, Pair
from cotree.viewer.diff.side import Line, Side
from cotree.viewer.differences import differences
from cotree.viewer.words import plain

MOST_PLACES, LONGEST = 12, 120
NOTHING = "nothing more"


def first_of(one: Side, mine: Line | None, other: Side, its: Line | None) -> First | None:
    """What differs in a line of each, if anything does; None as a line: there are no more."""
    if mine is not None and its is not None and (mine.topic, mine.data) == (its.topic, its.data):
        return None
    side, line = (one, mine) if mine is not None else (other, its)
    assert line is not None
    robot, n = _whose(line)
    return First(_what(line), round(side.t, 6), robot, n, _places(mine, its))


def shown(text: str) -> str:
    """A text in one line that is not too long."""
    line = plain(text)
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


def _places(mine: Line | None, its: Line | None) -> tuple[Pair, ...]:
    if mine is None or its is None or _kind(mine) != _kind(its):
        texts = (NOTHING if each is None else _what(each) for each in (mine, its))
        return (Pair("it tells", *texts),)
    found = differences(mine.data.decode(), its.data.decode())
    places = [Pair(where, shown(a), shown(b)) for where, a, b in found[:MOST_PLACES]]
    if len(found) > MOST_PLACES:
        places.append(Pair("and", f"{len(found) - MOST_PLACES} more", "…"))
    return tuple(places)


def _kind(line: Line) -> tuple[object, ...]:
    """Lines of one kind can be compared place by place."""
    return line.topic, type(line.message), *_whose(line)


def _what(line: Line) -> str:
    match line.message:
        case Heard(robot=robot, n=n):
            return f"what tick {n}{_of(robot)} heard"
        case Told(robot=robot, n=n):
            return f"what tick {n}{_of(robot)} changed and ordered"
        case Born(robot=robot, life=life):
            return f"process {life} of {robot} begins"
        case Acted(by=by):
            return f"what {by} did to the run"
        case End():
            return "how it ended"
        case None:
            return f"what {_whose(line)[0]} said to its peers"
    return f"the {line.topic}"


def _of(robot: str) -> str:
    return f" of {robot}" if robot else ""


def _whose(line: Line) -> tuple[str, int]:
    """A robot, and the number of its tick."""
    match line.message:
        case Heard(robot=robot, n=n) | Told(robot=robot, n=n):
            return robot, n
        case Born(robot=robot) | Acted(by=robot):
            return robot, -1
        case None:
            said = msgspec.json.decode(line.data, type=dict[str, object])
            return str(said.get("sender", "somebody")), -1
    return "", -1
