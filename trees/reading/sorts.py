"""The sorts of capability that a mission speaks of: domains, and names or numbers of their types.

Types are numbers, or names that ``matching: {types: ...}`` lists, or names that robots use: then a
component that says no type is of type 1, ``plain``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from cotree.core.jobs import DOMAINS, Domain, Domains
from cotree.core.words import did_you_mean

PLAIN = "plain"
"""What type 1 is called where others have names that nobody listed."""


class UnknownSort(ValueError):
    """There is no such domain or type; the text says what there is."""


class Sorts:
    """The domains of one mission; the names of types grow while its robots are read."""

    def __init__(self, own: Iterable[Domain] = (), types: Mapping[str, tuple[str, ...]] = {}):
        added = tuple(own)
        new = {domain.name for domain in added}
        kept = tuple(domain for domain in DOMAINS if domain.name not in new)
        self._domains = {domain.name: domain for domain in (*kept, *added)}
        self._listed = frozenset(types)
        self._numbered: dict[str, int] = {}
        """By domain: the highest number that stands for a type."""
        for name, named in types.items():
            found = self.domain(name)
            again = next((each for each in named if named.count(each) > 1), "")
            if again:
                raise UnknownSort(f"'{again[:80]}' is written twice under '{name}'")
            self._domains[name] = msgspec.structs.replace(found, types=tuple(named))

    @property
    def domains(self) -> Domains:
        """All of them, with the names of their types."""
        return tuple(self._domains.values())

    def domain(self, name: str) -> Domain:
        """The domain of this name, or ``UnknownSort``."""
        if name not in self._domains:
            hint = did_you_mean(name[:80], self._domains)
            raise UnknownSort(f"no domain '{name[:80]}'{hint}")
        return self._domains[name]

    def type(self, domain: str, written: int | str, *, new: bool = False) -> int:
        """The number of a type; ``new``: a robot has it, so that its name need not be known."""
        known = self.domain(domain).types
        if isinstance(written, int):
            return self._number(domain, written, known)
        if written in known:
            return known.index(written) + 1
        if not new or domain in self._listed:
            hint = did_you_mean(written[:80], known) if known else "; its types are numbers"
            raise UnknownSort(f"no type '{written[:80]}' of {domain}{hint}")
        if self._numbered.get(domain, 1) > 1:
            raise UnknownSort(
                f"types of {domain} are numbers elsewhere; list their names: "
                f"'matching: {{types: {{{domain}: [...]}}}}'"
            )
        names = (*(known or (PLAIN,)), written)
        self._domains[domain] = msgspec.structs.replace(self._domains[domain], types=names)
        return len(names)

    def _number(self, domain: str, number: int, known: tuple[str, ...]) -> int:
        if known and number > len(known):
            raise UnknownSort(f"no type {number} of {domain}{did_you_mean(str(number), known)}")
        self._numbered[domain] = max(self._numbered.get(domain, 1), number)
        return number
