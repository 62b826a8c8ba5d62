"""The referee: whether a finite word satisfies a formula, straight from the textbook's clauses.

Nothing here is shared with the automata that plans are made with, so that the two check each other.
Position ``n`` of a word of ``n`` letters is its end, where nothing holds that asks for a letter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
    subformulas,
)

Word = Sequence[frozenset[str]]
"""What was true, moment by moment."""
_Row = list[bool]
"""Whether a formula holds from each position on; the last entry is the word's end."""


def holds(formula: Formula, word: Word) -> bool:
    """Whether the word satisfies the formula (LTLf; ``X`` is false at the last letter).

    The empty word: no atom holds, ``X`` and ``<>`` and ``U`` are false, ``wX``, ``[]``, ``R`` and
    ``W`` true, and the rest follows; ``!a`` holds exactly where ``a`` does not, there too.
    """
    return truth(formula, word)[0]


def truth(formula: Formula, word: Word) -> tuple[bool, ...]:
    """Whether the rest of the word satisfies the formula: from each letter on, and at the end."""
    rows: dict[Formula, _Row] = {}
    for one in subformulas(formula):
        if isinstance(one, Atom):
            name = one.name
            rows[one] = [name in letter for letter in word] + [False]
        elif isinstance(one, Truth | Falsity):
            rows[one] = [isinstance(one, Truth)] * (len(word) + 1)
        else:
            rows[one] = _CLAUSES[type(one)](*(rows[child] for child in one.children))
    return tuple(rows[formula])


def _not(part: _Row) -> _Row:
    return [not now for now in part]


def _and(*parts: _Row) -> _Row:
    return list(map(all, zip(*parts, strict=True)))


def _or(*parts: _Row) -> _Row:
    return list(map(any, zip(*parts, strict=True)))


def _implies(left: _Row, right: _Row) -> _Row:
    return [then or not now for now, then in zip(left, right, strict=True)]


def _iff(left: _Row, right: _Row) -> _Row:
    return [one == two for one, two in zip(left, right, strict=True)]


def _next(part: _Row) -> _Row:
    return [*part[1:-1], False, False][: len(part)]


def _weak_next(part: _Row) -> _Row:
    return [*part[1:-1], True, True][: len(part)]


def _backwards(part: _Row, at_end: bool, judge: Callable[[int, bool], bool]) -> _Row:
    """``judge(position, verdict there after)`` from the last letter to the first."""
    row = [at_end]
    for position in range(len(part) - 2, -1, -1):
        row.append(judge(position, row[-1]))
    return row[::-1]


def _finally(part: _Row) -> _Row:
    """Up to the last letter from which on it holds."""
    upto = _after_last(True, part)
    return [True] * upto + [False] * (len(part) - upto)


def _globally(part: _Row) -> _Row:
    """After the last letter from which on it does not hold."""
    upto = _after_last(False, part)
    return [False] * upto + [True] * (len(part) - upto)


def _after_last(verdict: bool, part: _Row) -> int:
    """How many letters there are up to the last one with this verdict; the end is no letter."""
    backwards = part[-2::-1] if len(part) > 1 else []
    return len(backwards) - backwards.index(verdict) if verdict in backwards else 0


def _until(left: _Row, right: _Row) -> _Row:
    return _backwards(left, False, lambda at, later: right[at] or (left[at] and later))


def _release(left: _Row, right: _Row) -> _Row:
    return _backwards(left, True, lambda at, later: right[at] and (left[at] or later))


def _weak_until(left: _Row, right: _Row) -> _Row:
    return _backwards(left, True, lambda at, later: right[at] or (left[at] and later))


_CLAUSES: Mapping[type[Formula], Callable[..., _Row]] = {
    Not: _not,
    And: _and,
    Or: _or,
    Implies: _implies,
    Iff: _iff,
    Next: _next,
    WeakNext: _weak_next,
    Finally: _finally,
    Globally: _globally,
    Until: _until,
    Release: _release,
    WeakUntil: _weak_until,
}
