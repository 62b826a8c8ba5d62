"""``ltl``: what a mission asks for in temporal logic, as a node."""

from __future__ import annotations

from cotree.behaviours.declare import behaviour
from cotree.trees.controls import EngineOnly

LTL = "ltl"


@behaviour(LTL)
class SentenceNode(EngineOnly):
    """All errands of the mission's sentence, somewhere in a task; see *ltl*.

    It stands for an `and` of them.  The plan says who does which, and in which order.

    ```yaml
    - ltl
    - {ltl: {}, name: the rounds}
    ```
    """

    def __init__(self, name: str, params: None = None) -> None:
        super().__init__(name, [])
