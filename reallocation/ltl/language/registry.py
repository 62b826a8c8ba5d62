"""Patterns as they stand in a mission: ``visit: p3``, ``deliver: {to: p3, loaded: loaded}``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from cotree.core.words import did_you_mean
from cotree.reallocation.ltl.language.formula import Formula, FormulaError
from cotree.reallocation.ltl.language.parse import parse
from cotree.reallocation.ltl.language.patterns import (
    avoid,
    deliver,
    enter_only,
    never_until,
    not_before,
    respond,
    sequence,
    visit,
)

MOST_STEPS = 100
"""How many formulas a list may have."""

Given: TypeAlias = "str | Sequence[str] | Mapping[str, str]"
"""What may stand behind a pattern's name."""


class PatternError(ValueError):
    """What is wrong with a use of a pattern, and in which parameter; maybe also where in its text.

    ``formula`` has the place inside the text of that parameter, when the text is at fault.
    """

    def __init__(
        self, message: str, parameter: str | None = None, formula: FormulaError | None = None
    ) -> None:
        super().__init__(message)
        self.parameter = parameter
        self.formula = formula


@dataclass(frozen=True)
class Parameter:
    """One thing that a pattern speaks of: a formula, often just an atom."""

    name: str
    doc: str
    needed: bool = True


@dataclass(frozen=True)
class Pattern:
    """A word for a formula."""

    name: str
    """As it is written in a mission."""
    parameters: tuple[Parameter, ...]
    make: Callable[..., Formula]
    listed: bool = False
    """Whether a list of any number of formulas stands behind its name."""

    @property
    def doc(self) -> str:
        """What it asks of the team, in one sentence."""
        return (self.make.__doc__ or "").partition("\n")[0]


_PLACE = "a region, or a formula about one moment"
_STEP = "a formula about one moment"
_ALL = (
    Pattern(
        "visit",
        (
            Parameter("place", _PLACE),
            Parameter("op", "the operating state there", needed=False),
        ),
        visit,
    ),
    Pattern(
        "deliver",
        (
            Parameter("to", _PLACE),
            Parameter("loaded", "the operating state in which the place is entered"),
            Parameter("done", "the operating state after the load is put down", needed=False),
        ),
        deliver,
    ),
    Pattern(
        "enter only",
        (Parameter("place", _PLACE), Parameter("when", "what must hold just outside")),
        enter_only,
    ),
    Pattern("sequence", (Parameter("steps", _STEP),), sequence, listed=True),
    Pattern("avoid", (Parameter("what", _STEP),), avoid, listed=True),
    Pattern(
        "never until", (Parameter("never", _STEP), Parameter("until", "what ends it")), never_until
    ),
    Pattern(
        "not before", (Parameter("what", _STEP), Parameter("before", "what ends it")), not_before
    ),
    Pattern(
        "respond",
        (Parameter("trigger", _STEP), Parameter("response", "what must follow")),
        respond,
    ),
)
PATTERNS: Mapping[str, Pattern] = MappingProxyType({one.name: one for one in _ALL})
"""Every pattern by its name in missions."""


def read_pattern(name: str, given: Given, atoms: Collection[str] | None = None) -> Formula:
    """The formula that a pattern and what stands behind it say; ``PatternError`` if none."""
    pattern = PATTERNS.get(name)
    if pattern is None:
        raise PatternError(f"there is no pattern '{name}'{did_you_mean(name, PATTERNS)}")
    texts = _listed(pattern, given) if pattern.listed else _named(pattern, given)
    formulas = [(parameter, _parsed(parameter, text, atoms)) for parameter, text in texts]
    try:
        if pattern.listed:
            return pattern.make(*(formula for _, formula in formulas))
        return pattern.make(**dict(formulas))
    except FormulaError as error:
        raise PatternError(f"{name}: {error}") from None


def _listed(pattern: Pattern, given: Given) -> list[tuple[str, str]]:
    (parameter,) = pattern.parameters
    if isinstance(given, str):
        given = [given]
    if isinstance(given, Mapping) or not given:
        raise PatternError(f"{pattern.name} takes a list: {pattern.name}: [a, b]", parameter.name)
    if len(given) > MOST_STEPS:
        raise PatternError(f"{len(given)} {parameter.name} are more than {MOST_STEPS}")
    return [(f"{parameter.name}[{number}]", text) for number, text in enumerate(given)]


def _named(pattern: Pattern, given: Given) -> list[tuple[str, str]]:
    needed = [one.name for one in pattern.parameters if one.needed]
    if isinstance(given, str) and len(needed) == 1:
        return [(needed[0], given)]
    if not isinstance(given, Mapping):
        told = ", ".join(f"{one}: …" for one in needed)
        raise PatternError(f"{pattern.name} takes names: {pattern.name}: {{{told}}}")
    known = [one.name for one in pattern.parameters]
    for name in given:
        if name not in known:
            hint = did_you_mean(name, known)
            raise PatternError(f"{pattern.name} has no parameter '{name}'{hint}", name)
    for name in needed:
        if name not in given:
            raise PatternError(f"{pattern.name} needs '{name}'", name)
    return list(given.items())


def _parsed(parameter: str, text: object, atoms: Collection[str] | None) -> Formula:
    if not isinstance(text, str):
        raise PatternError(f"{parameter} is a formula, not {text!r}; write it as text", parameter)
    try:
        return parse(text, atoms)
    except FormulaError as error:
        raise PatternError(f"{parameter}: {error}", parameter, error) from None
