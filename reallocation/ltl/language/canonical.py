"""Formulas joined in one way whatever their order (flat, sorted, absorbed), and split again."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.reallocation.ltl.language.formula import (
    And,
    Falsity,
    Finally,
    Formula,
    Globally,
    Implies,
    Many,
    Not,
    Or,
    Truth,
)
from cotree.reallocation.ltl.language.printing import text_of


def conjunction(parts: Iterable[Formula]) -> Formula:
    """All of them: one ``&&`` of different parts in order, or ``true``, or the only part."""
    return _joined(parts, And, Or, Truth(), Falsity())


def disjunction(parts: Iterable[Formula]) -> Formula:
    """One of them: one ``||`` of different parts in order, or ``false``, or the only part."""
    return _joined(parts, Or, And, Falsity(), Truth())


def negation(part: Formula) -> Formula:
    """The opposite, without a double ``!``."""
    if isinstance(part, Not):
        return part.part
    if isinstance(part, Truth):
        return Falsity()
    return Truth() if isinstance(part, Falsity) else Not(part)


def conjuncts_of(formula: Formula) -> tuple[Formula, ...]:
    """Formulas that together say the same, each once, in written order, split as far as possible.

    ``&&`` is split; ``[]`` and ``X``-free negations are pushed inwards where that gives parts:
    ``[](a && b)`` is ``[]a`` and ``[]b``, ``!(a || b)`` is ``!a`` and ``!b``, ``!<>a`` is ``[]!a``.
    """
    found: dict[Formula, None] = {}
    waiting = [formula]
    while waiting:
        one = waiting.pop()
        parts = _split(one)
        if parts is None:
            found[one] = None
        else:
            waiting.extend(reversed(parts))
    return tuple(found)


def _split(formula: Formula) -> tuple[Formula, ...] | None:
    if isinstance(formula, Truth):
        return ()
    if isinstance(formula, And):
        return formula.parts
    if isinstance(formula, Globally):
        return _split_always(formula.part)
    if isinstance(formula, Not):
        return _split_denied(formula.part)
    return None


def _split_always(part: Formula) -> tuple[Formula, ...] | None:
    """What ``[]part`` consists of."""
    if isinstance(part, Globally):
        return (part,)
    below = _split(part)
    return None if below is None else tuple(Globally(one) for one in below)


def _split_denied(part: Formula) -> tuple[Formula, ...] | None:
    """What ``!part`` consists of."""
    if isinstance(part, Not):
        return (part.part,)
    if isinstance(part, Finally):
        return (Globally(Not(part.part)),)
    if isinstance(part, Or):
        return tuple(Not(one) for one in part.parts)
    if isinstance(part, Implies):
        return part.left, Not(part.right)
    return () if isinstance(part, Falsity) else None


def _joined(
    parts: Iterable[Formula], kind: type[Many], other: type[Many], unit: Formula, zero: Formula
) -> Formula:
    flat: dict[Formula, None] = {}
    for part in parts:
        flat.update(dict.fromkeys(part.children if isinstance(part, kind) else (part,)))
    flat.pop(unit, None)
    if zero in flat or any(negation(part) in flat for part in flat):
        return zero
    kept = [part for part in flat if not _absorbed(part, flat, other)]
    kept.sort(key=text_of)
    if len(kept) < 2:
        return kept[0] if kept else unit
    return kind(tuple(kept))


def _absorbed(part: Formula, beside: dict[Formula, None], other: type[Many]) -> bool:
    """``a || b`` beside ``a``."""
    return isinstance(part, other) and any(child in beside for child in part.children)
