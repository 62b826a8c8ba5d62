"""Pick and place: the five steps, and everything that can go wrong in each of them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.manipulation.grasps import Grasp
from cotree.manipulation.pick.feel import Feel, Held, felt
from cotree.manipulation.pick.machine import begin, step
from cotree.manipulation.pick.poses import poses
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

NO = Reason("no_way", "no way")
TO_HOLD: tuple[Event, ...] = (Opened(), Arrived(), Arrived(), Closed(0.05))
TO_CARRY = (*TO_HOLD, Arrived())


def after(*events: Event, grasps: int = 3) -> tuple[State, list[Command]]:
    """What is said on the way, and where it is then."""
    state, said = begin(grasps)
    heard = list(said)
    for event in events:
        state, said = step(state, event)
        heard += said
    return state, heard


def last(*events: Event, grasps: int = 3) -> tuple[State, list[Command]]:
    """What is said to the last event alone."""
    before, _ = after(*events[:-1], grasps=grasps)
    state, said = step(before, events[-1])
    return state, list(said)


def test_everything_in_order_is_five_steps() -> None:
    state, said = after(*TO_CARRY, Felt(0.05), Arrived(), Arrived(), Opened(), Arrived())
    assert said == [
        Open(),
        Go(Spot.BEFORE, 0),
        Go(Spot.AT, 0, True),
        Close(),
        Go(Spot.LIFTED, 0, True),
        Go(Spot.ABOVE, 0),
        Go(Spot.DOWN, 0, True),
        Open(),
        Go(Spot.AWAY, 0, True),
        Finish(),
    ]
    assert state.step is Step.OVER


def test_without_a_grasp_nothing_moves() -> None:
    _, said = begin(0)
    assert said == (Finish(Reason("no_grasp", "the object has no grasp to try")),)


def test_a_grasp_that_cannot_be_approached_gives_way_to_the_next() -> None:
    assert last(Opened(), Blocked(NO))[1] == [Go(Spot.BEFORE, 1)]
    assert last(Opened(), Arrived(), Blocked(NO))[1] == [Go(Spot.BEFORE, 1)]


def test_when_no_grasp_can_be_approached_it_says_why() -> None:
    assert last(Opened(), Blocked(NO), Blocked(NO), grasps=2)[1] == [Hold(), Finish(NO)]


def test_fingers_that_closed_on_nothing_open_and_the_object_is_looked_for_again() -> None:
    state, said = last(Opened(), Arrived(), Arrived(), Closed(0.001))
    assert said == [Hold(), Open()]
    state, said_next = step(state, Opened())
    assert said_next == (LookAgain(),)
    state, said_next = step(state, Saw(grasps=2))
    assert said_next == (Go(Spot.BEFORE, 0),)
    assert state.grasps == 2


def test_an_object_that_is_gone_ends_it_with_the_first_reason() -> None:
    _, said = last(Opened(), Arrived(), Arrived(), Closed(0.0), Opened(), Saw(grasps=0))
    assert said == [Finish(Reason("nothing_held", "the fingers closed on nothing"))]


@pytest.mark.parametrize("width", [math.nan, math.inf, -0.01, 0.0])
def test_a_broken_sensor_is_no_hold(width: float) -> None:
    state, _ = after(Opened(), Arrived(), Arrived(), Closed(width))
    assert state.held_m is None
    assert state.step is Step.LOOK


@pytest.mark.parametrize("events", [TO_HOLD, TO_CARRY, (*TO_CARRY, Arrived())])
def test_a_slip_is_noticed_at_every_step_after_the_grasp(events: tuple[Event, ...]) -> None:
    state, said = last(*events, Felt(0.044))
    assert said == [Hold(), Open()]
    assert state.why is not None
    assert state.why.code == "slipped"


def test_a_width_that_wobbles_is_no_slip() -> None:
    state, said = last(*TO_CARRY, Felt(0.048))
    assert (said, state.step) == ([], Step.CARRY)


def test_eyes_notice_a_drop_that_fingers_do_not() -> None:
    state, said = last(*TO_CARRY, Saw(away_m=0.4))
    assert said == [Hold(), Open()]
    assert state.why == Reason("dropped", "the object is 0.40 m from the hand")
    assert last(*TO_CARRY, Saw(away_m=0.02))[1] == []
    assert last(*TO_CARRY, Saw(away_m=math.nan))[1] == []


def test_after_three_failures_it_gives_up() -> None:
    again = (Closed(0.0), Opened(), Saw(grasps=2), Arrived(), Arrived())
    _, said = last(Opened(), Arrived(), Arrived(), *again, *again, Closed(0.0))
    assert said == [Hold(), Finish(Reason("nothing_held", "the fingers closed on nothing"))]


def test_a_blocked_way_while_carrying_is_asked_for_again_then_the_object_goes_back() -> None:
    again = (Blocked(NO),) * 2
    assert after(*TO_CARRY, *again)[1][-2:] == [Go(Spot.ABOVE, 0)] * 2
    _, said = after(*TO_CARRY, *again, Blocked(NO), Arrived(), Arrived(), Opened(), Arrived())
    assert said[-5:] == [
        Go(Spot.BACK, 0),
        Go(Spot.RETURNED, 0, True),
        Open(),
        Go(Spot.LEFT, 0, True),
        Finish(NO),
    ]


def test_who_cannot_even_go_back_says_that_something_is_still_held() -> None:
    _, said = last(*TO_CARRY, *(Blocked(NO),) * 6)
    assert said == [Hold(), Finish(NO, holding=True)]


def test_an_interruption_holds_and_goes_on_where_it_was() -> None:
    state, said = last(*TO_CARRY, StopAsked(Stop.INTERRUPT))
    assert said == [Hold()]
    assert step(state, Arrived()) == (state, ())
    assert step(state, Resume())[1] == (Go(Spot.ABOVE, 0),)


def test_nothing_moves_while_it_is_interrupted_even_when_the_fingers_are_done() -> None:
    state, said = last(StopAsked(Stop.INTERRUPT), Opened())
    assert said == []
    assert step(state, Resume())[1] == (Go(Spot.BEFORE, 0),)


def test_a_cancel_puts_down_where_it_was_taken() -> None:
    _, said = after(*TO_CARRY, StopAsked(Stop.CANCEL), Arrived(), Arrived(), Opened(), Arrived())
    assert [each.spot for each in said if isinstance(each, Go)][-3:] == [
        Spot.BACK,
        Spot.RETURNED,
        Spot.LEFT,
    ]
    assert said[-1] == Finish(Reason("cancelled", "put down and stopped"))


def test_a_cancel_while_the_fingers_close_opens_them_first() -> None:
    _, said = after(Opened(), Arrived(), Arrived(), StopAsked(Stop.CANCEL), Opened(), Arrived())
    assert said[-4:-1] == [Hold(), Open(), Go(Spot.LEFT, 0, True)]
    assert isinstance(said[-1], Finish)


def test_a_cancel_with_empty_hands_stops_at_once() -> None:
    _, said = last(Opened(), StopAsked(Stop.CANCEL))
    assert said == [Hold(), Finish(Reason("cancelled", "put down and stopped"))]


def test_a_kill_stops_at_once_with_whatever_is_held() -> None:
    _, said = last(*TO_CARRY, StopAsked(Stop.KILL))
    assert said == [Hold(), Finish(Reason("killed", "stopped at once"), holding=True)]


EVENTS = st.one_of(
    st.just(Arrived()),
    st.just(Blocked(NO)),
    st.just(Opened()),
    st.sampled_from([0.0, 0.03, 0.05, math.nan]).map(Closed),
    st.sampled_from([0.0, 0.046, 0.05]).map(Felt),
    st.sampled_from([Saw(0.5), Saw(0.0), Saw(grasps=2), Saw(grasps=0)]),
    st.sampled_from(list(Stop)).map(StopAsked),
    st.just(Resume()),
)


@given(st.lists(EVENTS, max_size=40))
def test_whatever_happens_it_finishes_once_and_says_truly_what_it_holds(
    events: list[Event],
) -> None:
    state, said = begin(3)
    heard, paused = list(said), False
    for event in events:
        before = state
        state, said = step(state, event)
        heard += said
        if before.step is Step.OVER:
            assert said == ()
        paused = state.paused
        if paused:
            assert not any(isinstance(each, Go) for each in said)
        if any(isinstance(each, Open) for each in said):
            assert state.held_m is None
    ends = [each for each in heard if isinstance(each, Finish)]
    assert len(ends) == (state.step is Step.OVER)
    if ends:
        assert ends[0].holding == (state.held_m is not None)


@given(st.lists(EVENTS, max_size=25))
def test_from_wherever_it_is_a_cancel_that_nothing_blocks_ends_with_empty_hands(
    events: list[Event],
) -> None:
    state, _ = begin(3)
    for event in events:
        state, _ = step(state, event)
    state, said = step(state, StopAsked(Stop.CANCEL))
    for _ in range(12):
        if state.step is Step.OVER:
            break
        state, _ = step(state, Opened() if state.opening else Arrived())
    assert state.step is Step.OVER
    if not any(isinstance(each, Finish) for each in said) and state.why is not None:
        assert state.held_m is None


def test_a_width_means_nothing_firmly_or_slipping() -> None:
    limits = Limits()
    assert felt(0.002, None, limits) is Held.NOTHING
    assert felt(0.05, None, limits) is Held.FIRMLY
    assert felt(0.047, 0.05, limits) is Held.FIRMLY
    assert felt(0.045, 0.05, limits) is Held.SLIPPING


def test_one_wild_reading_is_smoothed_away() -> None:
    feel = Feel()
    assert [feel.smooth(each) for each in (0.05, 0.05, 0.01, 0.05)] == [0.05] * 4


def test_the_spots_lie_where_they_say() -> None:
    grasp = Grasp(90.0, (0.5, 0.1, 0.05), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0), 0.05, 0.03)
    spots = poses(grasp, (0.5, 0.1, 0.0), (0.2, -0.3, 0.1))
    assert np.allclose(spots[Spot.BEFORE][:3, 3], (0.5, 0.1, 0.15))
    assert np.allclose(spots[Spot.AT][:3, 3], (0.5, 0.1, 0.05))
    assert np.allclose(spots[Spot.DOWN][:3, 3], (0.2, -0.3, 0.15))
    assert np.allclose(spots[Spot.ABOVE][:3, 3], (0.2, -0.3, 0.25))
    assert set(spots) == set(Spot)


def test_a_thing_can_be_turned_on_its_way() -> None:
    grasp = Grasp(90.0, (0.6, 0.1, 0.05), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), 0.05, 0.03)
    down = poses(grasp, (0.5, 0.1, 0.0), (0.0, 0.0, 0.0), math.pi / 2)[Spot.DOWN]
    assert np.allclose(down[:3, 3], (0.0, 0.1, 0.05))
    assert np.allclose(down[:3, 0], (0.0, 1.0, 0.0), atol=1e-12)
