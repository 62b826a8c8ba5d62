"""Formulas of linear temporal logic on finite words, as values.

A formula keeps the shape in which it was written: conjuncts in their order, ``->`` as ``->``.  What
is canonical is made where it is needed (``canonical.py`` for values, ``automata`` for states).
Nothing here or in the rest of the language recurses, and formulas are bounded, so that no text of
anybody can exhaust the stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

MOST_DEPTH = 256
"""How deeply operators may be nested."""
MOST_NODES = 20_000
"""How many operators and atoms a formula may have."""


class FormulaError(ValueError):
    """What is wrong with a formula, and where in its text: characters ``start`` to ``end``."""

    def __init__(self, message: str, start: int = 0, end: int = 0) -> None:
        super().__init__(message, start, end)
        self.message = message
        self.start = start
        self.end = end

    def __str__(self) -> str:
        return self.message


class Formula:
    """A formula: an immutable value, equal to another that is written the same way."""

    __match_args__: tuple[str, ...] = ()
    depth: int
    """Operators from here down to the deepest atom, itself included."""
    nodes: int
    """Operators and atoms, repeated ones counted again."""
    _hash: int

    def __post_init__(self) -> None:
        below = self.children
        depth = 1 + max((one.depth for one in below), default=0)
        nodes = 1 + sum(one.nodes for one in below)
        if depth > MOST_DEPTH:
            raise FormulaError(f"operators are nested deeper than {MOST_DEPTH}; write it flatter")
        if nodes > MOST_NODES:
            raise FormulaError(f"more than {MOST_NODES} operators and atoms; split the mission")
        object.__setattr__(self, "depth", depth)
        object.__setattr__(self, "nodes", nodes)
        object.__setattr__(self, "_hash", hash((type(self).__name__, self._own, below)))

    @property
    def children(self) -> tuple[Formula, ...]:
        """The formulas directly below, in written order."""
        return ()

    @property
    def _own(self) -> str:
        return ""

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Formula) and _same(self, other)

    def __reduce__(self) -> tuple[type[Formula], tuple[object, ...]]:
        # Hashes of texts differ from process to process, so the hash must not travel.
        return type(self), tuple(getattr(self, name) for name in self.__match_args__)

    def __repr__(self) -> str:
        told: dict[Formula, str] = {}
        for one in subformulas(self):
            inner = ", ".join(told[child] for child in one.children) or one._own
            told[one] = f"{type(one).__name__}({inner})"
        return told[self]


def _same(one: Formula, two: Formula) -> bool:
    waiting = [(one, two)]
    while waiting:
        left, right = waiting.pop()
        if left is right:
            continue
        if left._hash != right._hash or type(left) is not type(right) or left._own != right._own:
            return False
        if len(left.children) != len(right.children):
            return False
        waiting.extend(zip(left.children, right.children, strict=True))
    return True


def subformulas(formula: Formula) -> tuple[Formula, ...]:
    """Every subformula once, each after those below it; the formula itself is the last."""
    found: dict[Formula, None] = {}
    waiting: list[tuple[Formula, bool]] = [(formula, False)]
    while waiting:
        one, ready = waiting.pop()
        if one in found:
            continue
        if ready:
            found[one] = None
            continue
        waiting.append((one, True))
        waiting.extend((child, False) for child in reversed(one.children))
    return tuple(found)


def atoms_of(formula: Formula) -> Iterator[str]:
    """The names of the atoms, each once, in written order."""
    return (one.name for one in subformulas(formula) if isinstance(one, Atom))


def is_state(formula: Formula) -> bool:
    """Whether it speaks of one moment only: no temporal operator in it."""
    return not any(isinstance(one, TEMPORAL) for one in subformulas(formula))


@dataclass(frozen=True, eq=False, repr=False)
class Truth(Formula):
    """``true``: always."""


@dataclass(frozen=True, eq=False, repr=False)
class Falsity(Formula):
    """``false``: never."""


@dataclass(frozen=True, eq=False, repr=False)
class Atom(Formula):
    """A fact that a letter has or has not: a region, an operating state, a user's label."""

    name: str

    @property
    def _own(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False, repr=False)
class Unary(Formula):
    """An operator before one formula."""

    part: Formula

    @property
    def children(self) -> tuple[Formula, ...]:
        """The formula below."""
        return (self.part,)


@dataclass(frozen=True, eq=False, repr=False)
class Binary(Formula):
    """An operator between two formulas."""

    left: Formula
    right: Formula

    @property
    def children(self) -> tuple[Formula, ...]:
        """Left, right."""
        return (self.left, self.right)


@dataclass(frozen=True, eq=False, repr=False)
class Many(Formula):
    """An operator between two or more formulas."""

    parts: tuple[Formula, ...]

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise FormulaError(f"{type(self).__name__} joins two formulas or more")
        super().__post_init__()

    @property
    def children(self) -> tuple[Formula, ...]:
        """The formulas that it joins."""
        return self.parts


class Not(Unary):
    """``!a``: not a."""


class And(Many):
    """``a && b``: both."""


class Or(Many):
    """``a || b``: at least one."""


class Implies(Binary):
    """``a -> b``: b, if a."""


class Iff(Binary):
    """``a <-> b``: both or neither."""


class Next(Unary):
    """``X a``: there is a next moment, and a holds then."""


class WeakNext(Unary):
    """``wX a``: if there is a next moment, a holds then."""


class Finally(Unary):
    """``<>a``: a holds now or later, before the word is over."""


class Globally(Unary):
    """``[]a``: a holds now and up to the end."""


class Until(Binary):
    """``a U b``: b holds now or later, and a until then."""


class Release(Binary):
    """``a R b``: b holds up to and including the first moment of a, or up to the end."""


class WeakUntil(Binary):
    """``a W b``: a holds until b does, or up to the end."""


TEMPORAL = (Next, WeakNext, Finally, Globally, Until, Release, WeakUntil)
"""The operators that speak of other moments than the present one."""
