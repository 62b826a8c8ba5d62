"""Who is seen at which leaf: one register per observer and leaf, refreshed, fading, OR-ed."""

from __future__ import annotations

import msgspec


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """What an observer says about people at a leaf."""

    observer: str
    leaf: int
    active: bool
    n: int
    """Counts the observer's statements, so that a late one cannot overtake a newer one."""


class _Register(msgspec.Struct):
    active: bool
    n: int
    until_s: float


class People:
    """What is known about people, own sightings and those of others together."""

    def __init__(self, me: str, lasts_s: float) -> None:
        self._me = me
        self._lasts_s = lasts_s
        self._registers: dict[tuple[str, int], _Register] = {}
        self._n = 0

    def see(self, leaf: int, active: bool, now_s: float) -> Seen:
        """An own sighting, to be repeated while it lasts; returns what to tell the others."""
        self._n += 1
        seen = Seen(self._me, leaf, active, self._n)
        self.hear(seen, now_s)
        return seen

    def hear(self, seen: Seen, now_s: float) -> None:
        """A sighting, own or told."""
        key = (seen.observer, seen.leaf)
        old = self._registers.get(key)
        if old is not None and now_s < old.until_s and seen.n <= old.n:
            return
        self._registers[key] = _Register(seen.active, seen.n, now_s + self._lasts_s)

    def own(self, now_s: float) -> list[Seen]:
        """Own sightings that still hold, to be told again."""
        return [
            Seen(self._me, leaf, register.active, register.n)
            for (observer, leaf), register in self._registers.items()
            if observer == self._me and now_s < register.until_s
        ]

    def active(self, leaf: int, now_s: float) -> bool:
        """Whether anybody saw a person at this leaf just now."""
        return any(
            register.active and now_s < register.until_s
            for (_, at), register in self._registers.items()
            if at == leaf
        )

    def __bool__(self) -> bool:
        return bool(self._registers)

    def forget(self, now_s: float) -> None:
        """Drop what has faded."""
        gone = [key for key, register in self._registers.items() if now_s >= register.until_s]
        for key in gone:
            del self._registers[key]
