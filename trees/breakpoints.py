"""Breakpoints in one tree: what must not start before somebody lets it go on.

A breakpoint at a leaf holds each of its starts; one at a branch holds the first start below it,
until the branch is over.  The decision in which something is held starts nothing at all, so that
it can be made again unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.changes import NodeState
from cotree.core.reasons import Reason
from cotree.trees.asker import Asker
from cotree.trees.called import called
from cotree.trees.part import Part
from cotree.trees.task import TaskNode

HELD = Reason("breakpoint", "held at the operator's breakpoint")


class Breakpoints:
    """Where one robot's tree stops, and which of these it was let pass."""

    def __init__(self, root: Behaviour, parts: Mapping[Behaviour, Part]) -> None:
        self._points: dict[str, None] = {}
        self._passes: set[str] = set()
        """Breakpoints that hold nothing until what is there has started, or is over."""
        self._parts = {part.path: part for part in parts.values()}
        self._nodes = {called(node): node for node in root.iterate()}
        self.reached: dict[str, None] = {}
        """Where something was held since the last tick began."""

    # -- what the operator says ----------------------------------------------------------------

    def put(self, path: str, *, on: bool) -> None:
        """A breakpoint is here from now on, or no more."""
        self._passes.discard(path)
        if on:
            self._points[path] = None
        else:
            self._points.pop(path, None)

    def go_on(self, paths: Iterable[str]) -> None:
        """Let what is held at these begin, once."""
        self._passes.update(path for path in paths if path in self._points)

    # -- what the engine asks ------------------------------------------------------------------

    def hold(self, askers: Iterable[Asker]) -> list[Asker]:
        """Those of whoever would start now that must not; the others may if there are none."""
        met = [(asker, self._met(asker.path)) for asker in askers] if self._points else []
        held = [asker for asker, points in met if not self._passes.issuperset(points)]
        for asker, points in met:
            if asker in held:
                asker.why = HELD
                self.reached.update((point, None) for point in points if point not in self._passes)
            elif not held:
                self._passes.difference_update(point for point in points if self._is_inner(point))
        return held

    def holds(self, asker: Asker) -> bool:
        """The same for somebody who would start without being granted anything."""
        return bool(self.hold((asker,)))

    def noted(self, part: Part) -> None:
        """A part of the task changed its state: a breakpoint that was passed may count again."""
        if part.path not in self._passes:
            return
        goes_on = isinstance(part, TaskNode) and part.state is not NodeState.INACTIVE
        if not goes_on or part.is_over():
            self._passes.discard(part.path)

    # -- how -----------------------------------------------------------------------------------

    def _met(self, path: str) -> list[str]:
        """The breakpoints that a start at this path comes to."""
        return [
            point
            for point in self._points
            if point == path or (path.startswith(f"{point}/") and not self._begun(point))
        ]

    def _is_inner(self, path: str) -> bool:
        """Whether no part tells when it starts."""
        return path not in self._parts

    def _begun(self, path: str) -> bool:
        part = self._parts.get(path)
        if isinstance(part, TaskNode):
            return _has_begun(part)
        node = self._nodes.get(path)
        return node is not None and node.status is Status.RUNNING


def _has_begun(part: Part) -> bool:
    if part.is_over() or part.busy():
        return True
    return isinstance(part, TaskNode) and any(map(_has_begun, part.parts))
