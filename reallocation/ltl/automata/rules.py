"""The derivative of a formula: what remains to be satisfied after one letter.

``<>a`` after a letter: nothing if a held, else a strong debt of ``<>a``; ``[]a``: never if a did
not hold, else a weak debt of ``[]a``; and so on.  A negation swaps and/or, strong/weak and the sign
of all parts, so each operator has one rule for both signs.

Who owes ``<>(a && <>b)`` owes ``<>b`` as well, so a strong debt comes with the eventualities that
it implies.  Then ``<>(a && <>b)`` or ``<>b`` is just ``<>b``, and a chain of n steps has n
remainders of one term each instead of ever longer ones.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from operator import or_
from typing import TypeAlias

from cotree.reallocation.ltl.automata.letters import Letter
from cotree.reallocation.ltl.automata.obligations import (
    NEVER,
    NOTHING,
    Remainder,
    all_of,
    any_of,
)
from cotree.reallocation.ltl.automata.signed import Signed, all_signed, parts_of
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

Table: TypeAlias = list[Remainder]
"""What remains of each signed formula after one letter."""
Rule: TypeAlias = Callable[[Table, Letter], Remainder]


class Rules:
    """The rules for one formula: compiled once, applied to each letter."""

    def __init__(self, formula: Formula, most_terms: int) -> None:
        self.weak = 0
        """A bit for each debt that the end of the word settles."""
        self.owed: list[int] = []
        """The signed formula of each debt."""
        self.covers: list[int] = []
        """Each debt with those that it implies, which all have lower numbers."""
        self._implied: list[int] = []
        self._most = most_terms
        self._numbers: dict[Signed, int] = {}
        self._rules: list[Rule] = []
        self._bits: dict[tuple[int, bool], int] = {}
        for one in all_signed(formula):
            self._numbers[one] = len(self._rules)  # before the rule, which may owe itself
            self._implied.append(self._implies(*one))
            self._rules.append(_RULES[type(one[0])](self, *one))

    def after(self, letter: Letter) -> Table:
        """What remains of every signed formula after this letter."""
        table: Table = []
        for rule in self._rules:
            table.append(rule(table, letter))
        return table

    def number(self, formula: Formula, sign: bool) -> int:
        """Where this signed formula stands in a table."""
        return self._numbers[formula, sign]

    def owe(self, number: int, strong: bool) -> Remainder:
        """This signed formula from the next letter on; if strong, there must be one."""
        bit = self._bits.setdefault((number, strong), len(self._bits))
        if bit == len(self.owed):
            self.owed.append(number)
            self.covers.append(1 << bit | (self._implied[number] if strong else 0))
            self.weak |= (not strong) << bit
        return (self.covers[bit],)

    def eventually(self, number: int) -> Remainder:
        """This signed eventuality from the next letter on; whoever owes more owes it as well."""
        (self._implied[number],) = later = self.owe(number, strong=True)
        return later

    def after_term(self, term: int, table: Table) -> Remainder:
        """What remains of the debts in a term after the letter that the table is for."""
        remainders = []
        while term:
            bit = term.bit_length() - 1
            remainders.append(table[self.owed[bit]])
            term &= ~self.covers[bit]
        return self.all_of(remainders)

    def all_of(self, remainders: list[Remainder]) -> Remainder:
        """All must be satisfied."""
        return all_of(remainders, self._most)

    def _implies(self, formula: Formula, sign: bool) -> int:
        """The eventualities among its parts that hold whenever it does."""
        if not isinstance(formula, Not) and _SURE.get(type(formula)) is not sign:
            return 0
        parts = (
            parts_of(formula, sign)[-1:] if isinstance(formula, Until) else parts_of(formula, sign)
        )
        return reduce(or_, (self._implied[self._numbers[part]] for part in parts), 0)

    def joiner(self, every: bool) -> Callable[[list[Remainder]], Remainder]:
        """And, or else or."""
        return self.all_of if every else any_of


def _constant(remainder: Remainder, table: Table, letter: Letter) -> Remainder:
    return remainder


def _truth(rules: Rules, formula: Formula, sign: bool) -> Rule:
    return partial(_constant, NOTHING if sign is isinstance(formula, Truth) else NEVER)


def _atom(rules: Rules, formula: Atom, sign: bool) -> Rule:
    name = formula.name
    return lambda table, letter: NOTHING if (name in letter) is sign else NEVER


def _not(rules: Rules, formula: Not, sign: bool) -> Rule:
    part = rules.number(formula.part, not sign)
    return lambda table, letter: table[part]


def _many(rules: Rules, formula: And | Or | Implies, sign: bool) -> Rule:
    join = rules.joiner(sign is isinstance(formula, And))
    parts = [rules.number(*part) for part in parts_of(formula, sign)]
    return lambda table, letter: join([table[part] for part in parts])


def _iff(rules: Rules, formula: Iff, sign: bool) -> Rule:
    left, no_left, right, no_right = (rules.number(*part) for part in parts_of(formula, sign))
    if not sign:
        right, no_right = no_right, right
    every, some = rules.joiner(True), rules.joiner(False)
    return lambda table, letter: some(
        [every([table[left], table[right]]), every([table[no_left], table[no_right]])]
    )


def _next(rules: Rules, formula: Next | WeakNext, sign: bool) -> Rule:
    strong = sign is isinstance(formula, Next)
    return partial(_constant, rules.owe(rules.number(formula.part, sign), strong))


def _eventual(rules: Rules, formula: Finally | Globally, sign: bool) -> Rule:
    some = sign is isinstance(formula, Finally)
    join, part = rules.joiner(not some), rules.number(formula.part, sign)
    number = rules.number(formula, sign)
    later = rules.eventually(number) if some else rules.owe(number, strong=False)
    return lambda table, letter: join([table[part], later])


def _until(rules: Rules, formula: Until | WeakUntil, sign: bool) -> Rule:
    """``b or (a and later)``; the negation: ``!b and (!a or later)``."""
    inner, outer = rules.joiner(sign), rules.joiner(not sign)
    left, right = rules.number(formula.left, sign), rules.number(formula.right, sign)
    later = rules.owe(rules.number(formula, sign), strong=sign is isinstance(formula, Until))
    return lambda table, letter: outer([table[right], inner([table[left], later])])


def _release(rules: Rules, formula: Release, sign: bool) -> Rule:
    """``b and (a or later)``; the negation: ``!b or (!a and later)``."""
    inner, outer = rules.joiner(not sign), rules.joiner(sign)
    left, right = rules.number(formula.left, sign), rules.number(formula.right, sign)
    later = rules.owe(rules.number(formula, sign), strong=not sign)
    return lambda table, letter: outer([table[right], inner([table[left], later])])


_SURE: dict[type[Formula], bool] = {
    And: True,
    Or: False,
    Implies: False,
    Next: True,
    WeakNext: False,
    Finally: True,
    Globally: False,
    Until: True,
}
"""The sign with which it is sure that every part (of ``U`` the right one) holds now or later."""
_RULES: dict[type[Formula], Callable[..., Rule]] = {
    Truth: _truth,
    Falsity: _truth,
    Atom: _atom,
    Not: _not,
    And: _many,
    Or: _many,
    Implies: _many,
    Iff: _iff,
    Next: _next,
    WeakNext: _next,
    Finally: _eventual,
    Globally: _eventual,
    Until: _until,
    WeakUntil: _until,
    Release: _release,
}
