"""What other installed packages offer by name: leaves, checkers, costs, planners, bodies, buses.

A package says so in its entry points.  Nothing is looked for before somebody asks, and nothing of a
package is imported before its own name is asked for; only leaves and checkers are imported
together, because the words of missions are in them.

A name of cotree's own stays cotree's; a name that two packages offer is nobody's.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Collection, Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from cotree.core.words import did_you_mean

LEAVES = "cotree.leaves"
CHECKERS = "cotree.checkers"
COSTS = "cotree.costs"
PLANNERS = "cotree.planners"
BODIES = "cotree.bodies"
TRANSPORTS = "cotree.transports"
GROUPS = (LEAVES, CHECKERS, COSTS, PLANNERS, BODIES, TRANSPORTS)

T = TypeVar("T")


class Unusable(Exception):
    """What a package offers cannot be used; the text is one line for people."""


def installed(*groups: str) -> list[EntryPoint]:
    """What the installed packages offer, in an order that does not depend on the disk.

    Every package's files are read for it, so it is asked once for each search path.
    """
    path = tuple(sys.path)
    found = [offer for group in groups for offer in _offered(group, path)]
    return sorted(found, key=lambda offer: (package_of(offer), offer.name))


@functools.lru_cache(maxsize=64)
def _offered(group: str, path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=group))


def package_of(offer: EntryPoint) -> str:
    """The name by which pip knows the package."""
    if offer.dist is not None:
        return str(offer.dist.metadata["Name"])
    return offer.value.partition(":")[0].partition(".")[0]


def broken(offer: EntryPoint, what: str, reason: str) -> str:
    """What to say of an offer that gives nothing."""
    return (
        f"package '{package_of(offer)}' is broken: its entry point '{offer.name} = {offer.value}' "
        f"gives no {what} ({reason})"
    )


def in_short(error: BaseException) -> str:
    """An exception in one line that can be shown."""
    text = " ".join(str(error).split())
    shown = "".join(c for c in text if c.isprintable())[:200]
    return f"{type(error).__name__}: {shown}" if shown else type(error).__name__


class Named(Generic[T]):
    """What is offered in one group, by name."""

    def __init__(
        self,
        group: str,
        what: str,
        accept: Callable[[str, object], T | str],
        own: Collection[str] = (),
        offers: Iterable[EntryPoint] | None = None,
    ) -> None:
        """``accept`` makes of what was loaded what it must be, or says why it is not.

        ``own`` are the names of cotree's.
        """
        self._what = what
        self._accept = accept
        self._own = own
        self._offers: dict[str, list[EntryPoint]] = {}
        for offer in installed(group) if offers is None else offers:
            if offer.name not in own:
                self._offers.setdefault(offer.name, []).append(offer)

    def names(self) -> tuple[str, ...]:
        """What can be asked for, cotree's own first."""
        return (*self._own, *self._offers)

    def get(self, name: str) -> T:
        """What is offered by this name; ``Unusable`` says why there is nothing."""
        offers = self._offers.get(name, [])
        if len(offers) > 1:
            packages = " and ".join(f"package '{package_of(offer)}'" for offer in offers)
            raise Unusable(
                f"packages {packages} both offer the {self._what} '{name}'; uninstall one"
            )
        if not offers:
            there = ", ".join(self.names()) or "none is installed"
            hint = did_you_mean(name[:80], self.names())
            raise Unusable(f"there is no {self._what} '{name[:80]}'{hint}; there are: {there}")
        (offer,) = offers
        try:
            found = self._accept(name, offer.load())
        except (Exception, SystemExit) as error:  # a package can fail in any way
            raise Unusable(broken(offer, self._what, in_short(error))) from error
        if isinstance(found, str):
            raise Unusable(broken(offer, self._what, found))
        return found


def callable_(promise: str) -> Callable[[str, object], Callable[..., object] | str]:
    """Accepts what can be called; the promise says with what."""
    return lambda name, found: found if callable(found) else f"it cannot be called as {promise}"
