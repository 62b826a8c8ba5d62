"""Random formulas and all short words, for tests of the language and of the automata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from hypothesis import strategies as st

from cotree.reallocation.ltl.language.formula import (
    And,
    Atom,
    Falsity,
    Finally,
    Formula,
    Globally,
    Iff,
    Implies,
    Next,
    Not,
    Or,
    Release,
    Truth,
    Until,
    WeakNext,
    WeakUntil,
)

Letters = Sequence[frozenset[str]]

ONE_HOT = tuple(frozenset(name) for name in "abc")
"""Exactly one of three atoms at a time."""
FREE = tuple(frozenset(letter) for letter in ((), "a", "b", "ab"))
"""Two atoms, each true or not."""

UNARY = (Not, Next, WeakNext, Finally, Globally)
BINARY = (Implies, Iff, Until, Release, WeakUntil)
MANY = (And, Or)


def formulas(atoms: str = "abc", leaves: int = 8) -> st.SearchStrategy[Formula]:
    """Formulas with every operator."""
    return st.recursive(_leaves(atoms), _above, max_leaves=leaves)


def state_formulas(atoms: str = "abc", leaves: int = 4) -> st.SearchStrategy[Formula]:
    """Formulas about one moment."""
    return st.recursive(_leaves(atoms), _above_state, max_leaves=leaves)


def step_formulas(atoms: str = "abc") -> st.SearchStrategy[Formula]:
    """Formulas about this moment and the next."""
    below = state_formulas(atoms, 2)
    nexts = st.builds(Next, below) | st.builds(WeakNext, below)
    return st.recursive(below | nexts, _above_state, max_leaves=4)


def words(letters: Letters, longest: int) -> Iterator[tuple[frozenset[str], ...]]:
    """Every word up to this length, the empty one first."""
    for length in range(longest + 1):
        yield from product(letters, repeat=length)


def _leaves(atoms: str) -> st.SearchStrategy[Formula]:
    names = st.sampled_from(list(atoms)).map(Atom)
    return st.one_of(names, names, names, st.sampled_from([Truth(), Falsity()]))


def _above_state(below: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(below, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Not, below),
        *(st.builds(kind, several) for kind in MANY),
        *(st.builds(kind, below, below) for kind in (Implies, Iff)),
    )


def _above(below: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(below, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        *(st.builds(kind, below) for kind in UNARY),
        *(st.builds(kind, below, below) for kind in BINARY),
        *(st.builds(kind, several) for kind in MANY),
    )
