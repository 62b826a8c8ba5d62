"""What a person's record says: who asked her what, and what she answered, each thing once."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.actions import Answered, Ask, Event, Posed, Say, Unask
from cotree.runtime.messages import Heard, Message, Told
from cotree.runtime.process.telegrams import Spoken, Telegram

MOST = 1000
"""So many things are remembered, not to be written twice."""


class Quotes:
    """Makes of what is said, over and over, messages as the robot's own record has them."""

    def __init__(self, person: str) -> None:
        self._person = person
        self._known: dict[Spoken, None] = {}
        self._n = 0

    def hears(self, sender: str, telegram: Telegram, t: float) -> list[Message]:
        """A robot says something to her."""
        match telegram:
            case Spoken(to=self._person, what=Ask() | Unask() | Say() as what):
                if what.robot == sender and self._is_new(telegram):
                    return [self._heard(sender, (), t), Told(self._n, t, (), (what,), sender)]
        return []

    def says(self, telegrams: Iterable[Telegram], t: float) -> list[Message]:
        """She says something to a robot."""
        return [
            self._heard(each.to, (each.what,), t)
            for each in telegrams
            if isinstance(each, Spoken)
            and isinstance(each.what, Answered | Posed)
            and self._is_new(each)
        ]

    def _heard(self, robot: str, events: tuple[Event, ...], t: float) -> Heard:
        self._n += 1
        return Heard(self._n, t, events, robot=robot)

    def _is_new(self, spoken: Spoken) -> bool:
        if spoken in self._known:
            return False
        self._known[spoken] = None
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]
        return True
