"""Behaviours that other installed packages offer; a broken one takes away only its own words.

A package offers its words in the entry point group ``cotree.behaviours``.  What cannot be loaded
or read is told once as a ``BrokenOffer`` warning, and again where a mission wants the word.
"""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint, entry_points

from cotree.behaviours.declare import Children, Declaration
from cotree.core.errors import InputError
from cotree.trees.reading.binding import fields_of
from cotree.trees.reading.names import wrong_with_name

GROUP = "cotree.behaviours"


class BrokenOffer(UserWarning):
    """A package offers a behaviour that cannot be used; the text is one line for people."""


@dataclasses.dataclass(frozen=True)
class Broken:
    """An offer that cannot be used, and why."""

    word: str
    """The entry point's name, which is the behaviour's word if the author was kind."""
    package: str
    value: str
    reason: str

    def __str__(self) -> str:
        return (
            f"package '{self.package}' is broken: its entry point '{self.word} = {self.value}' "
            f"gives no behaviour ({self.reason}); update or uninstall it; all other words work"
        )


def installed() -> list[EntryPoint]:
    """What the installed packages offer, in an order that does not depend on the disk."""
    return sorted(entry_points(group=GROUP), key=lambda offer: (package_of(offer), offer.name))


def package_of(offer: EntryPoint) -> str:
    """The name by which pip knows the package."""
    if offer.dist is not None:
        return str(offer.dist.metadata["Name"])
    return offer.value.partition(":")[0].partition(".")[0]


def take(offers: Iterable[EntryPoint], add: Callable[[Declaration], None]) -> tuple[Broken, ...]:
    """Add what is offered; what cannot be added is warned of and returned."""
    broken = []
    for offer in offers:
        reason = _reason_against(offer, add)
        if reason is not None:
            found = Broken(offer.name, package_of(offer), offer.value, reason)
            warnings.warn(str(found), BrokenOffer, stacklevel=2)
            broken.append(found)
    return tuple(broken)


def _reason_against(offer: EntryPoint, add: Callable[[Declaration], None]) -> str | None:
    try:
        declaration = getattr(offer.load(), "declaration", None)
        if not isinstance(declaration, Declaration):
            return "it is not declared with @behaviour(...)"
        wrong = _wrong_with(declaration)
        if wrong is None:
            add(declaration)
    except InputError as error:
        return error.mistakes[0].message
    except (Exception, SystemExit) as error:  # a package can fail in any way when it is imported
        return _one_line(error)
    return wrong


def _wrong_with(declaration: Declaration) -> str | None:
    """What would go wrong as soon as somebody used the word; exceptions say it, too."""
    fields = {} if declaration.params is None else fields_of(declaration.params)
    if declaration.short is not None and declaration.short not in fields:
        return f"short='{declaration.short}' is none of its parameters"
    if declaration.children is not Children.NONE and declaration.child_key in fields:
        return f"'{declaration.child_key}' is a parameter and the key of its children"
    return wrong_with_name(declaration.word, "its word")


def _one_line(error: BaseException) -> str:
    text = " ".join(str(error).split())
    shown = "".join(c for c in text if c.isprintable())[:200]
    return f"{type(error).__name__}: {shown}" if shown else type(error).__name__
