"""Every behaviour that YAML can name, found where it is declared.

A declared class in ``cotree.behaviours`` or ``cotree.trees``, or one that an installed package
offers (``cotree.trees.offers``), is a word; there is nothing to register.
A package in which few modules declare any says which in ``WORDS_IN``; the others are not loaded.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any, NoReturn

from cotree.behaviours.checkers.declare import CheckerDeclaration
from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark
from cotree.trees.reading.offers import Broken, offered, take

PACKAGES = ("cotree.behaviours", "cotree.trees")
RESERVED = frozenset(("name", "if_unsure", "repeatable", "allocate", "for each", "do", "of"))
"""Words that stand beside behaviours in YAML."""


class Catalogue(dict[str, Declaration]):
    """Declarations by their words, sorted; and what other packages offer in vain."""

    broken: tuple[Broken, ...] = ()
    checkers: Mapping[str, CheckerDeclaration] = {}
    """What can be looked for under ``reactions:``, by name."""


def catalogue(
    packages: Iterable[str] = PACKAGES, offers: Iterable[EntryPoint] | None = None
) -> Catalogue:
    """All declarations by their words, sorted; made anew each time, so pass it around.

    A word of our own that two behaviours want, or that means something else in YAML, is an
    ``InputError``; one that another package offers is left out with a warning.
    """
    found: dict[str, Declaration] = {}
    checkers: dict[str, CheckerDeclaration] = {}
    for package in packages:
        for module in _modules(package):
            for declaration in declared_in(module):
                _add(found, declaration)
            for each in checkers_in(module):
                add_checker(checkers, each)
    broken = take(
        offered() if offers is None else offers,
        lambda each: _add(found, each),
        lambda each: add_checker(checkers, each),
    )
    words = Catalogue(sorted(found.items()))
    words.broken = broken
    words.checkers = checkers
    return words


def declared_in(module: ModuleType) -> Iterator[Declaration]:
    """The declarations of classes written in this module, and those it lists as ``DECLARED``."""
    for thing in list(vars(module).values()):
        own = isinstance(thing, type) and thing.__module__ == module.__name__
        declaration = vars(thing).get("declaration") if own else None
        if isinstance(declaration, Declaration):
            yield declaration
    yield from getattr(module, "DECLARED", ())


def checkers_in(module: ModuleType) -> Iterator[CheckerDeclaration]:
    """The checkers that are declared in this module."""
    for thing in list(vars(module).values()):
        own = isinstance(thing, type) and thing.__module__ == module.__name__
        declaration = vars(thing).get("checks") if own else None
        if isinstance(declaration, CheckerDeclaration):
            yield declaration


def add_checker(found: dict[str, CheckerDeclaration], declaration: CheckerDeclaration) -> None:
    """One more; a name that is taken is an ``InputError``."""
    name = declaration.name
    if name in found and found[name].make is not declaration.make:
        _refuse(declaration, f"'{name}' is already a checker: {found[name].make!r}")
    found[name] = declaration


def checkers_of(words: Mapping[str, Declaration]) -> Mapping[str, CheckerDeclaration]:
    """The checkers that belong to these words; of words of a test, those of cotree."""
    return (words if isinstance(words, Catalogue) else catalogue(offers=())).checkers


def _add(found: dict[str, Declaration], declaration: Declaration) -> None:
    word = declaration.word
    if word in RESERVED:
        _refuse(declaration, f"a behaviour cannot be called '{word}'; it means something in YAML")
    if word in found and found[word].make is not declaration.make:
        _refuse(declaration, f"'{word}' is already a behaviour: {found[word].make!r}")
    found[word] = declaration


def _refuse(declaration: Declaration | CheckerDeclaration, message: str) -> NoReturn:
    make: Any = declaration.make
    try:
        file = inspect.getsourcefile(make) or make.__module__
        mark = Mark(file, inspect.findsource(make)[1] + 1, 1)
    except (OSError, TypeError):  # made without a file
        mark = Mark(make.__module__, 1, 1)
    raise InputError([Mistake(mark, message)])


def _modules(package: str) -> Iterator[ModuleType]:
    root = importlib.import_module(package)
    yield root
    listed: Iterable[str] | None = getattr(root, "WORDS_IN", None)
    for name in modules_in(root) if listed is None else listed:
        module = _imported(f"{package}.{name}")
        if module is not None:
            yield module


def modules_in(root: ModuleType) -> Iterator[str]:
    """All modules of a package and of those in it, each by its name in that package."""
    for info in pkgutil.walk_packages(root.__path__, f"{root.__name__}.", onerror=lambda _: None):
        yield info.name.removeprefix(f"{root.__name__}.")


def _imported(name: str) -> ModuleType | None:
    """A module, or None when something optional that it needs is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        if (error.name or "cotree").split(".")[0] == "cotree":
            raise
        return None
