"""One robot of the simulation: a clock, a disk, a guard that survives, a process that does not."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

import msgspec

from cotree.runtime.swarm.errands import EAGER_S, Errands
from cotree.runtime.swarm.member import Member
from cotree.runtime.swarm.monitor import Monitor
from cotree.runtime.swarm.queue import Queue
from cotree.runtime.swarm.truth import Motion, Truth
from cotree.team.ballots import Ballot
from cotree.team.dice import Dice
from cotree.team.durable import Key, Value, keep
from cotree.team.effects import Denied, Extend, Halt, Order, Out, Over, Revised, Start, Verify
from cotree.team.guard import Guard
from cotree.team.messages import Letter

LOOK_AGAIN_S = 0.4
"""An idle robot looks for work at least so often."""


class Clock(msgspec.Struct):
    """A host's clocks as functions of true time."""

    offset_s: float
    drift: float
    skew_s: float

    def steady(self, true_s: float) -> float:
        """What the steady clock shows."""
        return self.offset_s + true_s * (1 + self.drift)

    def true(self, steady_s: float) -> float:
        """When the steady clock shows this."""
        return (steady_s - self.offset_s) / (1 + self.drift)


class Makes(Protocol):
    """How a process comes to life."""

    def __call__(
        self, host: int, disk: dict[Key, Value], now_s: float, *, boot: int, first: bool
    ) -> Member:
        """A new incarnation."""


class Host:
    """A robot: letters and time reach its process only while that lives and is not paused."""

    def __init__(
        self,
        number: int,
        clock: Clock,
        queue: Queue,
        truth: Truth,
        monitor: Monitor,
        dice: Dice,
        make: Makes,
        post: Callable[[int, Letter], None],
        note: Callable[[str], None],
        stop_s: float,
        hands: int,
        works: bool = True,
        eager: bool = False,
        uses: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        self.number = number
        self.clock = clock
        self.disk: dict[Key, Value] = {}
        self.guard = Guard()
        self.member: Member | None = None
        self.paused = False
        self.dead = False
        """For good."""
        self.removed = False
        """From the team, which has begun to do without its disk."""
        self.lag_s = 0.0
        self.cut: Callable[[], None] | None = None
        """Crash while the next letters leave; ``cut_after`` letters still do."""
        self.cut_after = 0
        self._queue = queue
        self._truth = truth
        self._monitor = monitor
        self._dice = dice
        self._make = make
        self._post = post
        self._note = note
        self._stop_s = stop_s
        self._works = works
        self._eager = eager
        self.errands = Errands(self, truth, dice, note, uses, hands, eager=eager)
        self.revised: Callable[[int, tuple[int, ...], int], None] = lambda *_: None
        self._life = 0
        self._backlog: list[Callable[[], None]] = []
        self._leaving: dict[int, Ballot] = {}
        self._verified: set[tuple[int, Ballot]] = set()
        self._stopping: set[int] = set()
        self._wake_s = -math.inf

    @property
    def now_s(self) -> float:
        """What its steady clock shows."""
        return self.clock.steady(self._queue.now_s)

    # -- the process ---------------------------------------------------------------------------

    def boot(self, *, first: bool = False) -> None:
        """Start the process, once nothing that an old one began moves any more."""
        if self.member is not None or self.dead:
            return
        leftovers = self.guard.leftovers()
        if leftovers:
            for leaf in leftovers:
                if self._truth.task.is_thing(leaf):
                    self.guard.ended(leaf)
                self._stop_motion(leaf)
            self._queue.after(0.02, self.boot)
            return
        self._life += 1
        self.errands.forget()
        self._leaving.clear()
        self._verified.clear()
        boot = self._dice.below(1 << 40) + (1 << 32)
        self.member = self._make(self.number, self.disk, self.now_s, boot=boot, first=first)
        self._note(f"{self.number} boots")
        self._after()

    def crash(self, *, disk: bool, orphan: bool) -> None:
        """The process is gone; the guard goes on until its deadlines."""
        if self.member is None:
            return
        self.member = None
        self._leaving.clear()
        self._backlog.clear()
        self.paused = False
        self.cut = None
        self._note(f"{self.number} crashes{'' if disk else ', disk lost'}")
        if not disk:
            self.disk.clear()
        if not orphan:
            for leaf in self.guard.leftovers():
                self._stop_motion(leaf)

    def resume(self) -> None:
        """The process goes on after a pause, with all that waited."""
        self.paused = False
        waiting, self._backlog = self._backlog, []
        for each in waiting:
            each()

    def tell(self, do: Callable[[Member], None]) -> None:
        """Let the process do something, when it can."""
        life = self._life

        def run() -> None:
            if self.member is None or life != self._life:
                return
            if self.paused:
                self._backlog.append(run)
                return
            do(self.member)
            self._after()

        if self.lag_s:
            self._queue.after(self.lag_s * self._dice.random(), run)
        else:
            run()

    def hear(self, letter: Letter) -> None:
        """A letter arrives."""
        if self.member is not None:
            self.tell(lambda member: member.receive(letter, self.now_s))

    def _after(self) -> None:
        """After each step: look for work, store, send, obey, and plan the next one."""
        if self.member is None:
            return
        if self._works:
            self.errands.choose(self.member, self.now_s)
        out = self.member.drain()
        keep(self.disk, out.durable)
        self._monitor.stored(self.number, out.durable)
        if self.cut is not None and out.letters:
            self._send(out.letters[: self.cut_after])
            self.cut()
            return
        self._send(out.letters)
        self._obey(out)
        if self.member is not None:
            self._monitor.obeys(self.number, self.member, self.now_s, self._stopping)
            self._sleep(self.member)

    def _send(self, letters: tuple[Letter, ...]) -> None:
        for letter in letters:
            self._post(self.number, letter)

    def _sleep(self, member: Member) -> None:
        busy = not self._eager or member.complete or self.errands.busy(member)
        due_s = min(member.due_s, self.now_s + (LOOK_AGAIN_S if busy else EAGER_S))
        if self.now_s < self._wake_s <= due_s:
            return
        self._wake_s = max(due_s, self.now_s)
        wake_s = self._wake_s

        def wake() -> None:
            if wake_s == self._wake_s:
                self._wake_s = -math.inf
                self.tell(lambda member: member.tick(self.now_s))

        self._queue.at(self.clock.true(wake_s) + 1e-9, wake)

    # -- obeying -------------------------------------------------------------------------------

    def _obey(self, out: Out) -> None:
        for order in out.orders:
            match order:
                case Verify(leaf=leaf, token=token):
                    self._look(leaf, token)
                case Start():
                    self._start(order)
                case Extend(leaf=leaf, token=token, deadline_s=deadline_s):
                    if self.guard.extend(leaf, token, deadline_s, self.now_s):
                        self._watch_deadline(deadline_s)
                case Halt():
                    self._halt(order)
                case _:
                    self._learn(order)

    def _learn(self, order: Order) -> None:
        """Orders after which nothing moves."""
        match order:
            case Denied():
                self._note(f"{self.number} is denied {order.leaf}: {order.why}")
                if not order.revises:
                    self.errands.denied(order, self.now_s)
            case Over():
                self.errands.over(order)
            case Revised():
                self._note(f"{self.number} revised {order.leaves} to {order.epoch}")
                self.revised(self.number, order.leaves, order.epoch)

    def _halt(self, order: Halt) -> None:
        leaf = order.leaf
        self._note(f"{self.number} halts {leaf}: {order.why}")
        if self._truth.task.is_thing(leaf):
            self._halt_thing(leaf, order.token)
        elif leaf in self.guard.running:
            self._stop_motion(leaf)
        else:
            self.tell(lambda member: member.stopped(leaf, order.token, self.now_s))

    def _look(self, leaf: int, token: Ballot) -> None:
        delay_s = self._dice.choice((0.0, 0.0, 0.1, 0.4))

        def seen() -> None:
            outcome = self._truth.look(leaf, self.number)
            self._note(f"{self.number} finds {leaf} {outcome.value}")
            self._verified.add((leaf, token))
            self.tell(lambda member: member.verified(leaf, token, outcome, self.now_s))

        self._queue.after(delay_s, seen)

    def _start(self, order: Start) -> None:
        leaf, token = order.leaf, order.token
        uses = self.errands.uses(leaf) if not self._truth.task.is_thing(leaf) else ()
        refusal = None if self._may_use(uses) else "things"
        refusal = refusal or self.guard.start(leaf, token, order.deadline_s, self.now_s)
        if refusal is not None:
            self._note(f"{self.number} may not start {leaf}: {refusal}")
            self.tell(lambda member: member.stopped(leaf, token, self.now_s, started=False))
            return
        self._watch_deadline(order.deadline_s)
        if self._truth.task.is_thing(leaf):
            self._note(f"{self.number} has {leaf}")
            self.errands.mine[leaf] = token
            self.tell(lambda member: None)  # look what to do with it
        else:
            self._move(leaf, token, uses)

    def _move(self, leaf: int, token: Ballot, uses: tuple[int, ...]) -> None:
        assert self.member is not None
        member, truth = self.member, self._truth
        knew = member.knows_person(leaf, self.now_s), member.knows_done(leaf)
        verified = (leaf, token) in self._verified
        epoch = member.epoch(leaf)
        self._monitor.begins(
            self.number, leaf, token, verified=verified, knew=knew, epoch=epoch, uses=uses
        )
        for thing in uses:
            truth.enter(self.number, thing)
        motion = truth.begin(self.number, leaf, token, self._queue.now_s, epoch)
        self._note(f"{self.number} starts {leaf}")
        self._stopping.discard(leaf)
        self._queue.at(motion.ends_s, lambda: self._ends(motion))

    # -- motion --------------------------------------------------------------------------------

    def _watch_deadline(self, due_s: float) -> None:
        if due_s < math.inf:
            self._queue.at(self.clock.true(due_s) + 1e-9, self._deadline)

    def _deadline(self) -> None:
        for leaf in self.guard.due(self.now_s):
            if self._truth.task.is_thing(leaf):
                self._note(f"{self.number}'s guard takes {leaf} away")
                self._halt_thing(leaf, self.guard.running[leaf].token)
            elif leaf not in self._stopping:
                self._note(f"{self.number}'s guard stops {leaf}")
                self._stop_motion(leaf)

    def _stop_motion(self, leaf: int) -> None:
        """Begin to stop; it takes up to the stop time."""
        motion = self._truth.motions.get((self.number, leaf))
        if motion is None or motion.stops_s is not None:
            return
        self._stopping.add(leaf)
        longest_s = self._stop_s / (1 + abs(self.clock.drift))
        stop_s = longest_s * self._dice.choice((0.0, 0.5, 1.0))
        motion.stops_s = self._queue.now_s + stop_s
        self._queue.at(motion.stops_s, lambda: self._ends(motion))

    def _ends(self, motion: Motion) -> None:
        """It is at the end of its work, or it stands still after a stop."""
        if self._truth.motions.get((self.number, motion.leaf)) is not motion:
            return
        done = self._truth.end(motion, self._queue.now_s)
        leaf, token = motion.leaf, motion.token
        self.guard.ended(leaf)
        self._stopping.discard(leaf)
        if self.errands.leaf == leaf:
            self.errands.leaf = -1
        self._note(f"{self.number} {'has done' if done else 'has stopped'} {leaf}")
        if done:
            self.tell(lambda member: member.finished(leaf, token, self.now_s))
        else:
            self.tell(lambda member: member.stopped(leaf, token, self.now_s))

    # -- things --------------------------------------------------------------------------------

    def _may_use(self, things: tuple[int, ...]) -> bool:
        """Whether it has all of these, with time left."""
        running = self.guard.running
        held = (thing in self.errands.mine and thing in running for thing in things)
        return all(held) and all(self.now_s < running[thing].deadline_s for thing in things)

    def _lose(self, thing: int) -> None:
        """It may not use a thing any more: what needs it stops, and it stays where it is."""
        self.guard.ended(thing)
        self.errands.mine.pop(thing, None)
        self._leaving.pop(thing, None)
        for host, leaf in list(self._truth.motions):
            if host == self.number and thing in self.errands.uses(leaf):
                self._stop_motion(leaf)

    def _halt_thing(self, thing: int, token: Ballot) -> None:
        """Stop what needs it; then say whether it is as it was found.

        The process must hear it even when its guard was faster: late votes may prolong its lease.
        """
        self._lose(thing)
        motions = [self._truth.motions[key] for key in self._truth.motions if key[0] == self.number]
        ends = [each.stops_s for each in motions if thing in self.errands.uses(each.leaf)]
        life = self._life

        def report() -> None:
            if life == self._life:
                self.tell(lambda member: self._report(member, thing, token))

        self._queue.at(max((end for end in ends if end is not None), default=0.0) + 1e-9, report)

    def _report(self, member: Member, thing: int, token: Ballot) -> None:
        if self.number in self._truth.inside.get(thing, {}):
            member.stopped(thing, token, self.now_s)
        else:
            member.let_go(thing, token, self.now_s)

    def leave(self, thing: int) -> None:
        """Drive out of a thing, as long as it is held."""
        token = self.errands.mine[thing]
        moves = any(
            host == self.number and thing in self.errands.uses(leaf)
            for host, leaf in self._truth.motions
        )
        if moves or self._leaving.get(thing) == token:
            return
        self._leaving[thing] = token

        def out() -> None:
            if self._leaving.get(thing) == token and self._may_use((thing,)):
                self._note(f"{self.number} is out of {thing}")
                self._truth.leave(self.number, thing)
                self.put_back(thing)
                self.tell(lambda member: member.let_go(thing, token, self.now_s))

        self._queue.after(self._dice.choice((0.0, 0.2, 0.6)), out)

    def put_back(self, thing: int) -> Ballot:
        """Use a thing no more, now that it is not in it; returns its token."""
        self._leaving.pop(thing, None)
        self.guard.ended(thing)
        return self.errands.mine.pop(thing)
