"""What the simulated world no longer tells by itself, because the mission has senses for it."""

from __future__ import annotations

from cotree.core.actions import Event, HandSeen, ObjectSeen
from cotree.core.senses import Senses
from cotree.simulation.world import KinematicWorld


class Hidden:
    """Lets through what robots know without seeing it."""

    def __init__(self, senses: Senses, world: KinematicWorld) -> None:
        self._senses = senses
        self._world = world

    def told(self, event: Event, before: Event | None) -> Event | None:
        """What robots learn of an event; ``before`` is what they knew of the same.

        Who holds an object knows it, and where the hand was when it let go; where things stand at
        first the mission says; all else of them is for eyes.
        """
        if isinstance(event, HandSeen) and self._senses.hands is not None:
            return None
        if not isinstance(event, ObjectSeen) or self._senses.objects is None or before is None:
            return event
        if self._robot(event) is not None:
            return event
        held = self._robot(before) if isinstance(before, ObjectSeen) else None
        if held is None:
            return None
        at = self._world.robots[held[0]].gripper_at.get(held[1], event.at)
        return ObjectSeen(event.object, at)

    def _robot(self, seen: ObjectSeen) -> tuple[str, str] | None:
        """The robot and the gripper that hold it."""
        by = seen.held_by
        return by if by is not None and by[0] in self._world.robots else None
