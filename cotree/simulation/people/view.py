"""What a simulated person sees when they decide, and what a person is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec

from cotree.reallocation.lead_follow.collaboration.actions import Act, Action
from cotree.reallocation.lead_follow.collaboration.allowed import may
from cotree.reallocation.lead_follow.collaboration.table import Table
from cotree.team.dice import Dice


class View(msgspec.Struct, frozen=True):
    """The choices of a person at one moment; each list is in order of the subtasks."""

    person: str
    offered: tuple[Act, ...] = ()
    """Do what a robot assigned."""
    own: tuple[Act, ...] = ()
    """Do something of one's own choice."""
    giving: tuple[Act, ...] = ()
    """Give something to a robot."""
    given: tuple[Act, ...] = ()
    """Take back what was given."""
    far: frozenset[str] = frozenset()
    """Subtasks that are a long way for the person."""
    decisions: int = 0
    """How many this person has made before."""


class Person(Protocol):
    """Somebody who decides; the same view and the same dice make the same decision."""

    def decide(self, view: View, dice: Dice) -> Act | None:
        """The next action, or None to wait."""


def view_of(table: Table, person: str, far: frozenset[str], decisions: int) -> View:
    """What this person can do now; a subtask may be given away once it can be begun."""
    options = may(table, person)
    own = _of(options, "H1")
    free = {act.subtask for act in own}
    giving = tuple(act for act in _of(options, "H2") if act.subtask in free)
    return View(person, _of(options, "H4"), own, giving, _of(options, "H5"), far, decisions)


def _of(options: Iterable[Act], action: Action) -> tuple[Act, ...]:
    return tuple(act for act in options if act.action == action)
