"""``critical``: something of the robot is broken."""

from __future__ import annotations

from cotree.behaviours.checkers.declare import Checker, checker
from cotree.behaviours.checkers.look import Look
from cotree.core.disturbances import BROKEN, healthy
from cotree.core.reasons import Reason


@checker("critical", rate=10.0, do="reallocate team", stops="kill")
class Critical(Checker):
    """Something of the robot is broken: the fact ``<robot>/healthy`` is false.

    It counts as broken, too, when a motion ended with the code ``broken`` and nobody has said since
    that it is healthy.  What it did stops at once, and others do its work.

    ```yaml
    reactions:
      critical: {rate: 10, do: reallocate team}
    ```
    """

    def check(self, look: Look) -> Reason | None:
        """Whether it is known to be broken, or must be."""
        known = look.fact(healthy(look.robot))
        if known is False:
            return Reason(BROKEN, f"{look.robot} is broken")
        for reason in look.setbacks.values():
            if reason.code == BROKEN and known is not True:
                return Reason(BROKEN, f"{look.robot} is broken: {reason.message}")
        return None
