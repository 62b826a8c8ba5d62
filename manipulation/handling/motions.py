"""How a hand gets from where it is to where it shall be: up, along the table, and in."""

from __future__ import annotations

import dataclasses

import numpy as np

from cotree.core.reasons import Reason
from cotree.manipulation.arm.arm import Arm
from cotree.manipulation.arm.checking import Checker
from cotree.manipulation.arm.obstacles import Room
from cotree.manipulation.arm.spheres import NOTHING, Held
from cotree.manipulation.arm.timing import Trajectory
from cotree.manipulation.arm.way import Patience
from cotree.manipulation.frames import Array
from cotree.manipulation.handling.posts import SAME_M, Post, on
from cotree.manipulation.handling.values import Motion

OVER_M = 0.36
"""So high a hand crosses the table."""
RISES = (1.0, 0.75, 0.5)
"""If it cannot rise to there on a line, it rises this share of the way."""
CHECKED_M = 0.1
"""While it rolls, it is looked that often whether anything is in the way."""
OFF_M = 0.12
SHORT = Patience(most_nodes=500)
CLIMBS_M = 0.01


@dataclasses.dataclass(frozen=True, eq=False)
class Aim:
    """Where the hand is to go, and which lines it must be able to go on from there."""

    hand: Array
    """(4, 4) in the world."""
    then: tuple[Array, ...] = ()
    roll_m: float = 0.0


def across(
    post: Post, q: Array, aim: Aim, room: Room, held: Held = NOTHING, after: Room | None = None
) -> Motion | Reason:
    """Up from where the hand is, rolling along, and around what is in the way to its aim.

    ``after``: what may be in the way on the line that follows.
    """
    legs = _up(post, q, room)
    legs += _aside(post, legs[-1].q[-1] if legs else q, aim.roll_m, room, held)
    here = legs[-1].q[-1] if legs else q
    if abs(here[0] - aim.roll_m) > SAME_M:
        return Reason("line_blocked", "something is in the way of the robot that rolls aside")
    there = post.at(aim.roll_m, room)
    goals = _goals(there, aim, here[1:], post.at(aim.roll_m, after or room).checker(held))
    if not len(goals):
        return Reason("out_of_reach", f"the {there.kind.name} arm cannot bring its hand there")
    found = there.around(here[1:], goals, held, SHORT)
    if isinstance(found, Reason):
        return found
    return Motion((*legs, on(aim.roll_m, found)))


def along(post: Post, q: Array, hand: Array, room: Room, *, touching: bool) -> Motion | Reason:
    """On a straight line, the robot standing."""
    found = post.at(q[0], room).straight(q[1:], hand, touching=touching)
    return found if isinstance(found, Reason) else Motion((on(q[0], found),))


def up(post: Post, q: Array, hand: Array, room: Room) -> Motion | Reason:
    """Straight up with a thing, as far as the arm can."""
    return _part(post, q, hand, room, (1.0, 0.6))


def away(post: Post, q: Array, hand: Array, room: Room) -> Motion | Reason:
    """Off a thing that was let go, as far as the arm can: back, or up along it."""
    found = _part(post, q, hand, room, (1.0, 0.75, 0.5))
    if isinstance(found, Motion):
        return found
    higher = post.at(q[0], room).hand(q[1:])
    higher[2, 3] += OFF_M
    return _part(post, q, higher, room, (1.0, 0.5))


def _part(
    post: Post, q: Array, hand: Array, room: Room, shares: tuple[float, ...]
) -> Motion | Reason:
    """The longest of these shares of a line that the arm can go, whatever the fingers touch."""
    here = post.at(q[0], room).hand(q[1:])
    found: Motion | Reason = Reason("no_line", "the hand cannot go on that line")
    for share in shares:
        part = here.copy()
        part[:3, 3] += share * (hand[:3, 3] - here[:3, 3])
        found = along(post, q, part, room, touching=True)
        if isinstance(found, Motion):
            break
    return found


def _up(post: Post, q: Array, room: Room) -> list[Trajectory]:
    """Straight up to the height at which hands cross, as far as the arm can."""
    arm = post.at(q[0], room)
    here = arm.hand(q[1:])
    missing = OVER_M - float(here[2, 3])
    if missing < CLIMBS_M:
        return []
    for share in RISES:
        above = here.copy()
        above[2, 3] += share * missing
        for touching in (False, True):
            found = arm.straight(q[1:], above, touching=touching)
            if isinstance(found, Trajectory):
                return [on(q[0], found)]
    return []


def _aside(post: Post, q: Array, roll_m: float, room: Room, held: Held) -> list[Trajectory]:
    """Roll to there, with the arm as it is or drawn back first; nothing, if neither is clear."""
    rolled = post.rolled(q, roll_m)
    if rolled is None:
        return []
    if _clear_while_rolling(post, q, roll_m, room, held):
        return [rolled]
    arm = post.at(q[0], room)
    drawn = arm.around(q[1:], post.drawn[None], held, SHORT)
    if isinstance(drawn, Reason):
        drawn = arm.timed(np.stack((q[1:], post.drawn)))
    if isinstance(drawn, Reason):
        return []
    first = on(q[0], drawn)
    if not _clear_while_rolling(post, first.q[-1], roll_m, room, held):
        return []
    rolled = post.rolled(first.q[-1], roll_m)
    return [first] if rolled is None else [first, rolled]


def _clear_while_rolling(post: Post, q: Array, to_m: float, room: Room, held: Held) -> bool:
    count = max(2, int(np.ceil(abs(to_m - q[0]) / CHECKED_M)))
    return all(
        bool(post.at(float(roll_m), room).checker(held).clear(q[1:])[0])
        for roll_m in np.linspace(q[0], to_m, count + 1)[1:]
    )


def _goals(arm: Arm, aim: Aim, near: Array, check: Checker) -> Array:
    """Positions at the aim from which the line that follows can be gone, the nearest first.

    Those from which it is clear, if there are any.
    """
    found = [q for q in arm.positions(aim.hand, near) if _lines(arm, q, aim.then) is not None]
    clear = [q for q in found if check.clear(np.array(_lines(arm, q, aim.then[:1]) or [q])).all()]
    return np.array(clear or found).reshape(-1, len(arm.chain))


def _lines(arm: Arm, q: Array, hands: tuple[Array, ...]) -> list[Array] | None:
    """All positions on straight lines from hand to hand; None: there are none."""
    found: list[Array] = []
    for hand in hands:
        line = arm.line(q, hand)
        if line is None:
            return None
        found += list(line)
        q = line[-1]
    return found
