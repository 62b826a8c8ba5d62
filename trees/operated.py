"""One robot's tree, as an operator holds and overrules it; it costs nothing until somebody does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from py_trees.behaviour import Behaviour

from cotree.trees.breakpoints import Breakpoints
from cotree.trees.overruling import overrule, running
from cotree.trees.part import Part
from cotree.trees.pool import Pool
from cotree.trees.ticking.ticker import Shared, Ticker


class OperatedTree:
    """Where the tree stops, and how its running leaves are ended."""

    def __init__(
        self,
        root: Behaviour,
        parts: Mapping[Behaviour, Part],
        ticker: Ticker,
        pool: Pool,
        shared: Shared,
    ) -> None:
        self._root = root
        self._parts = parts
        self._ticker = ticker
        self._pool = pool
        self._shared = shared
        self._breakpoints: Breakpoints | None = None

    # -- what the operator says ----------------------------------------------------------------

    def break_at(self, path: str, *, on: bool) -> None:
        """Nothing that is at or below this node starts before ``go_on``; or it may again."""
        if self._breakpoints is None:
            self._breakpoints = Breakpoints(self._root, self._parts)
            self._pool.hold = self._breakpoints.hold
            self._shared.held = self._breakpoints.holds
        self._breakpoints.put(path, on=on)
        self._pool.reconsider()

    def go_on(self, paths: Iterable[str]) -> None:
        """What is held at these breakpoints may start, once."""
        if self._breakpoints is not None:
            self._breakpoints.go_on(paths)
            self._pool.reconsider()

    def override(self, path: str, *, success: bool) -> None:
        """A running leaf is stopped, and has this result then; nothing, if it does not run."""
        overrule(self._ticker, path, success=success)

    # -- how it stands -------------------------------------------------------------------------

    @property
    def stopped_at(self) -> tuple[str, ...]:
        """The breakpoints at which the last tick held something."""
        return () if self._breakpoints is None else tuple(self._breakpoints.reached)

    def running_leaves(self) -> list[str]:
        """The paths of the leaves whose result can be overridden now."""
        return [leaf.path() for leaf, _ in running(self._ticker)]

    # -- for the engine ------------------------------------------------------------------------

    def begins(self) -> None:
        """A tick begins, in which nothing was held yet."""
        if self._breakpoints is not None:
            self._breakpoints.reached.clear()

    def noted(self, part: Part) -> None:
        """A part changed its state."""
        if self._breakpoints is not None:
            self._breakpoints.noted(part)
