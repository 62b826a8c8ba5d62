"""The air between the hosts: loss, doubles, delays, and who hears whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cotree.runtime.swarm.faults import Air, Fault
from cotree.runtime.swarm.queue import Queue
from cotree.team.dice import Dice
from cotree.team.messages import Letter


class Network:
    """Carries letters, or not."""

    def __init__(self, names: Sequence[str], air: Air, queue: Queue, dice: Dice) -> None:
        self.air = air
        self.letters = 0
        """Sent."""
        self.partitions: list[Fault] = []
        self.spike_s = 0.0
        self.deliver: Callable[[int, Letter], None] = lambda host, letter: None
        self.names = tuple(names)
        self._number = {name: number for number, name in enumerate(names)}
        self._queue = queue
        self._dice = dice

    def send(self, sender: int, letter: Letter) -> None:
        """One letter, on its way to each reader."""
        self.letters += 1
        readers = letter.to or tuple(self._number)
        for name in readers:
            reader = self._number.get(name)
            if reader is not None and reader != sender:
                self._carry(sender, reader, letter)

    def _carry(self, sender: int, reader: int, letter: Letter) -> None:
        air, dice = self.air, self._dice
        if self.partitions and self._cut(sender, reader):
            return
        if air.loss and dice.chance(air.loss):
            return
        copies = 2 if air.doubled and dice.chance(air.doubled) else 1
        for _ in range(copies):
            delay_s = dice.between(air.low_s, air.high_s) + self.spike_s * dice.random()
            if air.late and dice.chance(air.late):
                delay_s += dice.between(0.0, air.late_s)
            self._queue.after(delay_s, lambda: self.deliver(reader, letter))

    def _cut(self, sender: int, reader: int) -> bool:
        for fault in self.partitions:
            out = sender in fault.side
            inside = reader in fault.side
            if out != inside and not (fault.one_way and inside):
                return True
        return False

    def heal(self) -> None:
        """From now on everything arrives."""
        self.air = Air()
        self.partitions.clear()
        self.spike_s = 0.0
