"""``balance``: the robot has fallen."""

from __future__ import annotations

from cotree.behaviours.checkers.declare import Checker, checker
from cotree.behaviours.checkers.look import Look
from cotree.core.disturbances import FALLEN, upright
from cotree.core.reasons import Reason


@checker("balance", rate=50.0, do="recover", stops="interrupt")
class Balance(Checker):
    """The robot has fallen: the fact ``<robot>/upright`` is false.

    What it did is interrupted, and goes on once it has stood up.

    ```yaml
    reactions:
      balance: {rate: 50, do: recover}
    ```
    """

    def check(self, look: Look) -> Reason | None:
        """Whether it is down."""
        if look.fact(upright(look.robot)) is False:
            return Reason(FALLEN, f"{look.robot} has fallen")
        return None
