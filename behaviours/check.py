"""``check``: whether a fact holds now."""

from __future__ import annotations

from dataclasses import dataclass

from py_trees.common import Status

from cotree.behaviours.declare import behaviour, parameter
from cotree.behaviours.guard import Fact, same, say
from cotree.behaviours.leaf import Leaf


@dataclass(frozen=True)
class CheckParams:
    """Parameters of ``check``."""

    fact: str = parameter("the name of the fact")
    equals: Fact = parameter("the value it must have", default=True)


@behaviour("check", params=CheckParams, short="fact")
class Check(Leaf):
    """Succeed at once if a fact has a value; otherwise fail at once with the code ``check``.

    A condition for ``sequence`` and ``selector``; ``guard`` goes on looking while something runs.

    ```yaml
    - check: door_open
    - check: {fact: light, equals: green}
    ```
    """

    params: CheckParams
    polled = False
    if_unsure = "redo"

    def update(self) -> Status:
        """Look once."""
        name, wanted = self.params.fact, self.params.equals
        value = self.desk.view().fact(name)
        if same(value, wanted):
            return Status.SUCCESS
        return self.fail("check", f"{name} is {say(value)}, not {say(wanted)}", value=value)
