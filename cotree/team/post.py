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
        self._n = 0
        self.sent = 0

    def put(self, to: tuple[str, ...], section: str, item: object) -> None:
        """One more item for these readers."""
        self._drafts.setdefault(to, {}).setdefault(section, []).append(item)

    def fact(self, to: tuple[str, ...], fact: Fact) -> None:
        """A fact for these readers, once."""
        facts = self._drafts.setdefault(to, {}).setdefault("facts", [])
        if fact not in facts:
            facts.append(fact)

    def set(self, to: tuple[str, ...], section: str, value: object) -> None:
        """What a letter to these readers has only one of."""
        self._drafts.setdefault(to, {})
        self._single.setdefault(to, {})[section] = value

    def waiting(self, to: tuple[str, ...]) -> bool:
        """Whether something waits for these readers."""
        return to in self._drafts

    def flush(self) -> list[Letter]:
        """The letters; nothing waits afterwards."""
        if not self._drafts:
            return []
        letters = []
        for to, sections in self._drafts.items():
            parts = {key: tuple(items[:MOST_ITEMS]) for key, items in sections.items()}
            letters.append(self._letter(to, {**parts, **self._single.get(to, {})}))
        self._drafts.clear()
        self._single.clear()
        self.sent += len(letters)
        return letters

    def flush_to(self, to: tuple[str, ...]) -> list[Letter]:
        """Only the letter to these readers, now, so that the next one has other sections."""
        sections, single = self._drafts.pop(to, {}), self._single.pop(to, {})
        self.sent += 1
        return [self._letter(to, {**{k: tuple(v) for k, v in sections.items()}, **single})]

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
