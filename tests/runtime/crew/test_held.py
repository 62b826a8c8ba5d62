"""A crew that an operator holds: its clock stands still between two moments, and for no robot."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from cotree.runtime.acts import Act, Arm, Pause, Step
from cotree.runtime.crew.held import Held
from cotree.runtime.hatch import Hatch, Ticket
from cotree.runtime.operating.ground import Ground
from cotree.runtime.operating.injecting import Scene
from cotree.runtime.operating.operator import Operator, Site
from cotree.runtime.replies import Standing
from cotree.runtime.swarm.queue import Queue


class Holding:
    """Somebody who holds a queue in which nothing is but what a test puts there."""

    def __init__(self) -> None:
        nobody = Scene({}, (), lambda robot: [])
        ground = Ground((), nobody, lambda what: None, time_again=lambda t: None)
        site = SimpleNamespace(ground=ground, removable=())
        hatch = Hatch[Standing]()
        self.queue = Queue()
        self.naps = 0
        operator = Operator(hatch, cast("Site", site), lambda acted: None, self.nap)
        self.held = Held(operator, self.queue, 0.05)
        self.put = lambda act: hatch.put(Ticket(1, act))
        self.acts(Arm(on=True))

    def nap(self) -> None:
        self.naps += 1

    def acts(self, *acts: Act) -> bool:
        """Do these; whether time may pass."""
        for act in acts:
            self.put(act)
        return self.held.may_go(must=False)


@pytest.fixture
def holding() -> Holding:
    return Holding()


def test_what_happens_at_one_time_happens_to_its_end_before_it_rests(holding: Holding) -> None:
    holding.queue.at(holding.queue.now_s, lambda: None)
    holding.queue.at(1.0, lambda: None)
    assert holding.acts(Pause()), "the other robots have their beat"
    holding.queue.step()
    assert not holding.held.may_go(must=False)
    assert holding.naps == 1


def test_what_is_being_ended_does_not_rest(holding: Holding) -> None:
    assert not holding.acts(Pause())
    assert holding.held.may_go(must=True)


def test_a_step_ends_at_its_own_time(holding: Holding) -> None:
    holding.acts(Pause())
    assert holding.held.take_stir()
    assert holding.acts(Step())
    assert holding.held.take_stir()
    assert not holding.held.ends_step(0.05)
    assert holding.held.ends_step(0.06)
    assert holding.queue.now_s == 0.05
    assert not holding.held.may_go(must=False)
    assert not holding.held.ends_step(0.06), "it was over"
