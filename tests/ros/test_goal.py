"""The machine of a goal, without ROS: what it orders, and that no server can make it wait."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cotree.core.stopping import Stop
from cotree.ros.actions.goal import Goal, State
from cotree.ros.actions.patience import Patience
from cotree.ros.actions.words import (
    Accepted,
    Alarm,
    AskResult,
    CancelAll,
    CancelAnswered,
    CancelGoal,
    Finished,
    Halt,
    Input,
    Order,
    Rejected,
    Result,
    SendGoal,
    Server,
    Working,
)

TIMES = Patience(server_s=5, accept_s=4, answer_s=1, stop_s=3, gone_s=2, tries=2)
UP, DOWN = Server(True), Server(False)
CANCEL = Halt(Stop.CANCEL)


def new() -> Goal:
    return Goal("g", TIMES, 0.0, "fib")


def after(*inputs: Input, now_s: float = 0.0) -> Goal:
    goal = new()
    for each in inputs:
        goal.hear(each, now_s)
    return goal


def code(goal: Goal) -> str | None:
    assert goal.done
    return None if goal.reason is None else goal.reason.code


def at(goal: Goal) -> State:
    return goal.state


def test_a_goal_goes_through_its_states_to_success() -> None:
    goal = new()
    assert goal.hear(UP, 0.0) == [SendGoal("g")]
    assert at(goal) is State.SENT
    assert goal.hear(Accepted("g"), 1.0) == [AskResult("g")]
    assert at(goal) is State.ACCEPTED
    assert goal.hear(Working("g"), 1.1) == []
    assert at(goal) is State.EXECUTING
    assert goal.due_s == math.inf
    assert goal.hear(Result("g", "succeeded"), 2.0) == []
    assert code(goal) is None


def test_a_wish_before_the_acceptance_is_remembered_and_acted_upon_at_once_when_it_comes() -> None:
    goal = after(UP)
    assert goal.hear(CANCEL, 0.1) == []
    assert not goal.done
    assert goal.hear(Accepted("g"), 3.0) == [AskResult("g"), CancelGoal("g")]
    goal.hear(CancelAnswered("g", "stopping"), 3.1)
    assert not goal.done
    goal.hear(Result("g", "cancelled"), 3.2)
    assert code(goal) == "halted"
    assert not goal.loose


def test_a_halt_before_anything_was_sent_ends_at_once_and_nothing_is_sent_later() -> None:
    goal = after(CANCEL)
    assert code(goal) == "halted"
    assert goal.hear(UP, 1.0) == []


def test_what_is_said_of_a_goal_before_it_was_sent_is_dropped() -> None:
    goal = new()
    assert goal.hear(Accepted("g"), 0.0) == goal.hear(Result("g", "succeeded"), 0.0) == []
    assert (at(goal), goal.stale) == (State.NEW, 2)
    assert goal.hear(UP, 0.1) == [SendGoal("g")]
    goal.hear(CANCEL, 0.2)
    assert goal.hear(Accepted("g"), 0.3) == [AskResult("g"), CancelGoal("g")]


def test_an_acceptance_after_the_goal_was_given_up_is_cancelled() -> None:
    goal = after(UP, CANCEL)
    until_over(goal, 0.0)
    assert code(goal) == "no_stop"
    assert goal.loose
    assert goal.hear(Accepted("g"), 50.0) == [CancelGoal("g")]
    assert goal.hear(Working("g"), 50.1) == []
    assert goal.hear(Working("g"), 51.1) == [CancelGoal("g")]
    goal.hear(Finished("g", "cancelled"), 51.2)
    assert not goal.loose


def test_a_goal_that_nobody_accepts_is_cancelled_by_its_id() -> None:
    goal = after(UP)
    assert goal.tick(3.9) == []
    assert goal.tick(4.0) == [CancelGoal("g")]
    assert goal.hear(CancelAnswered("g", "unknown"), 4.1) == []
    assert goal.hear(Accepted("g"), 4.2) == [AskResult("g"), CancelGoal("g")]
    goal.hear(Result("g", "cancelled"), 4.3)
    assert code(goal) == "not_accepted"


def test_a_cancel_that_is_not_obeyed_is_sent_again_then_to_all_then_there_is_an_alarm() -> None:
    goal = after(UP, Accepted("g"), CANCEL)
    assert goal.tick(1.0) == [CancelGoal("g")]
    goal.hear(CancelAnswered("g", "refused"), 1.5)
    assert goal.tick(1.9) == []
    assert goal.tick(2.0) == [CancelAll()]
    [alarm] = goal.tick(3.0)
    assert isinstance(alarm, Alarm)
    assert code(goal) == "no_stop"


def test_an_acknowledged_cancel_has_longer_but_not_for_ever() -> None:
    goal = after(UP, Accepted("g"), CANCEL, CancelAnswered("g", "stopping"))
    assert goal.tick(2.9) == []
    goal.hear(CancelAnswered("g", "stopping"), 2.9)
    assert goal.tick(3.0) == [CancelGoal("g")]


def test_a_more_urgent_halt_is_told_at_once_and_a_less_urgent_one_is_not() -> None:
    goal = after(UP, Accepted("g"), CANCEL)
    assert goal.hear(Halt(Stop.INTERRUPT), 0.1) == []
    assert goal.hear(Halt(Stop.KILL), 0.1) == [CancelGoal("g")]


def test_a_server_that_knows_nothing_of_an_accepted_goal_has_begun_anew() -> None:
    goal = after(UP, Accepted("g"), CANCEL, CancelAnswered("g", "unknown"))
    assert code(goal) == "halted"


def test_a_goal_that_the_server_calls_over_ends_although_its_result_is_lost() -> None:
    goal = after(UP, Accepted("g"), CANCEL, CancelAnswered("g", "over"))
    assert goal.tick(1.0) == []
    assert code(goal) == "halted"


def test_a_status_that_is_faster_than_the_acceptance_counts() -> None:
    goal = after(UP)
    assert goal.hear(Finished("g", "succeeded"), 0.1) == [AskResult("g")]
    assert goal.hear(Accepted("g"), 0.2) == []
    goal.hear(Result("g", "succeeded"), 0.3)
    assert code(goal) is None


def test_success_after_a_wish_to_stop_is_success() -> None:
    assert code(after(UP, Accepted("g"), CANCEL, Result("g", "succeeded"))) is None


@pytest.mark.parametrize(
    ("inputs", "word"),
    [
        ((UP, Rejected("g")), "rejected"),
        ((UP, CANCEL, Rejected("g")), "halted"),
        ((UP, Accepted("g"), Result("g", "aborted", {"why": "wall"})), "aborted"),
        ((UP, Accepted("g"), Result("g", "cancelled")), "cancelled"),
    ],
)
def test_every_other_end_has_its_code(inputs: tuple[Input, ...], word: str) -> None:
    assert code(after(*inputs)) == word


def test_what_a_server_gave_up_with_is_in_the_reason() -> None:
    goal = after(UP, Accepted("g"), Result("g", "aborted", {"why": "wall"}))
    assert goal.reason is not None
    assert goal.reason.data == {"why": "wall"}


def test_a_server_that_never_appears_is_a_reason() -> None:
    goal = new()
    goal.tick(4.9)
    assert not goal.done
    goal.tick(5.0)
    assert code(goal) == "no_server"


@pytest.mark.parametrize("state", [(), (Accepted("g"),), (Accepted("g"), CANCEL)])
def test_a_server_that_vanishes_is_a_reason_unless_it_comes_back_in_time(
    state: tuple[Input, ...],
) -> None:
    goal = after(UP, *state)
    goal.hear(DOWN, 0.1)
    goal.hear(UP, 0.2)
    goal.hear(DOWN, 0.3)
    goal.hear(DOWN, 0.4)
    assert not goal.done
    goal.hear(CancelAnswered("g", "stopping"), 0.5)
    goal.tick(2.2)
    assert not goal.done
    goal.tick(2.3)
    assert code(goal) == "server_gone"
    assert goal.loose


def test_what_concerns_another_goal_is_dropped_and_counted() -> None:
    goal = after(UP, Accepted("g"))
    for each in (Result("old", "succeeded"), Rejected("old"), CancelAnswered("old", "over")):
        assert goal.hear(each, 0.1) == []
    assert at(goal) is State.ACCEPTED
    assert goal.stale == 3


def until_over(goal: Goal, now_s: float) -> float:
    """Let time pass and nothing else."""
    while not goal.done:
        now_s = goal.due_s
        goal.tick(now_s)
    return now_s


# -- any server ------------------------------------------------------------------------------------

GOALS = st.sampled_from(["g", "g", "g", "old"])
OUTCOMES = st.sampled_from(["succeeded", "aborted", "cancelled"])
HEARD = st.one_of(
    st.builds(Server, st.booleans()),
    st.builds(Accepted, GOALS),
    st.builds(Rejected, GOALS),
    st.builds(Working, GOALS),
    st.builds(CancelAnswered, GOALS, st.sampled_from(["stopping", "refused", "unknown", "over"])),
    st.builds(Finished, st.just("old"), OUTCOMES),
    st.builds(Result, st.just("old"), OUTCOMES),
)
NOISE = st.lists(st.tuples(st.floats(0, 2), HEARD), max_size=60)


@given(NOISE, NOISE, st.sampled_from(list(Stop)))
def test_whatever_a_server_says_a_halted_goal_ends_within_the_promised_time(
    before: list[tuple[float, Input]], later: list[tuple[float, Input]], how: Stop
) -> None:
    goal, now_s = new(), 0.0
    for lasts_s, what in before:
        now_s = passing(goal, now_s, now_s + lasts_s)
        goal.hear(what, now_s)
    goal.hear(Halt(how), now_s)
    halted_s = now_s
    for lasts_s, what in later:
        now_s = passing(goal, now_s, now_s + lasts_s)
        if goal.done:
            break
        goal.hear(what, now_s)
    assert until_over(goal, now_s) <= halted_s + TIMES.longest_s


def passing(goal: Goal, now_s: float, to_s: float) -> float:
    """Tick at every time at which it wants to be."""
    while now_s <= goal.due_s <= to_s:
        now_s = goal.due_s
        goal.tick(now_s)
    return to_s


# -- an honest server behind a bad network ---------------------------------------------------------


class Honest:
    """A server that accepts, works, and obeys; what it says and hears may be late or lost."""

    def __init__(self) -> None:
        self.state = "none"

    def take(self, order: Order) -> list[Input]:
        match order:
            case SendGoal():
                self.state = "running"
                return [Accepted("g"), Working("g")]
            case CancelGoal() if self.state == "none":
                return [CancelAnswered("g", "unknown")]
            case CancelGoal() | CancelAll() if self.state == "running":
                self.state = "cancelled"
                both: list[Input] = [CancelAnswered("g", "stopping"), Finished("g", "cancelled")]
                return [*both, Result("g", "cancelled")]
            case CancelGoal():
                return [CancelAnswered("g", "over")]
        return []


@given(
    st.lists(st.tuples(st.floats(0, 1.5), st.booleans()), min_size=40, max_size=40),
    st.floats(0, 6),
    st.sampled_from(list(Stop)),
)
def test_halted_is_only_said_of_a_goal_that_does_not_run_on(
    weather: list[tuple[float, bool]], halt_s: float, how: Stop
) -> None:
    """Each message has a delay and may be lost; an end other than ``halted`` admits a doubt."""
    goal, server = new(), Honest()
    fates = iter(weather * 20)
    post: list[tuple[float, int, Input | Order]] = [(halt_s, -1, Halt(how))]
    serial = 0

    def send(what: list[Order] | list[Input], now_s: float) -> None:
        nonlocal serial
        for each in what:
            delay_s, lost = next(fates)
            serial += 1
            if not lost and not isinstance(each, Alarm):
                post.append((now_s + delay_s, serial, each))

    send(goal.hear(UP, 0.0), 0.0)
    while post or not goal.done:
        now_s = min([goal.due_s if not goal.done else math.inf, *(at for at, _, _ in post)])
        send(goal.tick(now_s), now_s)
        for item in sorted(each for each in post if each[0] <= now_s):
            post.remove(item)
            if isinstance(item[2], SendGoal | CancelGoal | CancelAll):
                send(server.take(item[2]), now_s)
            elif not isinstance(item[2], AskResult):
                send(goal.hear(item[2], now_s), now_s)  # type: ignore[arg-type]
        if goal.done and goal.reason is not None and goal.reason.code == "halted":
            assert server.state != "running"
    if server.state == "running":
        assert goal.loose  # and it will be cancelled as soon as it shows
        assert goal.hear(Working("g"), 1e6) == [CancelGoal("g")]
