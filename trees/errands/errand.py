"""``errand``: something that one robot achieves on its way through the world."""

from __future__ import annotations

from dataclasses import dataclass

from cotree.behaviours.declare import behaviour, parameter
from cotree.trees.controls import EngineOnly
from cotree.trees.errands.agenda import Agenda

ERRAND = "errand"


@dataclass(frozen=True)
class ErrandParams:
    """What an errand is for."""

    formula: str = parameter("what the robot that does it makes true on its way, in LTL")


@behaviour(ERRAND, params=ErrandParams, short="formula")
class Errand(EngineOnly):
    """What one robot makes true on its way through the world: a formula of temporal logic.

    All errands of a mission are planned together, with the rules under `ltl`; `ltl` without a task
    makes a task of errands by itself.  The plan says who does which; an errand then grows the steps
    of that robot's way: what each expects, does and has reached.

    ```yaml
    - errand: <>(table && <>shelf)
    - {errand: <>tray, name: see the tray}
    ```
    """

    assigned = True
    if_unsure = "redo"
    """Whoever takes it over goes on from what the words of the robots say."""

    def __init__(self, name: str, params: ErrandParams) -> None:
        super().__init__(name, [])
        self.params = params
        self.path = name
        self.agenda: Agenda | None = None
        """Set when the tree is attached."""
