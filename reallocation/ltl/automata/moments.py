"""Formulas about one step, judged for whole arrays of moments at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TypeAlias

import numpy as np

from cotree.reallocation.ltl.automata.letters import Alphabet, Flags
from cotree.reallocation.ltl.language.formula import (
    TEMPORAL,
    And,
    Atom,
    Falsity,
    Formula,
    Globally,
    Iff,
    Implies,
    Next,
    Not,
    Or,
    Release,
    Truth,
    WeakNext,
    WeakUntil,
    is_state,
    subformulas,
)

Reader: TypeAlias = Callable[[str], Flags]
"""Where an atom is true, over the moments that are judged."""


def is_step(formula: Formula) -> bool:
    """Whether it speaks of this moment and the next one only."""
    return all(
        is_state(one.part) if isinstance(one, Next | WeakNext) else isinstance(one, _ONE_MOMENT)
        for one in subformulas(formula)
    )


def satisfied(formula: Formula, alphabet: Alphabet) -> Flags:
    """Which letters satisfy it when no letter follows."""
    return judged(formula, alphabet.having, None)


def permitted(formula: Formula, alphabet: Alphabet) -> Flags:
    """Which steps satisfy it: ``[source, target]``."""
    return judged(
        formula,
        lambda atom: alphabet.having(atom)[:, np.newaxis],
        lambda atom: alphabet.having(atom)[np.newaxis, :],
    )


def judged(formula: Formula, now: Reader, soon: Reader | None) -> Flags:
    """Where a formula about one step is true; without ``soon`` nothing follows."""
    here: dict[Formula, Flags] = {}
    there: dict[Formula, Flags] = {}
    for one in subformulas(formula):
        if isinstance(one, Next | WeakNext):
            ending = np.array(isinstance(one, WeakNext))
            here[one] = ending if soon is None else there[one.part]
            continue
        here[one] = _combined(one, now, here)
        if soon is not None and all(child in there for child in one.children):
            there[one] = _combined(one, soon, there)
    return here[formula]


def at_end(formula: Formula) -> bool:
    """Whether it holds where the word is over."""
    here: dict[Formula, Flags] = {}
    for one in subformulas(formula):
        if isinstance(one, TEMPORAL):
            here[one] = np.array(isinstance(one, _TRUE_AT_END))
        else:
            here[one] = _combined(one, lambda _: np.array(False), here)
    return bool(here[formula])


def _combined(one: Formula, read: Reader, known: dict[Formula, Flags]) -> Flags:
    if isinstance(one, Atom):
        return read(one.name)
    if isinstance(one, Truth | Falsity):
        return np.array(isinstance(one, Truth))
    return _COMBINE[type(one)]([known[child] for child in one.children])


_COMBINE: dict[type[Formula], Callable[[list[Flags]], Flags]] = {
    Not: lambda parts: ~parts[0],
    And: lambda parts: reduce(np.logical_and, parts),
    Or: lambda parts: reduce(np.logical_or, parts),
    Implies: lambda parts: ~parts[0] | parts[1],
    Iff: lambda parts: parts[0] == parts[1],
}
_TRUE_AT_END = (WeakNext, Globally, Release, WeakUntil)
_ONE_MOMENT = (Atom, Truth, Falsity, *_COMBINE)
