"""Pick and place as a function from what was and what happened to what is and what to do."""

from __future__ import annotations

import math

from msgspec.structs import replace

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.manipulation.pick.feel import Held, felt
from cotree.manipulation.pick.values import (
    Arrived,
    Blocked,
    Close,
    Closed,
    Command,
    Event,
    Felt,
    Finish,
    Go,
    Hold,
    Limits,
    LookAgain,
    Open,
    Opened,
    Resume,
    Saw,
    Spot,
    State,
    Step,
    StopAsked,
)

USUAL = Limits()
Answer = tuple[State, tuple[Command, ...]]
STRAIGHT = frozenset({Spot.AT, Spot.LIFTED, Spot.DOWN, Spot.AWAY, Spot.RETURNED, Spot.LEFT})
"""Where the hand goes on a line, because it, or what it holds, touches something there."""
AFTER: dict[Spot, tuple[Step, Spot | None]] = {
    Spot.BEFORE: (Step.APPROACH, Spot.AT),
    Spot.AT: (Step.GRASP, None),
    Spot.LIFTED: (Step.CARRY, Spot.ABOVE),
    Spot.ABOVE: (Step.PLACE, Spot.DOWN),
    Spot.DOWN: (Step.PLACE, None),
    Spot.BACK: (Step.BACK_OUT, Spot.RETURNED),
    Spot.RETURNED: (Step.BACK_OUT, None),
}
"""The step and the spot that follow an arrival; without a spot the fingers move."""


def begin(grasps: int, limits: Limits = USUAL) -> Answer:
    """The first thing to do with an object that has so many grasps."""
    state = State(Step.APPROACH, grasps, limits)
    if grasps < 1:
        return _over(state, Reason("no_grasp", "the object has no grasp to try"))
    return replace(state, opening=True), (Open(),)


def step(state: State, event: Event) -> Answer:
    """What follows from an event; one that makes no sense now changes nothing."""
    if state.step is Step.OVER:
        return state, ()
    after, commands = _step(state, event)
    if after.paused:
        commands = tuple(each for each in commands if not isinstance(each, Go | LookAgain))
    return after, commands


def _step(state: State, event: Event) -> Answer:
    match event:
        case StopAsked(how=how):
            return _stopped(state, how)
        case Resume():
            return _resumed(state)
        case Arrived() if state.bound is not None and not state.paused:
            return _arrived(state, state.bound)
        case Blocked(reason=reason) if state.bound is not None and not state.paused:
            return _blocked(state, reason)
        case Opened() if state.opening:
            return _opened(replace(state, opening=False))
        case Closed(width_m=width) if state.step is Step.GRASP and state.bound is None:
            return _closed(state, width)
        case Felt(width_m=width) if state.held_m is not None:
            return _felt(state, width)
        case Saw():
            return _saw(state, event)
    return state, ()


def _go(state: State, step_: Step, spot: Spot) -> Answer:
    state = replace(state, step=step_, bound=spot)
    return state, (Go(spot, state.grasp, spot in STRAIGHT),)


def _over(state: State, reason: Reason | None, *before: Command) -> Answer:
    holding = state.held_m is not None
    state = replace(state, step=Step.OVER, bound=None, why=reason, opening=False)
    return state, (*before, Finish(reason, holding))


def _arrived(state: State, at: Spot) -> Answer:
    """The next spot, or the fingers."""
    if at is Spot.AWAY or at is Spot.LEFT:
        return _over(state, state.why)
    state = replace(state, blocked=0)
    next_step, spot = AFTER[at]
    if spot is not None:
        return _go(state, next_step, spot)
    if at is Spot.AT:
        return replace(state, step=Step.GRASP, bound=None), (Close(),)
    return replace(state, bound=None, held_m=None, opening=True), (Open(),)


def _opened(state: State) -> Answer:
    """Open fingers go to the object, or away from what was put down."""
    match state.step:
        case Step.PLACE:
            return _go(state, Step.PLACE, Spot.AWAY)
        case Step.BACK_OUT:
            return _go(state, Step.BACK_OUT, Spot.LEFT)
        case Step.LOOK:
            return state, (LookAgain(),)
        case _:
            return _go(state, Step.APPROACH, Spot.BEFORE)


def _closed(state: State, width_m: float) -> Answer:
    """Lift a little, if there is something between the fingers."""
    if felt(width_m, None, state.limits) is Held.NOTHING:
        return _failed(state, Reason("nothing_held", "the fingers closed on nothing"))
    return _go(replace(state, held_m=width_m), Step.CHECK, Spot.LIFTED)


def _felt(state: State, width_m: float) -> Answer:
    """Whether it is still there."""
    if state.opening or felt(width_m, state.held_m, state.limits) is Held.FIRMLY:
        return state, ()
    return _failed(state, Reason("slipped", f"the object slipped at {state.step.value}"))


def _saw(state: State, seen: Saw) -> Answer:
    """Eyes notice what fingers do not: a drop; and they count grasps anew."""
    if state.step is Step.LOOK and seen.grasps is not None:
        if seen.grasps < 1:
            return _over(state, state.why or Reason("no_grasp", "the object has no grasp to try"))
        return _go(
            replace(state, grasps=seen.grasps, grasp=0, why=None), Step.APPROACH, Spot.BEFORE
        )
    away = seen.away_m
    lost = away is not None and math.isfinite(away) and away > state.limits.leaves_m
    if state.held_m is None or state.opening or not lost:
        return state, ()
    return _failed(state, Reason("dropped", f"the object is {away:.2f} m from the hand"))


def _failed(state: State, reason: Reason) -> Answer:
    """This grasp was none: look again and try again, or give up."""
    state = replace(state, failed=state.failed + 1, held_m=None, bound=None, why=reason)
    if state.step is Step.BACK_OUT or state.failed >= state.limits.tries:
        return _over(state, reason, Hold())
    return replace(state, step=Step.LOOK, opening=True, why=reason), (Hold(), Open())


def _blocked(state: State, reason: Reason) -> Answer:
    """Another grasp while there are any; with something in hand, the same once more."""
    if state.step is Step.APPROACH:
        if state.grasp + 1 < state.grasps:
            return _go(replace(state, grasp=state.grasp + 1), Step.APPROACH, Spot.BEFORE)
        return _over(state, reason, Hold())
    if state.bound is not None and state.blocked < state.limits.ways:
        return _go(replace(state, blocked=state.blocked + 1), state.step, state.bound)
    if state.step in (Step.CARRY, Step.CHECK):
        return _go(replace(state, why=reason, blocked=0), Step.BACK_OUT, Spot.BACK)
    return _over(state, reason, Hold())


def _stopped(state: State, how: Stop) -> Answer:
    """Pause; put down and end; or end now."""
    match how:
        case Stop.INTERRUPT:
            return (state, ()) if state.paused else (replace(state, paused=True), (Hold(),))
        case Stop.KILL:
            return _over(state, Reason("killed", "stopped at once"), Hold())
    reason = Reason("cancelled", "put down and stopped")
    state = replace(state, why=reason, paused=False)
    if state.held_m is not None:
        if state.step is Step.BACK_OUT:
            return state, ()
        return _go(replace(state, blocked=0), Step.BACK_OUT, Spot.BACK)
    if state.step is Step.GRASP:
        return replace(state, step=Step.BACK_OUT, opening=True), (Hold(), Open())
    if state.opening and state.step in (Step.PLACE, Step.BACK_OUT):
        return replace(state, step=Step.BACK_OUT), ()
    return _over(state, reason, Hold())


def _resumed(state: State) -> Answer:
    """What was on the way goes on."""
    if not state.paused:
        return state, ()
    state = replace(state, paused=False)
    if state.bound is not None:
        return _go(state, state.step, state.bound)
    return state, (LookAgain(),) if state.step is Step.LOOK and not state.opening else ()
