"""The letters that a robot or a team can show: a robot is in one region and one state at a time.

Automata are made over these letters only.  What no robot can be (in two rooms at once) is never
considered, which halves the automata and is what makes a decomposition into robots sound.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import NDArray

Letter = frozenset[str]
"""The atoms that are true at one moment."""
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Alphabet:
    """Different letters in a fixed order; an automaton's columns are in this order."""

    letters: tuple[Letter, ...]
    _numbers: dict[Letter, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        numbers = {letter: number for number, letter in enumerate(self.letters)}
        if len(numbers) != len(self.letters):
            raise ValueError("an alphabet has each letter once; use Alphabet.of(letters)")
        if not numbers:
            raise ValueError("an alphabet without letters has no words to plan with")
        object.__setattr__(self, "_numbers", numbers)

    @classmethod
    def of(cls, letters: Iterable[Collection[str]]) -> Alphabet:
        """These letters, repeated ones once, in the order in which they come."""
        return cls(tuple(dict.fromkeys(frozenset(letter) for letter in letters)))

    @classmethod
    def one_hot(cls, *dimensions: Iterable[str]) -> Alphabet:
        """One name of each dimension at a time: every region with every operating state."""
        return cls.of(product(*dimensions))

    @property
    def atoms(self) -> frozenset[str]:
        """What some letter says."""
        return frozenset().union(*self.letters)

    def __len__(self) -> int:
        return len(self.letters)

    def index(self, letter: Letter) -> int:
        """The number of a letter; ``ValueError`` if it is none of these."""
        number = self._numbers.get(letter)
        if number is None:
            told = ", ".join(sorted(letter)) or "nothing"
            raise ValueError(f"no robot can show the letter {{{told}}}: it is not in the alphabet")
        return number

    def word(self, letters: Iterable[Letter]) -> list[int]:
        """The numbers of a word's letters."""
        return [self.index(letter) for letter in letters]

    def having(self, atom: str) -> Flags:
        """Which letters say this atom."""
        return np.fromiter((atom in letter for letter in self.letters), bool, len(self.letters))
