"""How long a goal waits for what."""

from __future__ import annotations

import msgspec


class Patience(msgspec.Struct, frozen=True):
    """The times of one goal; together they bound how long a halt can take."""

    server_s: float = 5.0
    """For a server to appear."""
    accept_s: float = 5.0
    """From sending until the server has accepted or rejected."""
    answer_s: float = 1.0
    """From a wish to cancel to its acknowledgement, before it is sent again."""
    stop_s: float = 5.0
    """From an acknowledgement until the goal is over."""
    gone_s: float = 1.0
    """A server that cannot be reached for so long has gone."""
    tries: int = 3
    """So often a cancel is sent before everything on the server is cancelled."""

    @property
    def longest_s(self) -> float:
        """After a halt it is over in less than this, whatever the server does."""
        rungs = self.tries + 2
        return self.accept_s + rungs * (self.answer_s + self.stop_s)
