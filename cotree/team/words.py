"""What robots tell each other of people: the newest word on each leaf, again while it matters.

A word that got lost would leave two robots with two minds; so each is repeated on heartbeats until
everybody would have given up on it anyhow.
"""

from __future__ import annotations

import msgspec

from cotree.team.mirror.sightings import IDLE_S, Sighting, received

MOST_WORDS = 16
"""In one letter: the newest."""
MOST_KNOWN = 1024
"""How many words of others are remembered, so that a repetition is not taken for news."""


class Words:
    """Own words to be told, and those of others that have come."""

    def __init__(self) -> None:
        self.heard: list[Sighting] = []
        """News from others, on the own clock, for whoever drains this list."""
        self._own: dict[tuple[str, str], Sighting] = {}
        self._known: dict[tuple[str, int, str, str, str], Sighting] = {}

    def say(self, word: Sighting) -> None:
        """An own word; it takes the place of the last one on this person and leaf."""
        key = (word.person, word.leaf)
        self._own.pop(key, None)
        self._own[key] = word

    def telling(self, now_s: float) -> tuple[Sighting, ...]:
        """Own words for the next heartbeat: the newest that still matter."""
        for key, word in list(self._own.items()):
            if now_s - word.at_s > IDLE_S:
                del self._own[key]
        return tuple(self._own.values())[-MOST_WORDS:]

    def __bool__(self) -> bool:
        return bool(self._own)

    def hear(
        self, sender: str, boot: int, words: tuple[Sighting, ...], sent_s: float, now_s: float
    ) -> None:
        """Words from a letter; one that has come before is no news."""
        for word in words:
            key = (sender, boot, word.observer, word.person, word.leaf)
            if self._known.get(key) == word:
                continue
            self._known.pop(key, None)
            self._known[key] = word
            if len(self._known) > MOST_KNOWN:
                del self._known[next(iter(self._known))]
            self.heard.append(_not_from_the_future(received(word, sent_s, now_s), now_s))

    def take(self) -> tuple[Sighting, ...]:
        """The news, once."""
        if not self.heard:
            return ()
        found = tuple(self.heard)
        self.heard.clear()
        return found


def _not_from_the_future(word: Sighting, now_s: float) -> Sighting:
    if word.at_s <= now_s and word.acted_s <= now_s:
        return word
    return msgspec.structs.replace(
        word, at_s=min(word.at_s, now_s), acted_s=min(word.acted_s, now_s)
    )
