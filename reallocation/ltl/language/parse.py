"""From text to formula.

From the loosest to the tightest: ``<->``, ``->``, ``||``, ``&&``, ``U R W M``, then ``! X wX F G``.
``&&`` and ``||`` join any number; all other operators group to the right.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from cotree.reallocation.ltl.language.formula import (
    And,
    Atom,
    Binary,
    Falsity,
    Finally,
    Formula,
    FormulaError,
    Globally,
    Iff,
    Implies,
    Next,
    Not,
    Or,
    Release,
    Truth,
    Unary,
    Until,
    WeakNext,
    WeakUntil,
)
from cotree.reallocation.ltl.language.tokens import Token, tokens, unknown

_BEFORE: dict[str, type[Unary]] = {
    "!": Not,
    "X": Next,
    "wX": WeakNext,
    "F": Finally,
    "G": Globally,
}
_BETWEEN: dict[str, type[Binary]] = {
    "<->": Iff,
    "->": Implies,
    "U": Until,
    "R": Release,
    "W": WeakUntil,
}
_JOINING: dict[str, type[And] | type[Or]] = {"||": Or, "&&": And}
_TIGHTNESS = {"(": 0, "<->": 1, "->": 2, "||": 3, "&&": 4, "U": 5, "R": 5, "W": 5, "M": 5}


def parse(text: str, atoms: Collection[str] | None = None) -> Formula:
    """The formula that the text says; ``FormulaError`` if it says none.

    Atoms other than the given ones are refused; without any given, every name is an atom.
    """
    reader = _Reader(None if atoms is None else frozenset(atoms))
    for token in tokens(text):
        reader.take(token)
    return reader.done()


@dataclass(frozen=True)
class _Read:
    """A formula, and where its text starts."""

    formula: Formula
    start: int


class _Reader:
    """Operator precedence with two stacks, so that no nesting can exhaust Python's."""

    def __init__(self, atoms: frozenset[str] | None) -> None:
        self._atoms = atoms
        self._read: list[_Read] = []
        self._waiting: list[Token] = []
        self._wants_formula = True

    def take(self, token: Token) -> None:
        """The next word."""
        if self._wants_formula:
            self._begin(token)
        else:
            self._continue(token)

    def done(self) -> Formula:
        """The whole formula."""
        (only,) = self._read
        return only.formula

    def _begin(self, token: Token) -> None:
        if token.kind in _BEFORE or token.kind == "(":
            self._waiting.append(token)
            return
        self._read.append(_Read(self._leaf(token), token.start))
        self._wants_formula = False
        self._close_unary(token)

    def _leaf(self, token: Token) -> Formula:
        if token.kind == "true":
            return Truth()
        if token.kind == "false":
            return Falsity()
        if token.kind == "atom":
            if self._atoms is not None and token.text not in self._atoms:
                raise FormulaError(unknown(token.text, self._atoms), token.start, token.end)
            return Atom(token.text)
        raise self._no_formula(token)

    def _no_formula(self, token: Token) -> FormulaError:
        if token.kind == "end" and not self._waiting:
            return FormulaError("the formula is empty; 'true' is one that always holds", 0, 1)
        last = self._waiting[-1] if self._waiting else None
        before = f" after '{last.text}'" if last is not None else ""
        found = "the text ends" if token.kind == "end" else f"'{token.text}' stands"
        start, end = (last.start, last.end) if token.kind == "end" and last else _place(token)
        return FormulaError(f"{found} where a formula should{before}", start, end)

    def _continue(self, token: Token) -> None:
        if token.kind == "end":
            self._reduce(1, token)
            if self._waiting:
                opened = self._waiting[-1]
                raise FormulaError("this '(' is never closed", opened.start, opened.end)
        elif token.kind == ")":
            self._close(token)
        elif token.kind in _TIGHTNESS and token.kind != "(":
            self._reduce(_TIGHTNESS[token.kind] + 1, token)
            self._waiting.append(token)
            self._wants_formula = True
        else:
            raise FormulaError(
                f"an operator such as '&&' is missing before '{token.text}'", *_place(token)
            )

    def _close(self, token: Token) -> None:
        self._reduce(1, token)
        if not self._waiting:
            raise FormulaError("this ')' closes nothing", *_place(token))
        opened = self._waiting.pop()
        self._read[-1] = _Read(self._read[-1].formula, opened.start)
        self._close_unary(token)

    def _close_unary(self, upto: Token) -> None:
        while self._waiting and self._waiting[-1].kind in _BEFORE:
            operator = self._waiting.pop()
            part = self._read.pop().formula
            self._push(_BEFORE[operator.kind], (part,), operator.start, upto)

    def _reduce(self, tightness: int, upto: Token) -> None:
        while self._waiting and _TIGHTNESS[self._waiting[-1].kind] >= tightness:
            kind = self._waiting.pop().kind
            if kind in _JOINING:
                self._join(kind, upto)
                continue
            right, left = self._read.pop(), self._read.pop()
            if kind == "M":
                both = And((left.formula, right.formula))
                self._push(Until, (right.formula, both), left.start, upto)
            else:
                self._push(_BETWEEN[kind], (left.formula, right.formula), left.start, upto)

    def _join(self, kind: str, upto: Token) -> None:
        count = 2
        while self._waiting and self._waiting[-1].kind == kind:
            self._waiting.pop()
            count += 1
        parts = self._read[-count:]
        del self._read[-count:]
        self._push(_JOINING[kind], (tuple(one.formula for one in parts),), parts[0].start, upto)

    def _push(
        self, make: Callable[..., Formula], parts: tuple[object, ...], start: int, upto: Token
    ) -> None:
        try:
            made = make(*parts)
        except FormulaError as error:
            raise FormulaError(error.message, start, upto.end) from None
        self._read.append(_Read(made, start))


def _place(token: Token) -> tuple[int, int]:
    return token.start, max(token.end, token.start + 1)
