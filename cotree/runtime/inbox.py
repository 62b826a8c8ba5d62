"""The one queue in front of a tick: bounded, drained once per tick."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.actions import (
    Answered,
    Checked,
    Ended,
    Event,
    FactSeen,
    GraspSeen,
    GripperSeen,
    HandSeen,
    ObjectSeen,
    Posed,
    RobotSeen,
)
from cotree.core.belief import Key


def key_of(event: Event) -> Key:
    """What an event is about; of two about the same the newer one says all."""
    match event:
        case RobotSeen(robot=name):
            return ("robot", name)
        case ObjectSeen(object=name):
            return ("object", name)
        case GripperSeen(robot=robot, gripper=name):
            return ("gripper", f"{robot}/{name}")
        case GraspSeen(robot=robot, object=name):
            return ("grasp", f"{robot}/{name}")
        case HandSeen(person=name):
            return ("hand", name)
        case FactSeen(name=name):
            return ("fact", name)
        case Posed(question=name) | Answered(question=name):
            return ("posed" if isinstance(event, Posed) else "answered", name)
        case Checked(checker=name):
            return ("checked", name)
        case Ended(id=name):
            return ("ended", name)


class Inbox:
    """Events wait here; when there are too many, the newest of each key stays."""

    def __init__(self, limit: int = 1000) -> None:
        self.limit = limit
        self.dropped = 0
        """How many events were overtaken by newer ones."""
        self._events: list[Event] = []

    def __len__(self) -> int:
        return len(self._events)

    def put(self, events: Iterable[Event]) -> None:
        """Add events in order."""
        self._events.extend(events)
        if len(self._events) > self.limit:
            self._keep_newest()

    def drain(self) -> tuple[Event, ...]:
        """All events in order; nothing waits afterwards."""
        events, self._events = tuple(self._events), []
        return events

    def _keep_newest(self) -> None:
        kept: dict[Key, Event] = {}
        for event in reversed(self._events):
            kept.setdefault(key_of(event), event)
        self.dropped += len(self._events) - len(kept)
        self._events = list(reversed(kept.values()))
