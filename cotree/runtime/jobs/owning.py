"""Whose job it is: who was given it, who took it over, or the heir of a silent robot."""

from __future__ import annotations

from collections.abc import Collection

from cotree.runtime.jobs import names
from cotree.runtime.jobs.duty import Duty
from cotree.runtime.jobs.names import Facts
from cotree.runtime.jobs.roll import Roll
from cotree.trees.engine import Engine


class Owning:
    """Knows who has a job, and takes over what a silent robot had."""

    def __init__(self, roll: Roll, engine: Engine) -> None:
        self._roll = roll
        self._engine = engine
        self._me = engine.desk.robot
        self._claimed: set[str] = set()
        """Jobs of which this robot has just told that it has them; not everybody may know yet."""

    @property
    def facts(self) -> Facts:
        """What is known by name."""
        return self._engine.desk.belief.facts

    @property
    def absent(self) -> Collection[str]:
        """Peers that were not heard for so long that nobody waits for them."""
        rights = self._engine.rights
        return frozenset() if rights is None else rights.absent

    def agent(self, duty: Duty) -> str:
        """Which robot has a job, as far as is known here."""
        job = duty.job.name
        told = names.word(self.facts, names.agent(job))
        if told:
            self._claimed.discard(job)
        if duty.handed and told in ("", self._me):
            return duty.handed
        if job in self._claimed:
            return self._me
        return told or duty.to or self._roll.names[0]

    def mine(self, duty: Duty) -> bool:
        """Whether this robot has it."""
        return self.agent(duty) == self._me

    def claim(self, duty: Duty) -> None:
        """From now on this robot has it."""
        duty.handed = ""
        self._claimed.add(duty.job.name)
        self._engine.desk.tell(names.agent(duty.job.name), self._me)

    def tell(self, name: str, value: str) -> None:
        """Let everybody know something."""
        self._engine.desk.tell(name, value)

    def inherits(self, duty: Duty) -> bool:
        """Whether who has it is silent, and this robot is the first of the others."""
        present = [name for name in self._roll.names if name not in self.absent]
        return self.agent(duty) in self.absent and present[:1] == [self._me]

    def why(self, duty: Duty) -> str:
        """What a job waits for that this robot has no part in."""
        agent = self.agent(duty)
        if agent == self._me:
            return duty.vain or "it is asked who helps"
        if agent in self.absent:
            return f"{agent}, who has {duty.job.name}, is silent"
        _, _, team = names.word(self.facts, names.team(duty.job.name)).partition(": ")
        does = f"{agent} has {duty.job.name}" + (f" ({team})" if team else "")
        return f"{does}; {duty.declined or 'it did not choose this robot'}"
