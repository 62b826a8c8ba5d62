"""Control nodes in YAML: py_trees' sequence and selector, m out of n, and ``finally``."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Sequence as Items
from dataclasses import dataclass

import py_trees.composites
from py_trees.behaviour import Behaviour

from cotree.behaviours.declare import Children, behaviour, parameter


@dataclass(frozen=True)
class MemoryParams:
    """Parameters of ``sequence`` and ``selector``."""

    memory: bool = parameter(
        "go on with the child that ran; otherwise start with the first one on every tick",
        default=True,
    )


@behaviour("sequence", params=MemoryParams, children=Children.MANY)
class Sequence(py_trees.composites.Sequence):
    """py_trees' sequence, as one unit of the task: its leaves are not shared out one by one.

    ```yaml
    - sequence: [{wait: 1 s}, {wait: 2 s}]
    - sequence: {memory: false, of: [{wait: 1 s}, {wait: 2 s}]}
    ```
    """

    def __init__(self, name: str, params: MemoryParams, children: Items[Behaviour]) -> None:
        super().__init__(name, params.memory, children)


@behaviour("selector", params=MemoryParams, children=Children.MANY)
class Selector(py_trees.composites.Selector):
    """py_trees' selector: the first child that does not fail, in the written order of priority.

    When a child fails, whatever it has done already, the next one is tried: ``selector`` falls
    back, ``or`` chooses once.

    ```yaml
    - selector: [{wait: 1 s}, {wait: 2 s}]
    - selector: {memory: false, of: [{wait: 1 s}, {wait: 2 s}]}
    ```
    """

    def __init__(self, name: str, params: MemoryParams, children: Items[Behaviour]) -> None:
        super().__init__(name, params.memory, children)


class EngineOnly(py_trees.composites.Composite):
    """A composite that only our engine ticks."""

    def tick(self) -> Iterator[Behaviour]:
        """Not for py_trees."""
        raise RuntimeError(f"{self.name} is ticked by cotree.trees.Engine, not by py_trees itself")
        yield self  # a generator, because py_trees calls tick() when it makes a node


@dataclass(frozen=True)
class ParallelParams:
    """Parameters of ``parallel``."""

    need: int | None = parameter("how many must succeed; all, by default", default=None, low=1)


@behaviour("parallel", params=ParallelParams, children=Children.MANY)
class AtLeast(EngineOnly):
    """All children at once, until enough have succeeded; the rest is halted.

    It fails as soon as enough cannot succeed any more.

    ```yaml
    - parallel: {need: 1, of: [{wait: 1 s}, {wait: 2 s}]}
    ```
    """

    def __init__(self, name: str, params: ParallelParams, children: Items[Behaviour]) -> None:
        super().__init__(name, children)
        self.need = len(children) if params.need is None else params.need
        if self.need > len(children):
            raise ValueError(f"'need' is {self.need}, but there are only {len(children)} children")


@behaviour("finally", children=Children.MANY)
class Finally(EngineOnly):
    """The first child, and then the second whatever became of the first, even if it was stopped.

    ```yaml
    - finally: [{wait: 5 s}, {perform: close the door}]
    ```
    """

    def __init__(self, name: str, params: object, children: Items[Behaviour]) -> None:
        super().__init__(name, children)
        if len(children) != 2:
            raise ValueError(
                f"'finally' takes two children, the work and what follows it, not {len(children)}"
            )
