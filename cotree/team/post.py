"""What goes out at the end of a step: one letter per group of readers, however much there is."""

from __future__ import annotations

from typing import Any

from cotree.team.facts import Fact
from cotree.team.messages import MOST_ITEMS, VERSION, Letter
from cotree.team.mind import Mind

EVERYBODY: tuple[str, ...] = ()


class Post:
    """Collects sections per readers and makes numbered letters of them."""

    def __init__(self, mission: str, mind: Mind) -> None:
        self._mission = mission
        self._mind = mind
        self._drafts: dict[tuple[str, ...], dict[str, list[Any]]] = {}
        self._single: dict[tuple[str, ...], dict[str, Any]] = {}
        self._facts: dict[tuple[str, ...], dict[int, Fact]] = {}
        self._n = 0
        self.beats = False
        """Whether what is for everybody leaves now."""

    def put(self, to: tuple[str, ...], section: str, item: object) -> None:
        """One more item for these readers."""
        self._drafts.setdefault(to, {}).setdefault(section, []).append(item)

    def fact(self, to: tuple[str, ...], fact: Fact) -> None:
        """A fact for these readers, once; one that says nothing need not be told."""
        if fact.says_something:
            self._facts.setdefault(to, {})[fact.leaf] = fact
            self._drafts.setdefault(to, {})

    def set(self, to: tuple[str, ...], section: str, value: object) -> None:
        """What a letter to these readers has only one of."""
        self._drafts.setdefault(to, {})
        self._single.setdefault(to, {})[section] = value

    def flush(self) -> list[Letter]:
        """The letters; only what is for everybody waits for the next heartbeat."""
        if not self._drafts:
            return []
        ready = [to for to in self._drafts if to != EVERYBODY or self.beats]
        self.beats = False
        return [self.flush_to(to) for to in ready]

    def flush_to(self, to: tuple[str, ...]) -> Letter:
        """Only the letter to these readers, now, so that the next one has other sections."""
        sections, single = self._drafts.pop(to, {}), self._single.pop(to, {})
        parts = {key: tuple(items[:MOST_ITEMS]) for key, items in sections.items()}
        facts = self._facts.pop(to, None)
        if facts:
            parts["facts"] = tuple(facts.values())[:MOST_ITEMS]
        return self._letter(to, {**parts, **single})

    def _letter(self, to: tuple[str, ...], sections: dict[str, Any]) -> Letter:
        mind = self._mind
        self._n += 1
        return Letter(
            VERSION,
            self._mission,
            mind.task.hash,
            mind.name,
            mind.boot,
            self._n,
            mind.lamport.counter,
            mind.roster.epoch,
            to,
            **sections,
        )
