"""A whole team from its first tick to its end: one queue of events, in virtual or in real time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.runtime.crew.bystander import Bystander
from cotree.runtime.crew.ending import Ending
from cotree.runtime.crew.ports import World
from cotree.runtime.crew.quiet import Quiet
from cotree.runtime.crew.seat import Seat
from cotree.runtime.crew.voters import Voters
from cotree.runtime.culprit import reason_for
from cotree.runtime.limit import spoken
from cotree.runtime.messages import End, Told
from cotree.runtime.stopper import Stopper
from cotree.runtime.swarm.network import Network
from cotree.runtime.swarm.queue import Queue
from cotree.team.messages import Letter

if TYPE_CHECKING:
    from cotree.runtime.crew.held import Held

LOOK_S = 0.5
"""So often somebody looks whether anything goes on at all."""

Pace = Callable[[float], float]


class Crew:
    """Robots and witnesses around one world."""

    def __init__(
        self,
        queue: Queue,
        world: World,
        network: Network,
        *,
        halt_s: float,
        patience_s: float,
        until_s: float,
        pace: Pace | None = None,
    ) -> None:
        self.queue = queue
        self.world = world
        self.network = network
        self.seats: dict[str, Seat] = {}
        self.bystanders: dict[str, Bystander] = {}
        self.stopper = Stopper(halt_s)
        self.watch: Callable[[Seat, Told, float], None] = lambda seat, told, true_s: None
        self.after: Callable[[float], None] = lambda true_s: None
        """Told of every event, when it has happened."""
        self.faults_left = 0
        """Disturbances that are still to come."""
        self.held: Held | None = None
        """By an operator; None: nobody holds it."""
        self.returning: set[str] = set()
        """Dead robots that will be started again."""
        self._voters = Voters(self.seats, self.bystanders)
        self._names = list(network.names)
        self._pace = pace
        self._until_s = until_s
        self._quiet = Quiet(patience_s)
        self._ending = Ending(self.seats, self._voters, self.stopper)
        self.stirred = True
        """Whether the world may have changed since somebody looked; a letter changes nothing."""
        self._world_s: float | None = None
        network.deliver = self._deliver

    def join(self, seat: Seat) -> None:
        """One more robot."""
        self.seats[seat.name] = seat
        seat.told = self._told
        seat.word = self._word

    # -- running -------------------------------------------------------------------------------

    def run(self) -> End:
        """Until the task is done, has failed, was halted, or nothing can happen any more."""
        for seat in self.seats.values():
            seat.boot(0.0)
        for bystander in self.bystanders.values():
            bystander.boot(0.0)
        self.queue.at(LOOK_S, self._look)
        try:
            while (end := self._ending.end) is None:
                self._step()
        except BaseException:
            for seat in self.seats.values():
                seat.kill(self.queue.now_s)
            raise
        return end

    def broken(self, error: BaseException) -> End:
        """The end of a run that an error ended, with the behaviour that it came from."""
        return End(self.queue.now_s, self._ending.ticks, "error", (reason_for(error),))

    def _step(self) -> None:
        if self.held is not None and not self._may_go(self.held):
            return
        if self.stirred or self._pace is not None:
            self._follow_world()
        due_s = self.queue.due_s
        assert due_s is not None, "somebody always looks again"
        if self.held is not None and not self.stopper.asked and self.held.ends_step(due_s):
            return
        if self._pace is not None and due_s > self.queue.now_s:
            now_s = self._pace(due_s)
            if now_s < due_s:
                self._interrupted(now_s)
                return
        if due_s > self._until_s and not self.stopper.asked:
            self._too_long()
        self.queue.step()
        self.after(self.queue.now_s)

    def _may_go(self, held: Held) -> bool:
        """Whether time may pass; what an operator has done is to be seen at the next beats."""
        goes = held.may_go(must=self.stopper.asked)
        if held.take_stir():
            self.stirred = True
            self.wake_all()
        return goes

    def _follow_world(self) -> None:
        """Let the world happen when it will, and wake who has something to look at."""
        self.stirred = False
        due_s = self.world.next_event_s()
        if due_s is not None and due_s != self._world_s:
            self._world_s = due_s
            self.queue.at(due_s, lambda: self._happens(due_s))
        for name in self.world.waiting():
            if name in self.seats:
                self.seats[name].wake(self.queue.now_s)

    def _happens(self, due_s: float) -> None:
        if self._world_s == due_s:
            self._world_s = None
        self.world.advance(self.queue.now_s)
        self.stirred = True

    def _interrupted(self, now_s: float) -> None:
        """Somebody wants it to stop before the next thing happens."""
        self.queue.now_s = max(self.queue.now_s, now_s)
        self.wake_all()

    def wake_all(self) -> None:
        """Everybody ticks now."""
        for seat in self.seats.values():
            seat.wake(self.queue.now_s)

    def stop_for(self, reason: Reason) -> None:
        """Stop everything that moves, because the mission must not go on."""
        self._ending.because = (*self._ending.because, reason)
        self.stopper.ask()
        self.wake_all()

    def _too_long(self) -> None:
        when = f"after {spoken(self._until_s)}; --until sets another limit"
        running = sorted({path for seat in self.seats.values() for path in seat.at_work()})
        who = f"{', '.join(running)} still run{'s' if len(running) == 1 else ''}"
        self._ending.late = Reason("out_of_time", f"{who if running else 'the team waits'} {when}")
        self.stopper.ask()
        self.wake_all()

    # -- letters -------------------------------------------------------------------------------

    def _deliver(self, reader: int, letter: Letter) -> None:
        name = self._names[reader]
        if name in self.seats:
            self.seats[name].hear(letter, self.queue.now_s)
        elif name in self.bystanders:
            self.bystanders[name].hear(letter, self.queue.now_s)

    # -- the end -------------------------------------------------------------------------------

    def _word(self, true_s: float) -> Stop | None:
        return self.stopper.word(true_s)

    def _told(self, seat: Seat, told: Told, true_s: float) -> None:
        self.stirred = True
        self._ending.follow(seat.name, told.changes)
        if told.changes:
            self._quiet.stirs()
        self.watch(seat, told, true_s)
        if self.held is not None and seat.executor is not None:
            self.held.turned(seat.executor.engine.operating.stopped_at)
        if told.changes or self.stopper.asked:
            self._judge(true_s)

    def _alive(self) -> list[Seat]:
        return [seat for seat in self.seats.values() if seat.executor is not None]

    def _judge(self, true_s: float) -> None:
        if not self.returning:
            self._ending.judge(true_s, self._alive())

    def _look(self) -> None:
        """Whether anything goes on; if not for long, whoever waits in vain gives up."""
        now_s = self.queue.now_s
        self._judge(now_s)  # the last one that had not ended may have died
        if self._ending.end is not None:
            return
        self.queue.after(LOOK_S, self._look)
        alive = self._alive()
        if not alive and not self.returning and not self._attended(alive):
            self._ending.finish(now_s, "stuck", Reason("dead", "no robot of the team is alive"))
            return
        foretold = self.faults_left or self.returning or self.world.next_event_s() is not None
        foretold = foretold or self._voters.awaited() or self._attended(alive)
        idle = not foretold and not any(seat.busy or seat.expects(now_s) for seat in alive)
        if self._quiet.over(now_s, idle=idle):
            self._give_up(now_s, alive)

    def _attended(self, alive: list[Seat]) -> bool:
        """Whether an operator is there who may start dead robots again."""
        return self.held is not None and self.held.armed and len(alive) < len(self.seats)

    def _give_up(self, now_s: float, alive: list[Seat]) -> None:
        if self._ending.gives_up(now_s, alive, hopeless=self._quiet.hopeless):
            return
        for seat in alive:
            seat.give_up = True
            seat.wake(now_s)
