"""When to ask again after a refusal: at random, and later each time."""

from __future__ import annotations

from cotree.team.ballots import ZERO, Ballot
from cotree.team.dice import Dice
from cotree.team.messages import Vote

MOST_DOUBLINGS = 4
HELD_S = (0.3, 0.8)
"""After a better claim, or silence; doubles each time."""
WORSE_S = (0.05, 0.3)
"""After a worse claim that has not come to anything yet: both step back, and soon try again."""
SILENT_MOST_S = 2.0
"""Between two questions about what somebody has who is not heard here, but perhaps elsewhere."""


class Patience:
    """How often each leaf was refused in a row."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self._refused: dict[int, int] = {}

    def after(
        self, leaf: int, mine: Ballot, refusal: Vote | None, *, courteous: bool = False
    ) -> float:
        """How long to wait now.

        ``courteous``: it is known who has the leaf, and no peer is asked while that one lives; so
        the wait need not grow, and the leaf is taken over soon after its holder has died.
        """
        if courteous:
            return self._dice.between(*HELD_S)
        if refusal is not None and refusal.why == "verify":
            return self._dice.between(*WORSE_S)
        if refusal is not None and ZERO < refusal.against < mine and refusal.why == "held":
            return self._dice.between(*WORSE_S) * self._factor(leaf)
        return self._dice.between(*HELD_S) * self._factor(leaf)

    def after_silence(self, silent_s: float) -> float:
        """How long to wait for what somebody has who is silent: soon it has it no more, if dead."""
        return min(self._dice.between(*WORSE_S) + silent_s / 2, SILENT_MOST_S)

    def _factor(self, leaf: int) -> int:
        doublings = self._refused.get(leaf, 0)
        self._refused[leaf] = min(doublings + 1, MOST_DOUBLINGS)
        return 1 << doublings

    def rewarded(self, leaf: int) -> None:
        """A claim of this leaf came to something."""
        self._refused.pop(leaf, None)
