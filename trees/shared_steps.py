"""``steps``: the steps that people and robots share, as a node."""

from __future__ import annotations

from cotree.behaviours.declare import behaviour
from cotree.trees.controls import EngineOnly

STEPS = "steps"


@behaviour(STEPS)
class StepsNode(EngineOnly):
    """All steps that people and robots share out among themselves, somewhere in a task.

    It stands for a subtree that is the same for everybody: an `and` of the steps, and `then` where
    some come before others.  One of the robots plans who does which; see *steps*.

    ```yaml
    - steps
    - {steps: {}, name: kitting corner}
    ```
    """

    def __init__(self, name: str, params: None = None) -> None:
        super().__init__(name, [])
