"""Which nodes of a mission were ever ticked, succeeded and failed in some recorded runs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from cotree.core.changes import NodeChange, NodeState
from cotree.runtime.messages import Hello, Message, Node, Told, Tree
from cotree.runtime.reading import Reading
from cotree.runtime.record import RecordError
from cotree.runtime.skimming import skimmed
from cotree.runtime.sound import soundly

BEGUN = frozenset((NodeState.RUNNING, NodeState.STOPPING, NodeState.DONE, NodeState.FAILED))
"""A node that only waits, or is skipped as its goal holds already, has done nothing yet."""


class NodeCover(msgspec.Struct, frozen=True):
    """How often something became of one node, in all runs and on all robots."""

    path: str
    word: str
    line: int
    file: str
    """Empty: the mission's own."""
    leaf: bool
    ticked: bool
    succeeded: bool
    failed: bool
    waited: bool
    """It was its turn, at least."""
    skipped: bool
    """Its goal held already, at least once."""


class Cover(msgspec.Struct, frozen=True):
    """One mission, and what some runs of it have covered."""

    mission: str
    file: str
    records: tuple[str, ...]
    nodes: tuple[NodeCover, ...]

    @property
    def ticked(self) -> int:
        """How many nodes were ticked."""
        return sum(node.ticked for node in self.nodes)

    @property
    def percent(self) -> float:
        """How many of a hundred nodes were ticked."""
        return 100.0 * self.ticked / len(self.nodes) if self.nodes else 100.0


class Tally:
    """Reads records of any missions; records of the same tree count together."""

    def __init__(self) -> None:
        self._runs: dict[tuple[str, tuple[Node, ...]], _Run] = {}

    def read(self, path: Path) -> str:
        """One more record; where and why it ends too early, or nothing."""
        reading: Reading[Message] = Reading(path, soundly(skimmed, lambda each: each))
        hello: Hello | None = None
        run: _Run | None = None
        for message in reading:
            match message:
                case Hello():
                    hello = message
                case Tree(nodes=nodes) if hello is not None and run is None:
                    run = self._runs.setdefault((hello.mission, nodes), _Run(hello.file, nodes))
                    run.records.append(str(path))
                case Told(changes=changes) if run is not None:
                    run.take(change for change in changes if isinstance(change, NodeChange))
        if run is None:
            why = reading.cut or f"{path}: is not a complete record"
            raise RecordError(f"{why}; without 'tree' there is nothing to cover")
        return reading.cut

    def covers(self) -> list[Cover]:
        """What was covered, mission by mission."""
        return [
            Cover(name, run.file, tuple(run.records), tuple(run.nodes()))
            for (name, _), run in self._runs.items()
        ]


class _Run:
    """What became of the nodes of one tree."""

    def __init__(self, file: str, nodes: tuple[Node, ...]) -> None:
        self.file = file
        self.records: list[str] = []
        self._nodes = nodes
        self._inner = {nodes[node.parent].path for node in nodes if node.parent >= 0}
        self._seen: dict[str, set[NodeState]] = {node.path: set() for node in nodes}

    def take(self, changes: Iterable[NodeChange]) -> None:
        for change in changes:
            seen = self._seen.get(change.path)
            if seen is not None:  # steps that grow are no part of what was written
                seen.add(change.state)

    def nodes(self) -> Iterable[NodeCover]:
        for node in self._nodes:
            seen = self._seen[node.path]
            yield NodeCover(
                node.path,
                node.word,
                node.line,
                node.file,
                leaf=node.path not in self._inner,
                ticked=not seen.isdisjoint(BEGUN),
                succeeded=NodeState.DONE in seen,
                failed=NodeState.FAILED in seen,
                waited=bool(seen & {NodeState.WAITING, NodeState.CLAIMING}),
                skipped=NodeState.SKIPPED in seen,
            )
