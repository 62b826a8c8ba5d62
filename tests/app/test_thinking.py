"""Arms think in a process of their own: no tick waits for them, whatever they hold meanwhile."""

from __future__ import annotations

import gc
import operator
import os
import signal
import threading
from collections.abc import Callable
from functools import partial

from cotree.app.thinking import DIED, Beside
from cotree.core.reasons import Reason
from tests.kit.waiting import until

DIGITS = 2_500_000
"""The power of 7 that takes most of a second."""


def answer(ask: Callable[[], object]) -> object:
    found: object = None

    def answered() -> bool:
        nonlocal found
        found = ask()
        return found is not None

    until(answered, "the answer comes")
    return found


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def holds_the_lock(digits: int) -> int:
    """Let no other thread of this process go on for long at once, as numpy does for less."""
    power: int = 7**digits
    return power.bit_length()


def test_asking_takes_no_time_and_the_answer_comes_when_it_comes() -> None:
    ask = Beside()(partial(operator.add, "a ", "way"))
    assert ask() is None
    assert answer(ask) == "a way"


def test_questions_are_answered_one_after_the_other() -> None:
    think = Beside()
    asks = [think(partial(operator.mul, number, 1)) for number in (1, 2, 3)]
    assert answer(asks[2]) == 3
    assert [ask() for ask in asks] == [1, 2, 3], "those before had their turn"


def test_what_breaks_is_an_answer_too() -> None:
    found = answer(Beside()(partial(operator.truediv, 1, 0)))
    assert isinstance(found, Reason)
    assert "ZeroDivisionError" in found.message


def test_what_cannot_be_packed_is_an_answer_too() -> None:
    think = Beside()
    found = answer(think(lambda: 1))
    assert isinstance(found, Reason)
    assert found.code == "no_plan"
    assert answer(think(partial(operator.add, 1, 1))) == 2


def test_a_question_of_which_somebody_dies_is_no_plan_and_the_next_one_is_answered() -> None:
    think = Beside()
    assert answer(think(dies)) == Reason("no_plan", DIED)
    assert answer(think(partial(operator.add, 1, 1))) == 2


def test_whoever_asks_goes_on_while_the_interpreters_lock_is_held_for_long() -> None:
    """In a thread of this process the loop would not get one turn meanwhile."""
    think = Beside()
    assert answer(think(partial(operator.add, 1, 1))) == 2
    ask, turns = think(partial(holds_the_lock, DIGITS)), 0
    while (bits := ask()) is None:
        turns += 1
    assert isinstance(bits, int)
    assert bits > DIGITS
    assert turns > 50


def test_nobody_is_left_over_when_nobody_asks_any_more() -> None:
    before = set(threading.enumerate())
    think = Beside()
    assert answer(think(partial(operator.add, 1, 1))) == 2
    (its,) = set(threading.enumerate()) - before
    del think
    gc.collect()
    until(lambda: not its.is_alive(), "its thread ends")
