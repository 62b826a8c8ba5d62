"""Doing a recorded run again: the same events must give the same bytes."""

from __future__ import annotations

import msgspec

from cotree.runtime.executor import Executor
from cotree.runtime.messages import Heard, Told, encode
from cotree.runtime.read import Recording


class Difference(msgspec.Struct, frozen=True):
    """The first tick that came out differently."""

    n: int
    t: float
    recorded: str
    replayed: str


class Verdict(msgspec.Struct, frozen=True):
    """What came of it."""

    ticks: int
    """Ticks that were done again."""
    same: int
    """Ticks whose bytes were the same."""
    first: Difference | None
    damage: str = ""
    """Why the record has no more ticks, although the run may have had."""

    @property
    def equal(self) -> bool:
        """Whether all ticks were the same."""
        return self.same == self.ticks

    @property
    def ok(self) -> bool:
        """Whether they were, and nothing of the record is missing."""
        return self.equal and not self.damage


def verify(recording: Recording, executor: Executor) -> Verdict:
    """Do every tick again and compare what it told."""
    told = {message.n: encode(message) for message in recording.all(Told)}
    heard = recording.all(Heard)
    if recording.cut and heard and heard[-1].n not in told:
        heard.pop()  # the cut may have taken what this tick told
    same = 0
    first: Difference | None = None
    for each in heard:
        recorded = told.get(each.n, b"")
        replayed = _again(executor, each)
        if recorded == replayed:
            same += 1
        elif first is None:
            first = Difference(each.n, each.t, recorded.decode(), replayed.decode())
    return Verdict(len(heard), same, first, recording.cut)


def _again(executor: Executor, heard: Heard) -> bytes:
    told = executor.replay(heard)
    return encode(told) if told.changes or told.commands else b""
