"""Bringing the robots of a record to a moment again."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.runtime.executor import Executor
from cotree.runtime.messages import Born, Heard, Hello, Message
from cotree.runtime.record import RecordError
from cotree.runtime.verify import Boots


class Replay:
    """All robots of a record, tick by tick; time only goes forward."""

    def __init__(self, messages: Iterable[Message], boots: Boots) -> None:
        self.executors: dict[str, Executor] = {}
        self._rest = iter(messages)
        self._boots = boots
        self._next = 0
        self._only = ""

    def until(self, index: int) -> None:
        """Do everything again that stands before this place in the record."""
        while self._next < index and self._one():
            pass

    def first(self) -> Executor:
        """Somebody's executor, brought to life if need be: all have the same tree."""
        while not self.executors and self._one():
            pass
        if not self.executors:
            raise RecordError("the record ends before anybody began")
        return next(iter(self.executors.values()))

    def _one(self) -> bool:
        """Do what stands next; False: there is nothing more."""
        message = next(self._rest, None)
        if message is not None:
            self._next += 1
            self._do(message)
        return message is not None

    def _do(self, message: Message) -> None:
        match message:
            case Hello(robot=robot) if robot:  # alone: nothing says that it begins
                self._only = robot
                self.executors[robot] = self._boots(Born(0.0, robot, 1, 0.0, True))
            case Born(robot=robot):
                self.executors[robot] = self._boots(message)
            case Heard():
                self._tick(message)

    def _tick(self, heard: Heard) -> None:
        executor = self.executors.get(heard.robot or self._only)
        if executor is None:
            raise RecordError(f"the record does not say how {heard.robot or 'its robot'} began")
        executor.replay(heard)
