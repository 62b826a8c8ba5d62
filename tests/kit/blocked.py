"""Eyes that tests have in other processes: one never answers, one dies, one sees, one does not."""

from __future__ import annotations

import os
import signal
import threading

from cotree.core.actions import Event, HandSeen
from cotree.core.senses import HANDS
from cotree.runtime.senses.ports import Moment, Sensed


class Stuck:
    """Begins to look, and never ends."""

    def look(self, moment: Moment) -> Sensed:
        threading.Event().wait()
        raise AssertionError("nobody wakes it")

    def close(self) -> None:
        """Nothing."""


class Mortal:
    """Dies of the first look."""

    def look(self, moment: Moment) -> Sensed:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("it is dead")

    def close(self) -> None:
        """Nothing."""


class Pointing:
    """Sees one hand, in one place."""

    def look(self, moment: Moment) -> Sensed:
        events: tuple[Event, ...] = (HandSeen("ann", (0.5, 0.5, 0.0), moment.t_s),)
        return Sensed(moment.t_s, events, lively=True)

    def close(self) -> None:
        """Nothing."""


class Blindfolded:
    """Sees nothing from a time on."""

    def __init__(self, from_s: float = 0.0, until_s: float = 1e9) -> None:
        self.from_s, self.until_s = from_s, until_s

    def look(self, moment: Moment) -> Sensed:
        blind = self.from_s <= moment.t_s < self.until_s
        return Sensed(moment.t_s, blind={HANDS: "the lens is covered"} if blind else {})

    def close(self) -> None:
        """Nothing."""
