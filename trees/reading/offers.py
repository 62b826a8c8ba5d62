"""Leaves and checkers that other installed packages offer; a broken one takes away only its words.

What cannot be loaded or read is told once as a ``BrokenOffer`` warning, and again where a mission
wants the word.
"""

from __future__ import annotations

import dataclasses
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint

from cotree.behaviours.checkers.declare import CheckerDeclaration
from cotree.behaviours.declare import Children, Declaration
from cotree.core.errors import InputError
from cotree.trees.offers import CHECKERS, LEAVES, broken, in_short, installed, package_of
from cotree.trees.reading.binding import fields_of
from cotree.trees.reading.names import wrong_with_name

AddLeaf = Callable[[Declaration], None]
AddChecker = Callable[[CheckerDeclaration], None]


class BrokenOffer(UserWarning):
    """A package offers a behaviour that cannot be used; the text is one line for people."""


@dataclasses.dataclass(frozen=True)
class Broken:
    """An offer that cannot be used, and why."""

    offer: EntryPoint
    reason: str

    @property
    def word(self) -> str:
        """The entry point's name, which is the behaviour's word if the author was kind."""
        return self.offer.name

    @property
    def package(self) -> str:
        """The name by which pip knows the package."""
        return package_of(self.offer)

    @property
    def value(self) -> str:
        """What the entry point names."""
        return self.offer.value

    def __str__(self) -> str:
        what = "checker" if self.offer.group == CHECKERS else "behaviour"
        said = broken(self.offer, what, self.reason)
        return f"{said}; update or uninstall it; all other words work"


def offered() -> list[EntryPoint]:
    """The leaves and checkers that are installed."""
    return installed(LEAVES, CHECKERS)


def take(
    offers: Iterable[EntryPoint],
    add: AddLeaf,
    add_checker: AddChecker = lambda each: None,
) -> tuple[Broken, ...]:
    """Add what is offered; what cannot be added is warned of and returned."""
    found: list[tuple[EntryPoint, Declaration | CheckerDeclaration]] = []
    wrong: list[Broken] = []
    for offer in offers:
        declared = _declared(offer)
        if isinstance(declared, str):
            wrong.append(Broken(offer, declared))
        else:
            found.append((offer, declared))
    counts = Counter(_name(each) for each in {id(each.make): each for _, each in found}.values())
    for offer, each in found:
        reason = _clash(each, found) if counts[_name(each)] > 1 else _added(each, add, add_checker)
        if reason is not None:
            wrong.append(Broken(offer, reason))
    for one in wrong:
        warnings.warn(str(one), BrokenOffer, stacklevel=2)
    return tuple(wrong)


def _name(each: Declaration | CheckerDeclaration) -> tuple[str, str]:
    if isinstance(each, Declaration):
        return LEAVES, each.word
    return CHECKERS, each.name


def _clash(
    each: Declaration | CheckerDeclaration,
    found: Iterable[tuple[EntryPoint, Declaration | CheckerDeclaration]],
) -> str:
    """A name that two packages offer is nobody's."""
    others = [offer for offer, other in found if _name(other) == _name(each) and other is not each]
    packages = " and ".join(sorted({f"'{package_of(offer)}'" for offer in others}))
    return f"'{_name(each)[1]}' is offered by {packages}, too, so nobody has it; uninstall one"


def _declared(offer: EntryPoint) -> Declaration | CheckerDeclaration | str:
    """What an offer declares, or why it declares nothing."""
    try:
        loaded = offer.load()
        if offer.group == CHECKERS:
            checks = getattr(loaded, "checks", None)
            if isinstance(checks, CheckerDeclaration):
                return checks
            return "it is not declared with @checker(...)"
        declaration = getattr(loaded, "declaration", None)
        if not isinstance(declaration, Declaration):
            return "it is not declared with @behaviour(...)"
        return _wrong_with(declaration) or declaration
    except InputError as error:
        return error.mistakes[0].message
    except (Exception, SystemExit) as error:  # a package can fail in any way when it is imported
        return in_short(error)


def _added(
    each: Declaration | CheckerDeclaration, add: AddLeaf, add_checker: AddChecker
) -> str | None:
    try:
        if isinstance(each, Declaration):
            add(each)
        else:
            add_checker(each)
    except InputError as error:
        return error.mistakes[0].message
    return None


def _wrong_with(declaration: Declaration) -> str | None:
    """What would go wrong as soon as somebody used the word; exceptions say it, too."""
    fields = {} if declaration.params is None else fields_of(declaration.params)
    if declaration.short is not None and declaration.short not in fields:
        return f"short='{declaration.short}' is none of its parameters"
    if declaration.children is not Children.NONE and declaration.child_key in fields:
        return f"'{declaration.child_key}' is a parameter and the key of its children"
    return wrong_with_name(declaration.word, "its word")
