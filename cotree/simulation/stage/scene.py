"""What the parts of robots, and the people, need of the stage that they are on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from cotree.core.actions import Ask, Begin, Event, FactSeen, Halt, Say, Tell, Unask
from cotree.core.mission import Mission
from cotree.core.reasons import Reason
from cotree.simulation.body import KinematicBody
from cotree.simulation.stage.motion import Motion
from cotree.team.ballots import Ballot
from cotree.team.mirror.questions import Answer
from cotree.team.mirror.script import Act


class ForParts(Protocol):
    """What a part needs of the stage."""

    now_s: float
    motions: dict[str, Motion]

    def advance(self, true_s: float) -> None:
        """Let true time pass."""

    def next_event_s(self) -> float | None:
        """When something happens by itself."""

    def begin(self, begin: Begin, token: Ballot) -> None:
        """Let a robot move."""

    def tell(self, told: Tell) -> None:
        """A robot lets everybody know something."""

    def halt(self, halt: Halt) -> None:
        """Pass an order to stop on to the body."""

    def kill(self, motion: Motion, why: Reason) -> None:
        """Stop a motion at once, for this reason."""

    def converse(self, command: Ask | Unask | Say) -> None:
        """A robot says something to a person."""

    def at(self, true_s: float, do: Callable[[float], None]) -> None:
        """Plan something."""

    def state(self, robot: str) -> list[Event]:
        """All that this robot can see now."""


class ForPeople(Protocol):
    """What a person needs of the stage."""

    now_s: float
    body: KinematicBody
    mission: Mission

    def advance(self, true_s: float) -> None:
        """Let true time pass."""

    def at(self, true_s: float, do: Callable[[float], None]) -> None:
        """Plan something."""

    def show(self, events: Iterable[Event], to: Iterable[str] | None = None) -> None:
        """Let robots see something."""

    def acted(self, person: str, act: Act) -> None:
        """Note that a person begins to do something."""

    def wanted(self, person: str) -> list[tuple[str, str, str]]:
        """What robots would have this person do: which robot, which piece, in words."""

    def facts(self) -> list[FactSeen]:
        """Everything that was told until now, the newest of each."""

    def answered(self) -> None:
        """Note that a person has answered."""

    def speaks(self, person: str, answer: Answer) -> bool:
        """Whether somebody must hear this answer before it is one."""

    def moved(self) -> None:
        """Note that an object is somewhere else."""
