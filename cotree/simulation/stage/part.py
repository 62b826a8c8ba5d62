"""One robot's part on the stage: its body port, and the guard that survives its process."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from cotree.core.actions import (
    FOREVER_S,
    Ask,
    Begin,
    Command,
    Ended,
    Event,
    Halt,
    HandSeen,
    Permit,
    Say,
    Tell,
    Unask,
)
from cotree.core.reasons import Reason
from cotree.runtime.crew.ports import LocalTime
from cotree.runtime.inbox import Inbox
from cotree.simulation.stage.gate import NO_TOKEN, Gate
from cotree.simulation.stage.motion import Motion
from cotree.simulation.stage.scene import ForParts
from cotree.simulation.stage.times import shown_from, true_from
from cotree.team.ballots import Ballot


class Part:
    """Implements the ``Body`` port for one robot, on the robot's own clock.

    Ids are unique for one incarnation only, as a restarted process counts from 1 again; the part
    tells the incarnations apart, so an old one's outcomes never reach a new one.
    """

    def __init__(self, robot: str, clock: LocalTime, stage: ForParts) -> None:
        self.robot = robot
        self.clock = clock
        self.boot = 1
        """Counts the incarnations of the process."""
        self.alive = True
        self.refused = 0
        """How many permits came too late or were out of date."""
        self._stage = stage
        self._gate = Gate()
        self._inbox = Inbox()
        self._inbox.put(self._seen(stage.state(robot)))
        self._watched_s: float | None = None
        """When the stage looks at the deadlines next."""

    # -- the port ------------------------------------------------------------------------------

    def command(self, command: Command, now_s: float) -> None:
        """Take an order of the living process; a dead one gives none."""
        if not self.alive:
            return
        self._stage.advance(self.clock.true(now_s))
        match command:
            case Permit():
                self._permit(command)
            case Begin():
                self._begin(command)
            case Halt(id=id_, how=how):
                self._stage.halt(Halt(self._inside(id_), self.robot, how))
            case Ask() | Unask() | Say():
                self._stage.converse(command)
            case Tell():
                self._stage.tell(command)

    def advance(self, to_s: float) -> list[Event]:
        """What the robot saw and what ended until now, in order."""
        self._stage.advance(self.clock.true(to_s))
        return list(self._inbox.drain())

    def next_event_s(self) -> float | None:
        """When there will be something to look at, on the robot's clock."""
        if not self.alive:
            return None
        due_s = self._stage.now_s if self.waiting else self._stage.next_event_s()
        return None if due_s is None else shown_from(self.clock, due_s)

    @property
    def waiting(self) -> bool:
        """Whether anything waits to be looked at."""
        return len(self._inbox) > 0

    # -- what the stage tells ------------------------------------------------------------------

    def hear(self, events: Iterable[Event]) -> None:
        """Perception; nobody perceives anything while the process is dead."""
        if self.alive:
            self._inbox.put(self._seen(events))

    def ended(self, id_: str, reason: Reason | None) -> None:
        """A motion is over; only the incarnation that began it is told."""
        name, _, boot = id_.partition("~")
        if self.alive and int(boot or 1) == self.boot:
            self._inbox.put([Ended(name, reason)])

    # -- the process ---------------------------------------------------------------------------

    def crash(self, *, orphan: bool) -> None:
        """The process is gone; its motions go on until the guard's deadlines, or stop at once."""
        if self.alive:
            self.alive = False
            self._inbox.drain()
        if not orphan:
            self.leftovers()

    def restart(self) -> list[str]:
        """A new incarnation: what the old one left is stopped, then everything is told anew."""
        self.crash(orphan=True)
        left = self.leftovers()
        self._stage.advance(self._stage.now_s)
        self.boot += 1
        self.alive = True
        self._inbox.put(self._seen(self._stage.state(self.robot)))
        return left

    def leftovers(self) -> list[str]:
        """Stop everything that moves or may move, and name the pieces it was for."""
        pieces = dict.fromkeys(self._gate.close())
        for motion in self._motions():
            pieces[motion.piece] = None
            self._stage.kill(motion, Reason("leftover", "an earlier process left it running"))
        return [piece for piece in pieces if piece]

    def oversleeps(self, to_s: float) -> None:
        """Nobody looked until now: stop what outlives its permit, where it was then.

        For a body that sleeps with its process: nothing of it moves on in between.
        """
        for piece, token in self._gate.due(to_s):
            if not self._stop(piece, Reason("lease", f"the permit for {piece} has run out")):
                self._gate.lapsed(piece, token)

    # -- how -----------------------------------------------------------------------------------

    @property
    def _now_s(self) -> float:
        return self.clock.steady(self._stage.now_s)

    def _inside(self, id_: str) -> str:
        """The id by which the body knows an action of this incarnation."""
        return id_ if self.boot == 1 else f"{id_}~{self.boot}"

    def _seen(self, events: Iterable[Event]) -> list[Event]:
        """Events with times on the robot's clock."""
        return [self._timed(each) if isinstance(each, HandSeen) else each for each in events]

    def _timed(self, seen: HandSeen) -> HandSeen:
        return msgspec.structs.replace(seen, t_s=self.clock.steady(seen.t_s))

    def _motions(self, piece: str | None = None) -> list[Motion]:
        mine = (each for each in self._stage.motions.values() if each.robot == self.robot)
        return [each for each in mine if piece is None or each.piece == piece]

    def _begin(self, begin: Begin) -> None:
        token: Ballot | None = NO_TOKEN
        if begin.piece:
            token = self._gate.live(begin.piece, self._now_s)
        if token is None:
            self._inbox.put([Ended(begin.id, self._gate.refusal(begin.piece))])
            return
        self._stage.begin(msgspec.structs.replace(begin, id=self._inside(begin.id)), token)

    # -- the guard -----------------------------------------------------------------------------

    def _permit(self, permit: Permit) -> None:
        ruling = self._gate.permit(permit.piece, permit.token, permit.until_s, self._now_s)
        if ruling == "replaced":
            newer = Reason("fenced", f"{permit.piece} is claimed anew, with a higher token")
            self._stop(permit.piece, newer)
        self.refused += ruling in ("fenced", "late")
        self._watch_deadlines()

    def _watch_deadlines(self) -> None:
        due_s = self._gate.next_due_s()
        if due_s is None or due_s >= FOREVER_S:
            return
        true_s = true_from(self.clock, due_s)
        if self._watched_s is None or true_s < self._watched_s:
            self._watched_s = true_s
            self._stage.at(true_s, self._deadline)

    def _deadline(self, true_s: float) -> None:
        """Look whether a permit has run out; most have been extended meanwhile."""
        self._watched_s = None
        for piece, token in self._gate.due(self.clock.steady(true_s)):
            if not self._stop(piece, Reason("lease", f"the permit for {piece} has run out")):
                self._gate.lapsed(piece, token)
        self._watch_deadlines()

    def _stop(self, piece: str, why: Reason) -> bool:
        """Stop what moves of a piece; whether anything did."""
        motions = self._motions(piece)
        for motion in motions:
            self._stage.kill(motion, why)
        return bool(motions)
