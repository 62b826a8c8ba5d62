"""What the runtime needs from its surroundings: a body, a tree that ticks, a planner, time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeAlias

from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.core.actions import Command, Event
from cotree.core.belief import Key
from cotree.core.changes import Change
from cotree.core.errands import Errands, Question
from cotree.core.reasons import Reason
from cotree.core.steps import NoPlan, Plan, Problem
from cotree.core.stopping import Stop
from cotree.reallocation.lead_follow.asked import Asked
from cotree.reallocation.lead_follow.problem import LeadPlan

Questions: TypeAlias = Problem | Question | Asked
"""What planners are asked: look-ahead, who does which errand, or who does which step."""
Answers: TypeAlias = Plan | Errands | LeadPlan | NoPlan
"""What they answer."""


class Body(Protocol):
    """What really moves: simulated, physical, or behind ROS actions."""

    def command(self, command: Command, now_s: float) -> None:
        """Take an order; every ``Begin`` and every ``Halt`` is answered with ``Ended``."""

    def advance(self, to_s: float) -> list[Event]:
        """What happened until now, in order."""

    def next_event_s(self) -> float | None:
        """When something will happen by itself, if that can be foretold."""


class Operable(Protocol):
    """One robot's tree, as somebody holds and overrules it."""

    @property
    def stopped_at(self) -> tuple[str, ...]:
        """The breakpoints at which the last tick held something."""

    def break_at(self, path: str, *, on: bool) -> None:
        """Nothing that is at or below this node starts before ``go_on``; or it may again."""

    def go_on(self, paths: Iterable[str]) -> None:
        """What is held at these breakpoints may start, once."""

    def running_leaves(self) -> list[str]:
        """The paths of the leaves whose result can be overridden now."""

    def override(self, path: str, *, success: bool) -> None:
        """A running leaf is stopped, and has this result then; nothing, if it does not run."""


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
    def wants_plan(self) -> int:
        """Above 0: it has no plan, or dropped the one it had.

        Another number is another wish, to be asked about although an answer is awaited.
        """

    @property
    def poll_s(self) -> float | None:
        """When what must be ticked every period has its turn again; None: nothing must."""

    def tick(self, changed: frozenset[Key]) -> Status:
        """Decide and act once on the desk's belief."""

    def stir(self) -> None:
        """The next tick has something to decide."""

    def drain(self) -> list[Change]:
        """What changed since the last drain."""

    def halt(self, how: Stop, changed: frozenset[Key] = frozenset()) -> bool:
        """Stop the whole tree; called each tick until it answers True."""

    def next_wake_s(self) -> float | None:
        """When something happens without an event; None: never."""

    def expects_s(self) -> float | None:
        """The same, as far as it may change anything; None: nothing is to be waited for."""

    def give_up(self) -> None:
        """Fail the leaves that wait in vain."""

    def problem(self) -> Problem | Question | NoPlan:
        """The question for the planner as it stands now."""

    def prefer(self, plan: Plan | Errands | NoPlan | None) -> None:
        """Follow this plan where the rules allow it; None: there is none."""

    @property
    def operating(self) -> Operable:
        """For an operator: where it stops, and what is overruled."""


class Planner(Protocol):
    """Somebody who is asked now and answers when it can: look-ahead, or who does what."""

    def ask(self, problem: Questions) -> None:
        """Ask; an answer to an earlier question will not come any more."""

    def answer(self) -> Answers | None:
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
