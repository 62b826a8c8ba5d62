"""A mission of one sentence whose robots die, for good or for a while, in virtual time."""

from __future__ import annotations

import math

import pytest

from cotree.app.history import History
from cotree.app.team import crew_of
from cotree.core.errands import Errands
from cotree.runtime.crew.trouble import Trouble
from cotree.runtime.messages import End, Heard, Message
from cotree.runtime.swarm.faults import Fault
from cotree.runtime.swarm.host import Clock
from cotree.trees.reading import loads
from tests.kit.words import hospital, turned

ROBOTS = ("dr", "a1", "wassi")
LATE_S = 900.0


class Run:
    """The hospital, with one robot that dies."""

    def __init__(self, robot: str, at_s: float, for_s: float = math.inf, *, disk: bool = True):
        mission = loads(f"mission: hospital\n{hospital()}", "hospital.yaml")
        self.answers: list[tuple[float, str, str]] = []
        """When who got which kind of plan."""
        self.history = History(mission, self._look)
        crew, stage = crew_of(mission, self.history.write, until_s=LATE_S)
        fault = Fault("crash", at_s, for_s, ROBOTS.index(robot), disk=disk)
        clocks = {name: Clock(0.0, 0.0, 0.0) for name in ROBOTS}
        Trouble(crew, (fault,), clocks, LATE_S, lambda text: None)
        self.end: End = self.history.judged(crew.run())
        self.errors = stage.body.physics_errors

    def _look(self, message: Message) -> None:
        if isinstance(message, Heard) and isinstance(message.errands, Errands):
            self.answers.append((message.t, message.robot, message.errands.kind))

    @property
    def shared_anew(self) -> list[tuple[float, str]]:
        return [(t, robot) for t, robot, kind in self.answers if kind == "global"]


def brought(run: Run) -> list[str]:
    """Where something was brought, or the training ended."""
    return sorted(place for place, _, now in turned(run.history) if now == "standby")


@pytest.mark.parametrize(
    ("robot", "at_s"), [("wassi", 30.0), ("dr", 0.05), ("dr", 14.0), ("dr", 58.0), ("a1", 5.0)]
)
def test_what_a_dead_robot_was_to_do_the_others_do(robot: str, at_s: float) -> None:
    run = Run(robot, at_s)
    assert (run.end.result, run.errors) == ("success", [])
    assert brought(run) == ["p3", "p4", "p6"], "each once"
    ((when_s, who),) = run.shared_anew
    assert who == next(name for name in ROBOTS if name != robot), "the first of the others"
    assert at_s + 5.0 < when_s < at_s + 7.0, "after three leases without a word"


@pytest.mark.parametrize("disk", [True, False])
def test_a_robot_that_is_back_soon_goes_on_where_it_was(disk: bool) -> None:
    run, calm = Run("wassi", 30.0, 2.5, disk=disk), Run("wassi", 10_000.0)
    assert run.end.result == "success"
    assert run.shared_anew == []
    assert run.history.words == calm.history.words, "as if nothing had happened"


def test_a_robot_that_is_back_late_leaves_it_to_who_has_it_now() -> None:
    run = Run("dr", 14.0, 9.0)
    assert (run.end.result, run.errors) == ("success", [])
    assert brought(run) == ["p3", "p4", "p6"]
    assert len(run.shared_anew) == 1
