"""A deterministic automaton of the words that satisfy a formula: an immutable value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cotree.reallocation.ltl.automata.letters import Alphabet, Flags, Letter

Steps = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Automaton:
    """The smallest one for its language; two of equal language and alphabet are equal arrays.

    States are numbered as they are met from the start, letters in the order of the alphabet.
    """

    alphabet: Alphabet
    start: int
    accepting: Flags
    """Per state: whether the word may be over here."""
    step: Steps
    """``[state, letter]``: the next state."""
    dead: Flags
    """Per state: nothing that follows can satisfy the formula any more."""
    settled: Flags
    """Per state: satisfied, whatever follows."""

    @property
    def states(self) -> int:
        """How many states it has."""
        return len(self.accepting)

    def after(self, word: Iterable[Letter], state: int | None = None) -> int:
        """The state after these letters, from the given state or from the start."""
        at = self.start if state is None else state
        for letter in word:
            at = int(self.step[at, self.alphabet.index(letter)])
        return at

    def accepts(self, word: Iterable[Letter]) -> bool:
        """Whether the word satisfies the formula."""
        return bool(self.accepting[self.after(word)])

    def same_language(self, other: Automaton) -> bool:
        """Whether both accept the same words, over the same alphabet."""
        return (
            self.alphabet == other.alphabet
            and np.array_equal(self.accepting, other.accepting)
            and np.array_equal(self.step, other.step)
        )


def minimal(
    alphabet: Alphabet, accepting: list[bool], step: list[list[int]], kinds: Steps
) -> Automaton:
    """The smallest automaton of the same language (Moore's refinement); state 0 is the start.

    ``step[state][kind]``, with the kind of each letter in ``kinds``, numbered as they are met.
    Every state must be reachable, and in the order of a breadth-first walk.
    """
    table = np.array(step, dtype=np.int32).reshape(len(accepting), -1)
    classes = np.array(accepting, dtype=np.int32)
    count = 0
    while True:
        found = _numbered(np.column_stack((classes, classes[table])))
        last, count, classes = count, int(found.max()) + 1, found
        if count == last:
            break
    first = np.unique(classes, return_index=True)[1]
    return _finished(
        alphabet, np.array(accepting, dtype=bool)[first], classes[table[first]][:, kinds]
    )


def _numbered(rows: Steps) -> Steps:
    """Equal rows get equal numbers, in the order in which they first appear."""
    seen: dict[bytes, int] = {}
    numbers = [seen.setdefault(row.tobytes(), len(seen)) for row in np.ascontiguousarray(rows)]
    return np.array(numbers, dtype=np.int32)


def _finished(alphabet: Alphabet, accepting: Flags, step: Steps) -> Automaton:
    """In a smallest automaton only one state is dead and one settled: those that never leave."""
    stays = (step == np.arange(len(accepting))[:, np.newaxis]).all(axis=1)
    arrays = accepting, step, stays & ~accepting, stays & accepting
    for array in arrays:
        array.flags.writeable = False
    return Automaton(alphabet, 0, *arrays)
