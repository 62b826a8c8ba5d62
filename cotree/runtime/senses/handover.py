"""Several cameras on one table: each hand and each thing is followed by one of them at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from cotree.core.actions import Event, FactSeen, HandSeen, ObjectSeen

What: TypeAlias = tuple[str, str]
HAND_S = 0.3
"""After so long without news of a hand another camera may go on with it; its track begins anew."""
THING_S = 1.0


class Handover:
    """Lets through what the camera says that follows it; cameras disagree by a centimetre or two.

    Sightings of two cameras in turn would look like a hand that trembles and a thing that never
    comes to rest.
    """

    def __init__(self) -> None:
        self._follows: dict[What, tuple[str, float]] = {}

    def pick(self, camera: str, t_s: float, events: Iterable[Event]) -> list[Event]:
        """What counts of what this camera tells."""
        return [each for each in events if self._counts(camera, t_s, each)]

    def _counts(self, camera: str, t_s: float, event: Event) -> bool:
        what = what_of(event)
        if what is None:
            return True
        follows, seen_s = self._follows.get(what, (camera, t_s))
        patience_s = HAND_S if what[0] == "hand" else THING_S
        if follows != camera and t_s - seen_s <= patience_s:
            return False
        if not isinstance(event, FactSeen):
            self._follows[what] = (camera, t_s)
        return True


def what_of(event: Event) -> What | None:
    """What an event is about, if it can be seen."""
    match event:
        case HandSeen(person=person):
            return ("hand", person)
        case ObjectSeen(object=name):
            return ("thing", name)
        case FactSeen(name=name) if "/" in name:
            return ("thing", name.partition("/")[0])
        case _:
            return None
