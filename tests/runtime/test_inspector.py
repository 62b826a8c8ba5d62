"""Checkers that are asked away from the tick."""

from __future__ import annotations

import threading

import pytest

from cotree.behaviours.desk import Inspection
from cotree.core.actions import Checked
from cotree.core.reasons import Reason
from cotree.runtime.beat import beat_hz, stride_s
from cotree.runtime.inspector import Inspector, inspector_of
from cotree.trees.reading import loads
from tests.missions import FETCH

HOT = Reason("hot", "it is hot")


@pytest.mark.real
def test_in_virtual_time_the_answer_is_there_at_the_next_tick() -> None:
    inspector = Inspector(wait_s=10.0)
    inspector.ask([Inspection("b", 1.0, lambda: HOT), Inspection("a", 1.0, lambda: None)])
    assert inspector.answers() == [Checked("a", 1.0), Checked("b", 1.0, HOT)]
    assert inspector.answers() == []


@pytest.mark.real
def test_nobody_waits_for_one_that_hangs() -> None:
    gate = threading.Event()

    def hang() -> None:
        gate.wait()

    inspector = Inspector()
    inspector.ask([Inspection("a", 1.0, hang)])
    assert inspector.answers() == []
    gate.set()


@pytest.mark.real
def test_one_that_hangs_holds_up_no_other() -> None:
    gate = threading.Event()

    def hang() -> None:
        gate.wait()

    inspector = Inspector(wait_s=1.0)
    inspector.ask([Inspection("a", 1.0, hang), Inspection("b", 1.0, lambda: HOT)])
    assert inspector.answers() == [Checked("b", 1.0, HOT)]
    gate.set()
    assert inspector.answers() == [], "an answer that came too late changes what happens"


def test_a_mission_without_such_checkers_needs_nobody_who_asks() -> None:
    assert inspector_of(loads(FETCH)) is None
    assert inspector_of(loads(FETCH + "reactions: all\n")) is None


def test_ticks_are_as_dense_as_the_fastest_checker_and_polls_are_not() -> None:
    assert (beat_hz(loads(FETCH)), stride_s(loads(FETCH))) == (20.0, 0.0)
    mission = loads(FETCH + "reactions: {balance: {rate: 100}}\n")
    assert (beat_hz(mission), stride_s(mission)) == (100.0, 0.04)
