"""Every behaviour that YAML can name, found where it is declared.

A declared class in ``cotree.behaviours`` or ``cotree.trees``, or one that an installed package
offers under the entry point group ``cotree.behaviours``, is a word; there is nothing to register.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterable, Iterator
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import Any, NoReturn

from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError, Mistake
from cotree.core.mission import Mark
from cotree.trees.reading.offers import Broken, installed, take

PACKAGES = ("cotree.behaviours", "cotree.trees")
RESERVED = frozenset(("name", "if_unsure", "repeatable", "for each", "do", "of"))
"""Words that stand beside behaviours in YAML."""


class Catalogue(dict[str, Declaration]):
    """Declarations by their words, sorted; and what other packages offer in vain."""

    broken: tuple[Broken, ...] = ()


def catalogue(
    packages: Iterable[str] = PACKAGES, offers: Iterable[EntryPoint] | None = None
) -> Catalogue:
    """All declarations by their words, sorted; made anew each time, so pass it around.

    A word of our own that two behaviours want, or that means something else in YAML, is an
    ``InputError``; one that another package offers is left out with a warning.
    """
    found: dict[str, Declaration] = {}
    for package in packages:
        for module in _modules(package):
            for declaration in declared_in(module):
                _add(found, declaration)
    broken = take(installed() if offers is None else offers, lambda each: _add(found, each))
    words = Catalogue(sorted(found.items()))
    words.broken = broken
    return words


def declared_in(module: ModuleType) -> Iterator[Declaration]:
    """The declarations of classes written in this module, and those it lists as ``DECLARED``."""
    for thing in list(vars(module).values()):
        own = isinstance(thing, type) and thing.__module__ == module.__name__
        declaration = vars(thing).get("declaration") if own else None
        if isinstance(declaration, Declaration):
            yield declaration
    yield from getattr(module, "DECLARED", ())


def _add(found: dict[str, Declaration], declaration: Declaration) -> None:
    word = declaration.word
    if word in RESERVED:
        _refuse(declaration, f"a behaviour cannot be called '{word}'; it means something in YAML")
    if word in found and found[word].make is not declaration.make:
        _refuse(declaration, f"'{word}' is already a behaviour: {found[word].make!r}")
    found[word] = declaration


def _refuse(declaration: Declaration, message: str) -> NoReturn:
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
    for info in pkgutil.walk_packages(root.__path__, f"{package}.", onerror=lambda _: None):
        module = _imported(info.name)
        if module is not None:
            yield module


def _imported(name: str) -> ModuleType | None:
    """A module, or None when something optional that it needs is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        if (error.name or "cotree").split(".")[0] == "cotree":
            raise
        return None
