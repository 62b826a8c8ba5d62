"""What this robot gave up, and when the whole team should.

A failure here is no failure of the team: the peers may do it.  What nobody can do is given up by
all, so that another branch is taken, or the task has failed.
"""

from __future__ import annotations

from cotree.runtime.accord.gates import FAILED
from cotree.runtime.accord.ledger import Ledger


class Hopes:
    """Tells the peers what this robot cannot do, and proposes to give up what nobody can."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._mate = ledger.mate
        self._failed: dict[int, float] = {}
        """By leaf: from when on this robot may propose that nobody does it."""

    def gave_up(self, leaf: int, now_s: float) -> None:
        """This robot tried, and will not again."""
        self._failed.setdefault(leaf, now_s)
        self._mate.cannot(leaf, FAILED, now_s)

    def look(self, now_s: float) -> None:
        """Propose to give up what no robot of the team can do."""
        for leaf, from_s in list(self._failed.items()):
            if self._mate.knows_done(leaf):
                del self._failed[leaf]
            elif now_s >= from_s and self._speaks(now_s) and self._nobody_can(leaf, now_s):
                self._failed[leaf] = now_s + self._mate.mind.timing.hold_s
                self._mate.abandon((leaf,), now_s)

    def __bool__(self) -> bool:
        return bool(self._failed)

    def _nobody_can(self, leaf: int, now_s: float) -> bool:
        """Whether everybody who lives has tried and failed; for whom it is shut may still try."""
        unable = self._mate.unable(leaf)
        return all(
            unable.get(robot) == FAILED or not self._mate.alive(robot, now_s)
            for robot in self._mate.mind.roster.robots
        )

    def _speaks(self, now_s: float) -> bool:
        """Whether this robot is the first of those that live."""
        robots = self._mate.mind.roster.robots
        return next(r for r in robots if self._mate.alive(r, now_s)) == self._mate.mind.name
