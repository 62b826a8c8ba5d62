"""The words of formulas: operators in every spelling, atoms, parentheses, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cotree.core.words import did_you_mean
from cotree.reallocation.ltl.language.formula import FormulaError

MOST_CHARACTERS = 50_000
"""How long the text of a formula may be."""

_SPELLINGS = {
    "true": "true ⊤",  # noqa: RUF001
    "false": "false ⊥",
    "!": "! not ¬",
    "X": "X ○ ◯",
    "wX": "wX N",
    "F": "F <> ◇ ♢ ⋄",
    "G": "G [] □ ◻",
    "U": "U",
    "R": "R",
    "W": "W",
    "M": "M",
    "&&": "&& & and ∧",
    "||": "|| | or ∨",  # noqa: RUF001
    "->": "-> => → ⇒",
    "<->": "<-> <=> ↔ ⇔",
    "(": "(",
    ")": ")",
}
OPERATORS: Mapping[str, str] = MappingProxyType(
    {spelling: kind for kind, all_ in _SPELLINGS.items() for spelling in all_.split()}
)
"""Every spelling, and the operator that it stands for."""
KEYWORDS = frozenset(word for word in OPERATORS if word.isidentifier() and word.isascii())
"""Words that are no atoms."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*")
_SYMBOLS = sorted(OPERATORS.keys() - KEYWORDS, key=len, reverse=True)
_SYMBOL = re.compile("|".join(re.escape(symbol) for symbol in _SYMBOLS))


@dataclass(frozen=True)
class Token:
    """One word of a formula: an operator's kind, ``atom``, or ``end``."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    """The words from left to right, and ``end``; refuses what is none."""
    if len(text) > MOST_CHARACTERS:
        raise FormulaError(
            f"{len(text)} characters are more than {MOST_CHARACTERS}; split the mission", 0, 1
        )
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        token = _token(text, at)
        yield token
        at = token.end
    yield Token("end", "", len(text), len(text))


def _token(text: str, at: int) -> Token:
    name = _NAME.match(text, at)
    if name is not None:
        word = name.group()
        return Token(OPERATORS.get(word, "atom"), word, at, name.end())
    symbol = _SYMBOL.match(text, at)
    if symbol is not None:
        return Token(OPERATORS[symbol.group()], symbol.group(), at, symbol.end())
    raise FormulaError(_stranger(text, at), at, at + 1)


def _stranger(text: str, at: int) -> str:
    char = text[at] if text[at].isprintable() else f"U+{ord(text[at]):04X}"
    if char.isdigit():
        return f"'{char}': an atom begins with a letter or '_'"
    near = {"=": "->", "<": "<>", "[": "[]", "]": "[]", "-": "->", "~": "!", "^": "<->", ";": "&&"}
    hint = f"; did you mean '{near[char]}'?" if char in near else ""
    return f"'{char}' means nothing in a formula{hint}"


def unknown(word: str, atoms: frozenset[str]) -> str:
    """What to say of an atom that is not one of the known ones."""
    for operator in ("wX", "X", "F", "G", "N"):
        rest = word.removeprefix(operator)
        if rest != word and rest in atoms:
            return f"no region, state or fact is called '{word}'; did you mean '{operator} {rest}'?"
    hint = did_you_mean(word, atoms)
    return f"no region, state or fact is called '{word}'{hint}"
