"""What a witness knows of the world: it sees nothing itself, and repeats what others have seen."""

from __future__ import annotations

from collections.abc import Collection

from cotree.runtime.process.telegrams import Seen, Telegram
from cotree.simulation.shared.keepsake import Diary, Keepsake
from cotree.simulation.shared.sights import Sights, on_clock


class Remembering:
    """Implements ``Senses``: a robot that comes back hears of it what the dead ones have done."""

    def __init__(self, name: str, team: Collection[str], keepsake: Keepsake) -> None:
        self._diary = Diary(keepsake)
        self._sights = Sights(name, team)
        self._sights.opening = False
        self._sights.recall(self._diary.kept.noted)

    def wake(self, now_s: float) -> None:
        """There is nothing that could have moved."""

    def hear(self, sender: str, telegram: Telegram, now_s: float) -> None:
        """What somebody has seen."""
        if isinstance(telegram, Seen):
            self._sights.hear(on_clock(telegram.noted, telegram.sent_s, now_s), sender, now_s)
            self._sights.check(sender)

    def telegrams(self, now_s: float) -> list[Telegram]:
        """All of it, now and then."""
        self._diary.note(self._sights.all(), now_s)
        return [*self._sights.telling(now_s)]
