"""Who of a crew still votes, and whether that is too few for the team ever to decide anything."""

from __future__ import annotations

from collections.abc import Mapping

from cotree.core.reasons import Reason
from cotree.runtime.accord.accord import Accord
from cotree.runtime.accord.quorum import can_decide
from cotree.runtime.crew.bystander import Bystander
from cotree.runtime.crew.seat import Seat


class Voters:
    """Knows which processes live, which the robots can only guess."""

    def __init__(self, seats: Mapping[str, Seat], bystanders: Mapping[str, Bystander]) -> None:
        self._seats = seats
        self._bystanders = bystanders

    def awaited(self) -> bool:
        """Whether some robot hears too few voters, and more of them or a person may help."""
        waits = any(accord.quorum.lost for accord in self._accords())
        return waits and (self.lost() is None or self._has_operator())

    def lost(self) -> Reason | None:
        """Why nobody can decide anything unless a dead process comes back; None: somebody can."""
        present, accords = self._present(), self._accords()
        for accord in accords:
            if not accord.quorum.lost or can_decide(accord.mate, present):
                return None
        return accords[0].quorum.reason(present) if accords else None

    def _has_operator(self) -> bool:
        """Whether a person decides who is switched off."""
        return any(each.mate.mind.policy.word == "operator" for each in self._accords())

    def _accords(self) -> list[Accord]:
        executors = [seat.executor for seat in self._seats.values()]
        accords = [None if executor is None else executor.accord for executor in executors]
        return [accord for accord in accords if accord is not None]

    def _present(self) -> set[str]:
        robots = {name for name, seat in self._seats.items() if seat.executor is not None}
        return robots | {name for name, each in self._bystanders.items() if each.mate is not None}
