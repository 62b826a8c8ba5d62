"""What one robot tells: it knows that itself, and does not learn it again from its own echo."""

from __future__ import annotations

from cotree.behaviours.desk import Desk
from cotree.core.actions import FactSeen
from cotree.runtime.steps.floor import Floor


class Teller:
    """Tells facts to everybody."""

    def __init__(self, desk: Desk, floor: Floor) -> None:
        self.now_s = 0.0
        self._desk = desk
        self._floor = floor
        self._told: dict[str, list[str]] = {}
        """What will be heard again."""

    def tell(self, name: str, value: str) -> bool:
        """Tell everybody, and know it oneself; whether it is new."""
        if self._floor.known(name) == value:
            return False
        self._desk.tell(name, value)
        self._told.setdefault(name, []).append(value)
        self._floor.hear(name, value, self.now_s)
        return True

    def echoes(self, fact: FactSeen) -> bool:
        """Whether this is what was told from here."""
        told = self._told.get(fact.name)
        if not told or not isinstance(fact.value, str) or fact.value not in told:
            return False
        del told[: told.index(fact.value) + 1]
        return True
