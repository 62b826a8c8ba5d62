"""Which robot cannot do its part of which leaf, in its own words: advice for those who choose.

One register per robot and leaf; the newest statement of that robot wins, whoever passes it on.
Differences are found by a digest per bucket of leaves, as with facts, so at rest it costs nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import blake2b
from typing import Annotated

import msgspec
from msgspec import Meta

from cotree.team.facts import BUCKET

REPEATS = 3
"""How many heartbeats carry a new statement."""
MOST_NEWS = 64
"""In one heartbeat, or in one correction."""


class Unable(msgspec.Struct, frozen=True, array_like=True):
    """A robot's statement about a leaf; an empty word takes back what it said before."""

    robot: Annotated[str, Meta(max_length=128)]
    leaf: Annotated[int, Meta(ge=0)]
    """The piece of work, by its number in the task."""
    boot: int
    """Counts the robot's processes."""
    n: int
    """Counts the statements of this incarnation."""
    word: Annotated[str, Meta(max_length=32)] = ""
    """Why; empty: it can after all."""

    @property
    def stamp(self) -> tuple[int, int]:
        """Statements of one robot, in order."""
        return (self.boot, self.n)


def _hash(said: Unable) -> int:
    return int.from_bytes(blake2b(msgspec.json.encode(said), digest_size=6).digest(), "big")


class Inability:
    """Everybody's statements, as far as they are known here."""

    def __init__(self, me: str, boot: int, leaves: int, robots: Collection[str]) -> None:
        self.digests = [0] * ((leaves + BUCKET - 1) // BUCKET)
        """Equal knowledge, equal digests."""
        self.revision = 0
        """Grows with every change."""
        self._me = me
        self._stamp = (boot, 0)
        self._robots = tuple(robots)
        self._said: list[dict[str, Unable]] = [{} for _ in range(leaves)]
        self._news: dict[tuple[int, str], int] = {}
        self._mine: set[int] = set()
        """Leaves of which this incarnation has said something."""
        self._next: dict[tuple[str, int], int] = {}

    # -- hearing and saying --------------------------------------------------------------------

    def say(self, leaf: int, word: str) -> bool:
        """An own statement; whether it says anything new."""
        if self._me not in self._robots:
            return False
        self._mine.add(leaf)
        old = self._said[leaf].get(self._me)
        if (old.word if old is not None else "") == word:
            return False
        self._state(leaf, word)
        return True

    def _state(self, leaf: int, word: str) -> None:
        boot, n = self._stamp
        self._stamp = (boot, n + 1)
        self._learn(Unable(self._me, leaf, boot, n + 1, word))

    def hear(self, said: Unable) -> None:
        """Anybody's statement, from whomever; those of strangers are nothing."""
        if said.robot not in self._robots:
            return
        if said.robot == self._me:
            self._hear_of_myself(said)
            return
        old = self._said[said.leaf].get(said.robot)
        if old is None or said.stamp > old.stamp:
            self._learn(said)

    def _hear_of_myself(self, said: Unable) -> None:
        """Others remember what an earlier incarnation said: say it anew, or take it back.

        Who lives again begins afresh: what it could not do before it may well try once more.
        """
        old = self._said[said.leaf].get(self._me)
        if old is not None and old.stamp >= said.stamp:
            return
        self._stamp = max(self._stamp, said.stamp)
        word = old.word if old is not None and said.leaf in self._mine else ""
        if word == said.word:
            self._learn(said)
        else:
            self._state(said.leaf, word)

    def _learn(self, said: Unable) -> None:
        registers = self._said[said.leaf]
        old = registers.get(said.robot)
        bucket = said.leaf // BUCKET
        self.digests[bucket] ^= _hash(said) ^ (0 if old is None else _hash(old))
        self.revision += 1
        registers[said.robot] = said
        self._news[said.leaf, said.robot] = REPEATS

    def adopt(self, robots: Iterable[str]) -> None:
        """The roster has changed: forget who is not in it any more."""
        self._robots = tuple(robots)
        self.revision += 1
        for leaf, registers in enumerate(self._said):
            for robot in [robot for robot in registers if robot not in self._robots]:
                self.digests[leaf // BUCKET] ^= _hash(registers.pop(robot))
                self._news.pop((leaf, robot), None)

    # -- telling -------------------------------------------------------------------------------

    def __bool__(self) -> bool:
        return bool(self._news)

    def take(self) -> list[Unable]:
        """News for the next heartbeat."""
        found = []
        for key in list(self._news)[:MOST_NEWS]:
            leaf, robot = key
            found.append(self._said[leaf][robot])
            left = self._news.pop(key) - 1
            if left:
                self._news[key] = left
        return found

    def correction(self, peer: str, bucket: int) -> list[Unable]:
        """What is known of a bucket that a peer knows otherwise; the next part next time."""
        some = self._said[bucket * BUCKET : (bucket + 1) * BUCKET]
        known = [said for registers in some for said in registers.values()]
        start = self._next.get((peer, bucket), 0)
        if start >= len(known):
            start = 0
        self._next[peer, bucket] = start + MOST_NEWS
        return known[start : start + MOST_NEWS]

    # -- questions -----------------------------------------------------------------------------

    def of(self, leaf: int) -> dict[str, str]:
        """Who cannot do a leaf, and why, in the order of the roster."""
        registers = self._said[leaf]
        if not registers:
            return {}
        found = [(robot, registers[robot]) for robot in self._robots if robot in registers]
        return {robot: said.word for robot, said in found if said.word}
