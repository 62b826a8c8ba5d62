"""What a process needs of what it acts with: a body that also sees what the others tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cotree.runtime.executor import Executor
from cotree.runtime.ports import Body
from cotree.runtime.process.telegrams import Telegram
from cotree.team.durable import Memory
from cotree.team.teammate import Teammate


class Senses(Protocol):
    """What takes part in the world beside the protocol."""

    def wake(self, now_s: float) -> None:
        """The process looks up, perhaps after a long sleep; called before anything else."""

    def hear(self, sender: str, telegram: Telegram, now_s: float) -> None:
        """Somebody tells something about the world, or to a person."""

    def telegrams(self, now_s: float) -> Sequence[Telegram]:
        """What the others should know now."""


class SharedBody(Body, Senses, Protocol):
    """A robot's body in a world that several processes share."""


class Boots(Protocol):
    """How a robot's process comes to life."""

    def __call__(self, memory: Memory | None, now_s: float, *, first: bool) -> Executor:
        """``memory`` is what the disk says."""


class Wakes(Protocol):
    """How a witness comes to life."""

    def __call__(self, memory: Memory | None, now_s: float, *, first: bool) -> Teammate:
        """``memory`` is what the disk says."""
