from __future__ import annotations

import signal
from collections.abc import Callable

import pytest

from cotree.core.steps import NoPlan
from cotree.core.stopping import Stop
from cotree.runtime.interrupts import SIGNALS, interrupts
from cotree.runtime.planner import PromptPlanner
from cotree.runtime.ports import Answers
from cotree.runtime.stopper import Stopper


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_asks_the_mission_to_stop_and_the_second_one_insists(number: int) -> None:
    stopper = Stopper(1.0)
    with interrupts(stopper):
        signal.raise_signal(number)
        assert stopper.word(0.0) is Stop.CANCEL
        signal.raise_signal(number)
        assert stopper.word(0.0) is Stop.KILL


def test_whoever_wants_to_know_hears_of_every_signal() -> None:
    heard: list[int] = []
    with interrupts(Stopper(1.0), lambda: heard.append(1)):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGTERM)
    assert heard == [1, 1]


def test_whoever_listened_before_listens_again_afterwards() -> None:
    before = [signal.getsignal(number) for number in SIGNALS]
    with pytest.raises(ValueError, match="anything"), interrupts(Stopper(1.0)):
        raise ValueError("anything")
    assert [signal.getsignal(number) for number in SIGNALS] == before


def test_whoever_thinks_for_long_is_interrupted_too() -> None:
    """A planner in virtual time thinks within a tick."""
    stopper, asked = Stopper(1.0), 0

    def solves(question: object, stop: Callable[[], bool]) -> Answers:
        nonlocal asked
        while not stop():
            asked += 1
            if asked == 5:
                signal.raise_signal(signal.SIGTERM)
        return NoPlan("not_supported", "")

    planner = PromptPlanner(solves, rounds=1000)
    with interrupts(stopper):
        planner.ask("?")  # type: ignore[arg-type]
        planner.answer()
        assert (asked, stopper.asked) == (5, True)
    planner.ask("?")  # type: ignore[arg-type]
    planner.answer()
    assert asked == 5 + 1000
