"""What the runtime needs from its surroundings: a body, a tree that ticks, a planner, time."""

from __future__ import annotations

from typing import Protocol

from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.core.actions import Command, Event
from cotree.core.belief import Key
from cotree.core.changes import Change
from cotree.core.reasons import Reason
from cotree.core.steps import NoPlan, Plan, Problem
from cotree.core.stopping import Stop


class Body(Protocol):
    """What really moves: simulated, physical, or behind ROS actions."""

    def command(self, command: Command, now_s: float) -> None:
        """Take an order; every ``Begin`` and every ``Halt`` is answered with ``Ended``."""

    def advance(self, to_s: float) -> list[Event]:
        """What happened until now, in order."""

    def next_event_s(self) -> float | None:
        """When something will happen by itself, if that can be foretold."""


class TreeEngine(Protocol):
    """The part of ``cotree.trees.engine.Engine`` that the runtime uses."""

    @property
    def desk(self) -> Desk:
        """Where belief comes in and commands go out."""

    @property
    def polling(self) -> bool:
        """Whether a running node must be ticked every period."""

    @property
    def stuck(self) -> tuple[Reason, ...]:
        """Why nothing runs, can start, or is pending; empty while anything does."""

    @property
    def wants_plan(self) -> bool:
        """Whether it has no plan, or dropped the one it had."""

    def tick(self, changed: frozenset[Key]) -> Status:
        """Decide and act once on the desk's belief."""

    def drain(self) -> list[Change]:
        """What changed since the last drain."""

    def halt(self, how: Stop, changed: frozenset[Key] = frozenset()) -> bool:
        """Stop the whole tree; called each tick until it answers True."""

    def next_wake_s(self) -> float | None:
        """When something happens without an event; None: never."""

    def give_up(self) -> None:
        """Fail the leaves that wait in vain."""

    def problem(self) -> Problem | NoPlan:
        """The question for look-ahead as it stands now."""

    def prefer(self, plan: Plan | None) -> None:
        """Follow this plan where the rules allow it; None: there is none."""


class Planner(Protocol):
    """Look-ahead that is asked now and answers when it can."""

    def ask(self, problem: Problem) -> None:
        """Ask; an answer to an earlier question will not come any more."""

    def answer(self) -> Plan | NoPlan | None:
        """The answer, once; None while there is none."""

    def close(self) -> None:
        """Free what it holds."""


class Timeline(Protocol):
    """When the ticks are."""

    def next(self, due_s: float | None) -> float | None:
        """Wait for the next tick and return its time.

        ``due_s`` is when something happens next; None: nothing is known to.  Returns None when
        there is nothing to wait for.
        """

    def over(self) -> None:
        """The tick is over."""
