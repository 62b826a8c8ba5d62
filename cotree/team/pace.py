"""How often one teammate speaks, so that a whole team does not say too much."""

from __future__ import annotations

from cotree.team.timing import Timing

MOST_BEATS_HZ = 40.0
"""Heartbeats of a whole team, about."""


def crowd_s(members: int) -> float:
    """Between heartbeats of one, by the size of the team alone."""
    return members / MOST_BEATS_HZ


def busy_s(timing: Timing, members: int, *, answers: bool) -> float:
    """Between heartbeats while anything runs.

    In a large team longer, but not so long that a lease is in danger: a holder must renew in time,
    and a voter must answer it.
    """
    longest_s = timing.renew_s / 2 if answers else timing.renew_s
    return max(timing.beat_s, min(crowd_s(members), longest_s))


def rest_s(timing: Timing, members: int) -> float:
    """Between heartbeats when nothing runs."""
    return max(timing.rest_s, min(crowd_s(members), timing.hold_s))


def least_hold_s(timing: Timing, members: int, tick_s: float) -> float:
    """What a lease must last to be renewed in time, on a network that loses nothing.

    The holder asks, and asks again, and a voter answers with its next heartbeat; all three wait for
    somebody's next tick, and the holder's own stop for one more.
    """
    asks_s = timing.renew_s + again_s(timing, members)
    return asks_s + busy_s(timing, members, answers=True) + 4 * tick_s + timing.stop_s


def again_s(timing: Timing, members: int) -> float:
    """After how long a renewal that nobody answered is sent again.

    In a large team not before an answer can have come with the next heartbeat of a voter.
    """
    answer_s = busy_s(timing, members, answers=True)
    return 1.2 * answer_s if answer_s > timing.beat_s else timing.resend_s
