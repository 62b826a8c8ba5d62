"""The published rule behind the interface of the claim protocol, so that whole teams can try it.

For comparison only: it executes steps twice under skew, loss and crashes, which a simulation shows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from cotree.team.ballots import Ballot
from cotree.team.durable import Durable
from cotree.team.effects import Out
from cotree.team.mirror.sightings import Sighting
from cotree.team.paper import PaperTeammate


class Published(PaperTeammate):
    """What it believes to be done is told like a record; it answers nothing that it lacks."""

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self._told: dict[int, int] = {}

    def drain(self) -> Out:
        """What is to be sent and done, and news of what is done."""
        out = super().drain()
        taken = self.mind.taken
        taken.clear()
        for peer, held in self._peers.items():
            taken.update((leaf, (peer, math.inf)) for leaf in held)
        news = [fact for fact in self.mind.facts if fact.mark != self._told.get(fact.leaf, 0)]
        self._told.update((fact.leaf, fact.mark) for fact in news)
        records = tuple(Durable(("fact", fact.leaf), fact) for fact in news)
        return Out(records, out.letters, out.orders)

    def let_go(self, leaf: int, token: Ballot, now_s: float) -> None:
        """It is given back."""
        self.stopped(leaf, token, now_s)

    def withdraw(self, leaf: int, now_s: float) -> None:
        """The robot does not want it any more."""
        self._intents.pop(leaf, None)

    def stopped(
        self, leaf: int, token: Ballot, now_s: float, *, started: bool = True, keep: bool = False
    ) -> None:
        """It was stopped; while a person is asked about it, it is still the robot's."""
        if not keep:
            super().stopped(leaf, token, now_s, started=started)

    def resume(self, leaf: int, now_s: float) -> None:
        """The person lets the robot go on: it intends it anew."""
        self._active.pop(leaf, None)
        self.claim(leaf, now_s)

    def cannot(self, leaf: int, word: str | None, now_s: float) -> None:
        """Nobody is told."""

    def unable(self, leaf: int) -> Mapping[str, str]:
        """As nobody tells, nobody knows."""
        return {}

    def say(self, word: Sighting, now_s: float) -> None:
        """Nobody is told."""

    def hopeless(self, leaf: int, now_s: float) -> bool:
        """Nothing is ever given up."""
        return False

    def alive(self, robot: str, now_s: float) -> bool:
        """Nobody ever counts as dead."""
        return True
