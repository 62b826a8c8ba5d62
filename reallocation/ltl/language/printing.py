"""From formula to text, with no more parentheses than needed: parsing it gives the formula back."""

from __future__ import annotations

from cotree.reallocation.ltl.language.formula import (
    And,
    Atom,
    Falsity,
    Finally,
    Formula,
    Globally,
    Iff,
    Implies,
    Many,
    Next,
    Not,
    Or,
    Release,
    Truth,
    Unary,
    Until,
    WeakNext,
    WeakUntil,
    subformulas,
)

_WORDS: dict[type[Formula], tuple[str, str]] = {
    Truth: ("true", "true"),
    Falsity: ("false", "false"),
    Not: ("!", "¬"),
    Next: ("X ", "○"),
    WeakNext: ("wX ", "wX "),
    Finally: ("<>", "◇"),
    Globally: ("[]", "□"),
    Until: (" U ", " U "),
    Release: (" R ", " R "),
    WeakUntil: (" W ", " W "),
    And: (" && ", " ∧ "),
    Or: (" || ", " ∨ "),  # noqa: RUF001
    Implies: (" -> ", " → "),
    Iff: (" <-> ", " ↔ "),
}
_TIGHTNESS: dict[type[Formula], int] = {
    Iff: 1,
    Implies: 2,
    Or: 3,
    And: 4,
    Until: 5,
    Release: 5,
    WeakUntil: 5,
}
_TIGHTEST = 6


def text_of(formula: Formula, unicode: bool = False) -> str:
    """The formula as a person would write it."""
    told: dict[Formula, str] = {}
    for one in subformulas(formula):
        told[one] = _told(one, told, unicode)
    return told[formula]


def _told(one: Formula, told: dict[Formula, str], unicode: bool) -> str:
    if isinstance(one, Atom):
        return one.name
    word = _WORDS[type(one)][unicode]
    if not one.children:
        return word
    own = _tightness(one)
    if isinstance(one, Unary):
        return word + _inside(one.part, own, told)
    if isinstance(one, Many):
        return word.join(_inside(part, own + 1, told) for part in one.parts)
    left, right = one.children
    return _inside(left, own + 1, told) + word + _inside(right, own, told)


def _tightness(one: Formula) -> int:
    return _TIGHTNESS.get(type(one), _TIGHTEST)


def _inside(one: Formula, needed: int, told: dict[Formula, str]) -> str:
    return told[one] if _tightness(one) >= needed else f"({told[one]})"
