"""``always``: one result, whatever becomes of something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from py_trees.common import Status

from cotree.behaviours.declare import Children, behaviour, parameter
from cotree.behaviours.wrapper import Wrapper


@dataclass(frozen=True)
class AlwaysParams:
    """Parameters of ``always``."""

    result: Literal["success", "failure"] = parameter("how it ends", default="success")


@behaviour("always", params=AlwaysParams, children=Children.ONE)
class Always(Wrapper):
    """End with this result once something is over, whatever became of it.

    ```yaml
    - always: {do: {perform: wave}}
    - always: {result: failure, do: {wait: 1 s}}
    ```
    """

    params: AlwaysParams
    keeps = False

    def after(self, status: Status) -> Status:
        """The result, once it is over."""
        if status is Status.RUNNING:
            return status
        if self.params.result == "success":
            return Status.SUCCESS
        return self.fail("always", f"{self.decorated.name} is over, after which this fails")
