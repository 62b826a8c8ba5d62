"""What changed, once per tick and node, as values for peers, record and viewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.changes import Change, NodeChange, NodeState
from cotree.trees.part import Part
from cotree.trees.ticking.leaf import OurTicker
from cotree.trees.ticking.ticker import Ticker
from cotree.trees.unit import Unit

if TYPE_CHECKING:
    from cotree.trees.engine import Engine

_STATE = {
    Status.INVALID: NodeState.INACTIVE,
    Status.RUNNING: NodeState.RUNNING,
    Status.SUCCESS: NodeState.DONE,
    Status.FAILURE: NodeState.FAILED,
}


class Telling:
    """Collects changed nodes until somebody asks."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._parts: dict[Part, None] = {}

    def __bool__(self) -> bool:
        return bool(self._parts or self._engine.shared.changed)

    def noted(self, part: Part) -> None:
        """A part changed its state."""
        self._parts[part] = None

    def drain(self) -> list[Change]:
        """All changes since the last call: parts of the task, nodes inside units, resources."""
        engine = self._engine
        changes: list[Change] = [self._of_part(part) for part in self._parts]
        tickers = dict.fromkeys(engine.shared.changed)
        changes += [
            self._of_ticker(ticker) for ticker in tickers if ticker.node not in engine.parts
        ]
        engine.shared.changed.clear()
        self._parts.clear()
        changes += engine.registry.drain()
        return changes

    def _of_part(self, part: Part) -> NodeChange:
        state = part.state
        resources = part.asker.resources if isinstance(part, Unit) and part.busy() else ()
        failed = state is NodeState.FAILED
        retry = state is NodeState.WAITING and part.reason is not None
        return NodeChange(
            part.path,
            state,
            message=part.reason.message if retry and part.reason else "",
            reason=part.reason if failed else None,
            resources=resources,
        )

    def _of_ticker(self, ticker: Ticker) -> NodeChange:
        node: Behaviour = ticker.node
        state = _STATE[node.status]
        resources: tuple[str, ...] = ()
        if isinstance(ticker, OurTicker):
            if ticker.halting is not None:
                state = NodeState.STOPPING
            elif state is NodeState.RUNNING and not ticker.started:
                state = NodeState.WAITING
            resources = ticker.asker.resources if ticker.started else ()
        return NodeChange(
            ticker.path(),
            state,
            message=node.feedback_message,
            reason=self._engine.reason_of(node) if state is NodeState.FAILED else None,
            resources=resources,
        )
