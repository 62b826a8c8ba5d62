"""What one robot says it saw (or heard) a person do with one leaf."""

from __future__ import annotations

import enum

import msgspec


class Stage(str, enum.Enum):
    """How far a person is with a leaf; the later ones win when two robots are equally sure."""

    CLEARED = "cleared"
    """Does not do it after all."""
    REACHING = "reaching"
    """Means to do it."""
    WORKING = "working"
    """Has it in hand."""
    DONE = "done"


ORDER = {stage: rank for rank, stage in enumerate(Stage)}

IDLE_S = 15.0
"""Who means to do something and does nothing for so long does not do it (spec C.3)."""


class Sighting(msgspec.Struct, frozen=True):
    """One robot's word on one person and one leaf; a later one of the same robot replaces it."""

    person: str
    leaf: str
    stage: Stage
    confidence: float
    at_s: float
    """When it was seen, on the clock of whoever holds this word now."""
    observer: str
    acted_s: float = 0.0
    """When the person last did something for it: came nearer, took it, said so."""
    unexpected: bool = False
    """It is not this leaf's turn; the person may, and nobody fights for the object."""
    why: str = ""
    """Why it is cleared."""
    spoken: bool = False
    """The person said so."""
    stamp_s: float = 0.0
    """When it was said on its observer's own clock: only to tell old words from new ones."""

    def is_active(self, now_s: float) -> bool:
        """Whether the leaf is still the person's by this word."""
        if self.stage is Stage.WORKING:
            return now_s - self.at_s <= IDLE_S
        return self.stage is Stage.REACHING and now_s - self.acted_s <= IDLE_S


def received(word: Sighting, sent_s: float, now_s: float) -> Sighting:
    """A word from another robot, moved from the sender's clock to the own one.

    ``sent_s`` is the sender's time on the letter, ``now_s`` the own time of its arrival.  Clocks
    need not agree; a letter that took long makes the word look as much younger.
    """
    shift_s = now_s - sent_s
    return msgspec.structs.replace(word, at_s=word.at_s + shift_s, acted_s=word.acted_s + shift_s)


class Unsure(msgspec.Struct, frozen=True):
    """The person seems to have finished a leaf where nobody could see it: ask."""

    person: str
    leaf: str
    at_s: float
    observer: str
