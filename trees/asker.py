"""One who asks for resources and for the right to run: a leaf, or a whole unit of a task."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cotree.behaviours.leaf import ActionLeaf, Leaf
from cotree.core.belief import View
from cotree.core.reasons import Reason
from cotree.core.resources import Need


class Queue(Protocol):
    """Where askers queue."""

    def add(self, asker: Asker) -> None:
        """One more request."""

    def remove(self, asker: Asker) -> None:
        """One less, if it was there."""

    def give_back(self, asker: Asker, *, success: bool) -> None:
        """What it ran on is free again, passed on, or kept."""


class Client(Protocol):
    """Somebody who asks through an asker."""

    def started(self) -> None:
        """It was granted."""


class Asker:
    """A leaf's place in the pool of requests.

    ``lineage`` names the owners whose resources it may use, innermost first; what it takes will
    belong to the first.  ``branches`` are the alternatives it lives in.  ``successors`` ask after
    it in the same ``then``: what they need is reserved when this one keeps something for them.
    """

    __slots__ = (
        "branches",
        "client",
        "granted",
        "had",
        "held",
        "hindered",
        "leaf",
        "lineage",
        "needs",
        "order",
        "path",
        "pool",
        "potential",
        "refusal",
        "resources",
        "shifty",
        "successors",
        "things",
        "urgent",
        "why",
    )

    def __init__(self, pool: Queue, path: str, order: int, leaf: Leaf | None) -> None:
        self.pool = pool
        self.path = path
        self.order = order
        self.leaf = leaf
        self.lineage: tuple[str, ...] = ()
        self.branches: tuple[tuple[str, int], ...] = ()
        self.successors: tuple[Asker, ...] = ()
        self.things: tuple[Need, ...] = ()
        """What ``holding`` around its leaf adds to its needs."""
        self.held: frozenset[str] = frozenset()
        """What its leaf need not ask for, because it is held around it."""
        self.hindered: Callable[[View], Reason | None] | None = None
        """In a team: why another robot must do it, whoever has the right to."""
        self.urgent = False
        """Whether it is part of a reaction, which no plan of the task holds back."""
        self.client: Client | None = None
        """The unit that asks through it; None for a leaf deep inside a control subtree."""
        self.granted = False
        self.needs: tuple[Need, ...] = ()
        self.shifty = False
        """Whether its needs depend on the resources, so that they must be asked again with them."""
        self.resources: tuple[str, ...] = ()
        self.had: frozenset[str] = frozenset()
        self.potential = 0.0
        self.why: Reason | None = None
        """Why it waits, as far as it was asked."""
        self.refusal: Reason | None = None
        """Why it will never be granted; its leaf fails with it."""

    @property
    def owner(self) -> str:
        """The lineage that owns what it takes."""
        return self.lineage[0] if self.lineage else self.path

    # -- questions, each fenced by the pool -----------------------------------------------------

    def own_needs(self, view: View) -> tuple[Need, ...]:
        """What it runs on."""
        needs = () if self.leaf is None else self.leaf.needs(view)
        if not self.held:
            return needs
        return (*(need for need in needs if need.type not in self.held), *self.things)

    def ready(self, view: View) -> Reason | None:
        """Why it may not start yet, or None."""
        if self.hindered is not None and (why := self.hindered(view)) is not None:
            return why
        return None if self.leaf is None else self.leaf.ready(view)

    def suitability(self, view: View) -> float:
        """Its potential now."""
        return 1.0 if self.leaf is None else self.leaf.potential(view)

    def free(self) -> bool:
        """Whether its leaf never waits for anything and moves nothing, like a condition."""
        if self.leaf is None or self.things or isinstance(self.leaf, ActionLeaf):
            return False
        kind = type(self.leaf)
        return kind.needs is Leaf.needs and kind.ready is Leaf.ready

    # -- life ----------------------------------------------------------------------------------

    def ask(self) -> None:
        """Wait for a grant, if it does not already."""
        if not self.granted:
            self.refusal = None
            self.pool.add(self)

    def withdraw(self) -> None:
        """Ask no more; what was granted but not used goes back."""
        self.refusal = None
        self.pool.remove(self)
        if self.granted:
            self.ended(success=False)

    def grant(self, resources: tuple[str, ...]) -> None:
        """It may start, on these resources."""
        self.refusal = None
        self.granted = True
        self.resources = resources
        if self.leaf is not None:
            self.leaf.granted = tuple(zip(self.needs, resources, strict=True))
        if self.client is not None:
            self.client.started()

    def ended(self, *, success: bool) -> None:
        """Its execution is over: give back, pass on or keep the resources."""
        if self.granted:
            self.granted = False
            self.pool.give_back(self, success=success)
        self.refusal = None
