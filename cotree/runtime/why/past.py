"""The record of a mission, asked piece by piece: who executed what, and which alternative."""

from __future__ import annotations

from cotree.core.changes import NodeState
from cotree.core.paths import is_in
from cotree.runtime.messages import Tree
from cotree.runtime.why.execution import Execution
from cotree.runtime.why.executions import Executions
from cotree.runtime.why.log import Log
from cotree.runtime.why.shape import Shape


class Past:
    """What the record alone says of the pieces of a task."""

    def __init__(self, log: Log, shape: Shape, tree: Tree) -> None:
        self.log = log
        self.shape = shape
        self.words = {node.path: node.word for node in tree.nodes}
        """The behaviour of each node by its path, in the order of the tree."""
        self._known: dict[tuple[str, float | None], Executions] = {}

    def executions(self, piece: str, at_s: float | None) -> Executions:
        """Who was at a piece up to a time, or ever."""
        found = self._known.get((piece, at_s))
        if found is None:
            end = len(self.log.times_s) if at_s is None else self.log.until(at_s)
            found = Executions(self.log, piece, self.shape.units(piece), end)
            self._known[piece, at_s] = found
        return found

    def begun(self, path: str, at_s: float | None) -> list[tuple[Execution, str]]:
        """Executions of the pieces in a node, in the order in which they were decided."""
        found = [
            (each, piece)
            for piece in self.shape.below(path)
            for each in self.executions(piece, at_s).all
            if each.started_s is not None
        ]
        return sorted(found, key=lambda pair: pair[0].decided_s)

    def state(self, path: str, at_s: float) -> str:
        """How a node stood for those who knew most."""
        entries = self.log.nodes.get(path, ())
        states = {entry.robot: entry.change.state for entry in entries if entry.at_s <= at_s}
        return max(states.values(), key=list(NodeState).index, default=NodeState.INACTIVE).value

    # -- alternatives --------------------------------------------------------------------------

    def branches(self, path: str) -> list[str]:
        """The children of a node."""
        cut = len(path) + 1
        return [each for each in self.words if is_in(each, path) and "/" not in each[cut:]][1:]

    def branch_of(self, path: str, piece: str) -> str:
        """The child of a node that a piece is in."""
        return next(branch for branch in self.branches(path) if is_in(piece, branch))

    def rivals(self, piece: str) -> list[tuple[Execution, str]]:
        """Executions in other branches of each ``or`` around a piece, innermost first."""
        above = [path for path, word in self.words.items() if word == "or" and is_in(piece, path)]
        return [
            (execution, other)
            for path in reversed(above)
            for execution, other in self.begun(path, None)
            if self.branch_of(path, other) != self.branch_of(path, piece)
        ]

    def choice_against(self, path: str) -> str:
        """The innermost ``or`` around a node in which another branch was begun; empty: none."""
        words = self.words.items()
        above = [
            each for each, word in words if word == "or" and is_in(path, each) and each != path
        ]
        for choice in reversed(above):
            begun = {self.branch_of(choice, other) for _, other in self.begun(choice, None)}
            if begun and not any(is_in(path, branch) for branch in begun):
                return choice
        return ""

    def rival(self, piece: str, robot: str, at_s: float) -> tuple[str, str]:
        """Who had what in another branch then; of any robot, if none is named."""
        for execution, other in self.rivals(piece):
            ended = execution.ended_s is not None and execution.ended_s < at_s
            if robot in ("", execution.robot) and execution.decided_s <= at_s and not ended:
                return execution.robot, other
        return "", ""
