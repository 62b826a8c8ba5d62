"""What remains to be satisfied, in a form in which equal things look equal.

A *debt* is a formula (or its negation) that must hold from the next letter on.  It is *strong* when
there must be a next letter, *weak* when the word may as well be over.  What remains after a word is
a monotone combination of debts.  Every monotone Boolean function has exactly one irredundant
disjunctive form, its minimal terms, so this form is canonical: two remainders that combine the same
debts to the same function are the same value.  Where a debt implies others, terms have them, too.

Debts come from the subformulas of one formula (each with or without negation, strong or weak), so
there are finitely many, hence finitely many remainders: the construction of states terminates.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TypeAlias

Remainder: TypeAlias = tuple[int, ...]
"""Minimal terms in ascending order; a term is a set of debts, one bit each."""

NOTHING: Remainder = (0,)
"""Nothing remains: satisfied whatever comes."""
NEVER: Remainder = ()
"""Nothing can satisfy it any more."""


class TooLarge(ValueError):
    """The automaton of a formula would outgrow its limit."""


def either(one: Remainder, two: Remainder) -> Remainder:
    """One of both suffices."""
    if one in (NEVER, two) or two == NOTHING:
        return two
    if two == NEVER or one == NOTHING:
        return one
    return _minimal({*one, *two})


def both(one: Remainder, two: Remainder, most: int) -> Remainder:
    """Both must be satisfied; ``TooLarge`` beyond ``most`` terms."""
    if one in (NOTHING, two) or two == NEVER:
        return two
    if two == NOTHING or one == NEVER:
        return one
    if len(one) * len(two) > most * 8:
        raise TooLarge(f"more than {most} ways to satisfy what remains")
    found = _minimal({left | right for left in one for right in two})
    if len(found) > most:
        raise TooLarge(f"more than {most} ways to satisfy what remains")
    return found


def all_of(remainders: Iterable[Remainder], most: int) -> Remainder:
    """All must be satisfied."""
    return reduce(lambda one, two: both(one, two, most), remainders, NOTHING)


def any_of(remainders: Iterable[Remainder]) -> Remainder:
    """One of them suffices."""
    return reduce(either, remainders, NEVER)


def _minimal(terms: set[int]) -> Remainder:
    kept: list[int] = []
    for term in sorted(terms, key=int.bit_count):
        if not any(small & term == small for small in kept):
            kept.append(term)
    return tuple(sorted(kept))
