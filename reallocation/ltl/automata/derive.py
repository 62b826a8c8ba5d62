"""From formula to automaton: states are what remains to be satisfied.

Letters that the formula cannot tell apart are derived once.  Memo tables live in the translator,
which lives as long as one translation.
"""

from __future__ import annotations

import numpy as np

from cotree.reallocation.ltl.automata.automaton import Automaton, minimal
from cotree.reallocation.ltl.automata.letters import Alphabet, Letter
from cotree.reallocation.ltl.automata.moments import at_end
from cotree.reallocation.ltl.automata.obligations import Remainder, TooLarge, any_of
from cotree.reallocation.ltl.automata.rules import Rules
from cotree.reallocation.ltl.language.formula import Formula, atoms_of

MOST_STATES = 4096
"""States that a translation may make, before it is minimised."""
MOST_TERMS = 1024
"""Ways in which what remains may be satisfied."""


def translate(formula: Formula, alphabet: Alphabet, limit: int = MOST_STATES) -> Automaton:
    """The smallest automaton of the words over this alphabet that satisfy the formula.

    ``TooLarge`` when more than ``limit`` states would be made on the way.
    """
    return _Translator(formula, alphabet).automaton(limit)


class _Translator:
    def __init__(self, formula: Formula, alphabet: Alphabet) -> None:
        self._alphabet = alphabet
        kinds = _Kinds(formula, alphabet)
        self._columns = kinds.of_letter
        self._rules = Rules(formula, MOST_TERMS)
        self._start = self._rules.owe(self._rules.number(formula, True), not at_end(formula))
        self._tables = [self._rules.after(kind) for kind in kinds.kinds]
        self._after_term: list[dict[int, Remainder]] = [{} for _ in self._tables]

    def automaton(self, limit: int) -> Automaton:
        """Every remainder that some word leaves, breadth first."""
        numbers = {self._start: 0}
        remainders = [self._start]
        step: list[list[int]] = []
        for remainder in remainders:  # grows meanwhile
            row = []
            for kind in range(len(self._tables)):
                after = self._after(remainder, kind)
                number = numbers.setdefault(after, len(remainders))
                if number == len(remainders):
                    remainders.append(after)
                row.append(number)
            step.append(row)
            if len(remainders) > limit:
                raise TooLarge(f"the automaton has more than {limit} states")
        accepting = [self._may_end(remainder) for remainder in remainders]
        return minimal(self._alphabet, accepting, step, self._columns)

    def _may_end(self, remainder: Remainder) -> bool:
        return any(term & ~self._rules.weak == 0 for term in remainder)

    def _after(self, remainder: Remainder, kind: int) -> Remainder:
        known = self._after_term[kind]
        for term in remainder:
            if term not in known:
                known[term] = self._rules.after_term(term, self._tables[kind])
        return any_of(known[term] for term in remainder)


class _Kinds:
    """Letters that say the same about the formula's atoms are of one kind."""

    def __init__(self, formula: Formula, alphabet: Alphabet) -> None:
        atoms = frozenset(atoms_of(formula))
        numbers: dict[Letter, int] = {}
        columns = [numbers.setdefault(letter & atoms, len(numbers)) for letter in alphabet.letters]
        self.kinds = list(numbers)
        self.of_letter = np.array(columns, dtype=np.int32)
