"""How the run of a team ends: what its robots say together, or why it cannot go on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from py_trees.common import Status

from cotree.core.changes import Change
from cotree.core.reasons import Reason
from cotree.runtime.blame import Blame
from cotree.runtime.crew.seat import Seat
from cotree.runtime.crew.voters import Voters
from cotree.runtime.messages import End
from cotree.runtime.stopper import Stopper


class Ending:
    """Judges a team; once there is an ``end``, it stays."""

    def __init__(self, seats: Mapping[str, Seat], voters: Voters, stopper: Stopper) -> None:
        self.end: End | None = None
        self.ticks = 0
        """How many there were, of all robots."""
        self.late: Reason | None = None
        """Why its time is over."""
        self.because: tuple[Reason, ...] = ()
        """Why it must not go on."""
        self._seats = seats
        self._voters = voters
        self._stopper = stopper
        self._blame: defaultdict[str, Blame] = defaultdict(Blame)

    def follow(self, robot: str, changes: Iterable[Change]) -> None:
        """One more tick of a robot changed this."""
        self.ticks += 1
        self._blame[robot].follow(changes)

    def judge(self, true_s: float, alive: Sequence[Seat]) -> None:
        """Whether those that live have come to an end."""
        if self.end is not None or not alive:
            return
        states = {seat.status for seat in alive}
        if self._stopper.asked:
            if all(seat.executor is not None and seat.executor.stopped for seat in alive):
                self._halted(true_s)
            elif self._stopper.in_vain(true_s):
                self._halted(true_s, Reason("no_stop", "some robot did not stop in time"))
        elif states == {Status.SUCCESS}:
            self.finish(true_s, "success")
        elif states == {Status.FAILURE}:
            self.finish(true_s, "failure", *self._reasons())

    def gives_up(self, now_s: float, alive: Sequence[Seat], *, hopeless: bool) -> bool:
        """Whether a team that waits in vain is left, instead of told to give something up."""
        lost = self._no_quorum()
        if lost:
            self.finish(now_s, "no_quorum", *lost)
        elif hopeless:
            self.finish(now_s, "stuck", *_waits(alive))
        return self.end is not None

    def finish(self, true_s: float, result: str, *reasons: Reason) -> None:
        """This is the end."""
        self.end = End(true_s, self.ticks, result, reasons)

    def _halted(self, true_s: float, *reasons: Reason) -> None:
        if self.late is not None:
            self.finish(true_s, "out_of_time", self.late, *self._no_quorum(), *reasons)
        elif self.because:
            self.finish(true_s, "failure", *self.because, *reasons)
        else:
            self.finish(true_s, "halted", *reasons)

    def _reasons(self) -> Sequence[Reason]:
        """Why it failed, each reason once; what the team gave up is explained by who gave up."""
        found: list[Reason] = []
        for seat in self._seats.values():
            for reason in (*self._blame[seat.name].reasons(), *seat.gave_up()):
                if reason not in found:
                    found.append(reason)
        return [reason for reason in found if reason.code != "abandoned"] or found

    def _no_quorum(self) -> tuple[Reason, ...]:
        lost = self._voters.lost()
        return () if lost is None else (lost,)


def _waits(alive: Iterable[Seat]) -> Sequence[Reason]:
    """What the robots wait for, each reason once."""
    waits: list[Reason] = []
    for seat in alive:
        reasons = seat.stuck() or seat.gave_up()
        waits += [reason for reason in reasons if reason not in waits]
    return waits or [Reason("silence", "the team waits for something that nothing announces")]
