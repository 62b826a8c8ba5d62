"""What came out of a session."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cotree.reallocation.lead_follow.belief.evidence import Evidence
from cotree.reallocation.lead_follow.collaboration.actions import Act
from cotree.reallocation.lead_follow.problem import Means
from cotree.simulation.people.places import Stay


class Moment(msgspec.Struct, frozen=True):
    """What the robot believed at a time, and after which action."""

    at_s: float
    means: Means
    seen: Evidence | None = None
    before: Means = Means()
    """What it believed before this action: the forecast."""


class Result(msgspec.Struct, frozen=True):
    """A session in figures."""

    time_s: float
    over: bool
    """Whether everything was placed rightly; if not, it went in circles."""
    wrong: int
    """Blocks that the person placed or gave wrongly (Table III)."""
    assigned: int
    """Subtasks that the robot assigned to the person (Table IV)."""
    decisions: int
    """How often the robot planned."""
    choices: int
    """How often the person decided."""
    by_robot: int
    """Blocks that the robot placed."""
    story: tuple[Moment, ...]
    stays: tuple[Stay, ...] = ()
    """At places where there is room for one."""


class Tally:
    """What is counted while a session runs."""

    def __init__(self, robot: str) -> None:
        self.robot = robot
        self.wrong = self.assigned = self.decisions = self.choices = self.by_robot = 0

    def fact(self, kind: str, act: Act) -> None:
        """Something became true by this action."""
        mine = act.agent == self.robot
        self.by_robot += kind == "placed right" and mine
        self.wrong += kind == "placed wrong" or (kind == "handed over" and not act.right)
        self.assigned += kind == "handed over" and mine

    def result(
        self, time_s: float, over: bool, story: Iterable[Moment], stays: Iterable[Stay]
    ) -> Result:
        """The session in figures."""
        return Result(
            time_s,
            over,
            wrong=self.wrong,
            assigned=self.assigned,
            decisions=self.decisions,
            choices=self.choices,
            by_robot=self.by_robot,
            story=tuple(story),
            stays=tuple(stays),
        )
