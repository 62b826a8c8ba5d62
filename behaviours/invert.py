"""``invert``: the opposite of what becomes of something."""

from __future__ import annotations

from py_trees.common import Status

from cotree.behaviours.declare import Children, behaviour
from cotree.behaviours.wrapper import Wrapper


@behaviour("invert", children=Children.ONE)
class Invert(Wrapper):
    """Succeed when it fails; fail with the code ``inverted`` when it succeeds.

    ```yaml
    - invert: {do: {check: door_open}}
    ```
    """

    keeps = False

    def after(self, status: Status) -> Status:
        """The opposite, once it is over."""
        if status is Status.FAILURE:
            return Status.SUCCESS
        if status is Status.SUCCESS:
            return self.fail("inverted", f"{self.decorated.name} succeeded, which it must not")
        return status
