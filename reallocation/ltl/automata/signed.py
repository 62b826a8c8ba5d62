"""Formulas with a sign: what the rules of derivatives speak of, so that none is ever rewritten."""

from __future__ import annotations

from typing import TypeAlias

from cotree.reallocation.ltl.language.formula import Formula, Iff, Implies, Not

Signed: TypeAlias = tuple[Formula, bool]
"""A formula, or (with False) its negation."""


def parts_of(formula: Formula, sign: bool) -> list[Signed]:
    """The signed formulas whose derivatives a rule needs, or that it owes."""
    if isinstance(formula, Not):
        return [(formula.part, not sign)]
    if isinstance(formula, Implies):
        return [(formula.left, not sign), (formula.right, sign)]
    if isinstance(formula, Iff):
        return [(child, each) for child in formula.children for each in (True, False)]
    return [(child, sign) for child in formula.children]


def all_signed(formula: Formula) -> tuple[Signed, ...]:
    """What the rules speak of, each after its parts."""
    found: dict[Signed, None] = {}
    waiting: list[tuple[Signed, bool]] = [((formula, True), False)]
    while waiting:
        one, ready = waiting.pop()
        if one in found:
            continue
        if ready:
            found[one] = None
            continue
        waiting.append((one, True))
        waiting.extend((part, False) for part in parts_of(*one))
    return tuple(found)
