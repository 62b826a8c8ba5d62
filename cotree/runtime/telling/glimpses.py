"""What a robot sees, told now and then: the newest of each thing, for the map of who looks on.

A robot tells where it is itself; where objects and hands are, and what is known by name, all tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import msgspec

from cotree.core.actions import Event, FactSeen, GripperSeen, HandSeen, ObjectSeen, RobotSeen
from cotree.core.belief import Key
from cotree.runtime.inbox import key_of

EVERY_S, AGAIN_S = 0.5, 10.0
"""So often what is new is told; and so often everything, for who comes late."""
SOME, MOST = 200, 2000
"""Things in one page, and altogether."""


class Glimpses:
    """Remembers what was seen until it is told."""

    def __init__(self, me: str) -> None:
        self._me = me
        self._seen: dict[Key, Event] = {}
        self._news: dict[Key, Event] = {}
        self._due_s = EVERY_S
        self._again_s = AGAIN_S

    def see(self, events: Iterable[Event]) -> None:
        """What one tick was told."""
        for event in events:
            if not self._shows(event):
                continue
            key = key_of(event)
            known = self._seen.get(key)
            if not _same(known, event) and (known is not None or len(self._seen) < MOST):
                self._seen[key] = self._news[key] = event

    def due(self, now_s: float) -> tuple[Event, ...]:
        """What is to be told now."""
        if now_s >= self._again_s:
            self._again_s = now_s + AGAIN_S
            self._news = self._seen | self._news
        if not self._news or now_s < self._due_s:
            return ()
        self._due_s = now_s + EVERY_S
        keys = list(islice(self._news, SOME))
        return tuple(self._news.pop(key) for key in keys)

    def _shows(self, event: Event) -> bool:
        match event:
            case RobotSeen(robot=robot) | GripperSeen(robot=robot):
                return robot == self._me
        return isinstance(event, ObjectSeen | HandSeen | FactSeen)


def _same(known: Event | None, event: Event) -> bool:
    """Whether there is nothing new in it; that a hand was seen again is nothing."""
    if isinstance(known, HandSeen) and isinstance(event, HandSeen):
        return msgspec.structs.replace(known, t_s=event.t_s) == event
    return known == event
