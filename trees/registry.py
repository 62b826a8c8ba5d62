"""The resources of one teammate, which live on the blackboard.

``/pr2/resources/left_gripper/owners`` and its neighbours (type, users, mode, channel, load,
locked) are the truth: displays read them, and nothing else remembers them.
"""

from __future__ import annotations

from collections.abc import Iterable

from cotree.behaviours.desk import Desk
from cotree.core.changes import ResourceChange
from cotree.core.mission import ResourceModel
from cotree.core.resources import Resource, State

_FIELDS = ("type", "owners", "users", "mode", "channel", "load")


class Registry:
    """Reads and writes resources; ``version`` grows with each change."""

    def __init__(self, desk: Desk, models: Iterable[ResourceModel]) -> None:
        self._desk = desk
        self._names = tuple(model.name for model in models)
        self.version = 0
        self._changed: dict[str, None] = {}
        for model in models:
            self._write(Resource(model.name, model.type), by="registry")

    def state(self) -> dict[str, Resource]:
        """All resources as they are now, in the order of their declaration; a copy."""
        read = self._desk.read
        return {
            name: Resource(name, *(read(f"resources/{name}/{field}") for field in _FIELDS))
            for name in self._names
        }

    def store(self, state: State, by: str) -> None:
        """Write what differs; ``by`` is the node on whose account."""
        was = self.state()
        for name, resource in state.items():
            if resource != was[name]:
                self._write(resource, by)

    def _write(self, resource: Resource, by: str) -> None:
        for field in _FIELDS:
            self._desk.write(f"resources/{resource.name}/{field}", getattr(resource, field), by)
        self._desk.write(f"resources/{resource.name}/locked", resource.locked, by)
        self.version += 1
        self._changed[resource.name] = None

    def drain(self) -> list[ResourceChange]:
        """What changed since the last call."""
        if not self._changed:
            return []
        state = self.state()
        changes = [_change(state[name]) for name in self._changed]
        self._changed.clear()
        return changes


def _change(resource: Resource) -> ResourceChange:
    return ResourceChange(
        name=resource.name,
        owners=tuple(sorted(resource.owners)),
        users=tuple(sorted(resource.users)),
        mode=resource.mode.value if resource.mode else "",
        channel=str(resource.channel) if resource.channel else "",
        load=resource.load or "",
    )
