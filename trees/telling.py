"""What changed, once per tick and node, as values for peers, record and viewer."""

from __future__ import annotations

from collections.abc import Callable, Container

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.changes import Change, NodeChange, NodeState
from cotree.core.reasons import Reason
from cotree.trees.part import Part
from cotree.trees.registry import Registry
from cotree.trees.ticking.leaf import OurTicker
from cotree.trees.ticking.ticker import Shared, Ticker
from cotree.trees.unit import Unit

_STATE = {
    Status.INVALID: NodeState.INACTIVE,
    Status.RUNNING: NodeState.RUNNING,
    Status.SUCCESS: NodeState.DONE,
    Status.FAILURE: NodeState.FAILED,
}


class Telling:
    """Collects changed nodes until somebody asks."""

    def __init__(
        self,
        shared: Shared,
        registry: Registry,
        known: Container[Behaviour],
        reason_of: Callable[[Behaviour], Reason],
    ) -> None:
        self._shared = shared
        self._registry = registry
        self._known = known
        """Nodes that are told as parts of the task, and not once more as tickers."""
        self._reason_of = reason_of
        self._parts: dict[Part, None] = {}

    def __bool__(self) -> bool:
        return bool(self._parts or self._shared.changed)

    def noted(self, part: Part) -> None:
        """A part changed its state."""
        self._parts[part] = None

    def drain(self) -> list[Change]:
        """All changes since the last call: parts of the task, nodes inside units, resources."""
        changes: list[Change] = [*self._shared.grown]
        self._shared.grown.clear()
        changes += [self._of_part(part) for part in self._parts]
        tickers = dict.fromkeys(self._shared.changed)
        changes += [self._of_ticker(ticker) for ticker in tickers if ticker.node not in self._known]
        self._shared.changed.clear()
        self._parts.clear()
        changes += self._registry.drain()
        return changes

    def _of_part(self, part: Part) -> NodeChange:
        state = part.state
        resources = part.asker.resources if isinstance(part, Unit) and part.asker.granted else ()
        failed = state is NodeState.FAILED
        return NodeChange(
            part.path,
            state,
            message=_waits_for(part) if state is NodeState.WAITING else "",
            reason=part.reason if failed else None,
            resources=resources,
        )

    def _of_ticker(self, ticker: Ticker) -> NodeChange:
        node: Behaviour = ticker.node
        state = _STATE[node.status]
        resources: tuple[str, ...] = ()
        if isinstance(ticker, OurTicker):
            if ticker.halting_since_s is not None:
                state = NodeState.STOPPING
            elif state is NodeState.RUNNING and not ticker.started:
                state = NodeState.WAITING
            resources = ticker.asker.resources if ticker.started else ()
        return NodeChange(
            ticker.path(),
            state,
            message=node.feedback_message,
            reason=self._reason_of(node) if state is NodeState.FAILED else None,
            resources=resources,
        )


def _waits_for(part: Part) -> str:
    """Why a part waits: it is not for this robot, what it was told last, or why it failed."""
    piece = part.piece
    withheld = None if piece is None else piece.withheld or piece.owner.aside
    why = part.asker.why if isinstance(part, Unit) else None
    reason = withheld or why or part.reason
    return "" if reason is None else reason.message
