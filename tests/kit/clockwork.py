"""A mission whose clock moves only as the runtime's loop would move it.

Time jumps to the next moment that the engine or the body has announced, or by one period while the
engine must be polled; nothing is ticked in between.  So whatever the engine forgets to announce is
never looked at, and a mission that forgets it does not come to its end.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.core.actions import Ended, Event, FactSeen
from cotree.core.reasons import Reason
from cotree.core.steps import Plan
from cotree.core.stopping import Stop
from cotree.trees.controls import MemoryParams, Selector, Sequence
from tests.kit.forest import FACTS, Grower
from tests.kit.forest import Plan as Drawing
from tests.kit.overseer import Overseer
from tests.kit.rig import Fact, Rig

PERIOD_S = 0.1
DELAYS_S = (0.0, 0.1, 0.35, 1.0, 3.0)
SLIPS = 6
"""So many actions end badly at most; otherwise two branches could fail in turns for ever."""
FLIPS = (0, 0, 3, 12)
"""So often a guard changes its mind while something is being stopped."""


class FiniteGrower(Grower):
    """Trees that end when their actions do: no stock leaf runs for ever, and what has no memory
    only asks a fact again on every tick, and does not start its work again."""

    def grow(self, plan: Drawing) -> Behaviour:
        match plan:
            case ("probe", statuses):
                end = Status.SUCCESS if len(statuses) % 2 else Status.FAILURE
                return super().grow(("probe", (*statuses, end)))
            case ("at rate", _, (child,)):  # asks again for ever, so that nobody seems to be stuck
                return self.grow(child)
            case (("selector" | "sequence") as word, False, (first, *rest)):
                return self._reactive(word, first, rest)
        return super().grow(plan)

    def _reactive(self, word: str, first: Drawing, rest: list[Drawing]) -> Behaviour:
        fact = FACTS[len(rest) % 2]
        self._count += 1
        name = f"{word}{self._count}"
        guarded = Sequence(f"{name} guarded", MemoryParams(False), [Fact(fact), self.grow(first)])
        if word == "sequence" or not rest:
            return guarded
        other = Sequence(f"{name} other", MemoryParams(True), [self.grow(each) for each in rest])
        return Selector(name, MemoryParams(False), [guarded, other])


class SlowBody:
    """Ends every action and answers every stop after a while; or only kills, if it is stubborn."""

    def __init__(self, rig: Rig, dice: Random, *, stubborn: bool) -> None:
        self._rig = rig
        self._dice = dice
        self._stubborn = stubborn
        self._slips = SLIPS
        self._ends: dict[str, tuple[float, str | None]] = {}
        """By action: when it ends, and how."""
        self._heard: dict[str, Stop] = {}

    def follow(self) -> None:
        """Take the commands of the last tick."""
        for name in self._rig.going():
            word = self._rig.halted.get(name)
            if name not in self._ends and word is None:
                self._ends[name] = (self._later(), self._outcome())
            elif word is not None and self._heard.get(name) != word:
                self._heard[name] = word
                never = self._stubborn and word is not Stop.KILL
                code = self._dice.choice([None, "stopped"])
                self._ends[name] = (math.inf if never else self._later(), code)

    def _later(self) -> float:
        return self._rig.now_s + self._dice.choice(DELAYS_S)

    def _outcome(self) -> str | None:
        if self._slips and self._dice.random() < 0.3:
            self._slips -= 1
            return "slipped"
        return None

    def next_event_s(self) -> float | None:
        """When an action will end."""
        return min((at for at, _ in self._ends.values() if at < math.inf), default=None)

    def advance(self, now_s: float) -> list[Event]:
        """What has ended until now."""
        due = sorted(name for name, (at, _) in self._ends.items() if at <= now_s + 1e-6)
        return [self._end(name) for name in due]

    def _end(self, name: str) -> Ended:
        _, code = self._ends.pop(name)
        self._heard.pop(name, None)
        self._rig.halted.pop(name, None)
        reason = None if code is None else Reason(code, f"{name} {code}")
        return Ended(self._rig.begun.pop(name), reason)


class World:
    """Facts that change at random moments, and in the end leave everybody in peace."""

    def __init__(self, dice: Random, actions: list[str]) -> None:
        self._dice = dice
        self._actions = actions
        until_s = dice.choice([0.0, 1.0, 4.0, 9.0])
        moments = sorted(dice.uniform(0.0, until_s) for _ in range(dice.randrange(12)))
        self._due: list[tuple[float, list[Event]]] = [(at, [self._any()]) for at in moments]
        self._due.append((until_s, self._peace()))

    def _any(self) -> Event:
        if not self._actions or self._dice.random() < 0.4:
            return FactSeen(self._dice.choice(FACTS), self._dice.random() < 0.5)
        what, value = self._dice.choice(
            [("potential", 0.0), ("potential", 5.0), ("ready", False), ("ready", True),
             ("goal", True), ("goal", False)]
        )  # fmt: skip
        return FactSeen(f"{self._dice.choice(self._actions)}.{what}", value)

    def _peace(self) -> list[Event]:
        """The doors are shut; who is not ready by now may stay so for ever."""
        awake = [name for name in self._actions if self._dice.random() < 0.8]
        ready: list[Event] = [FactSeen(f"{name}.ready", True) for name in awake]
        return [*ready, *(FactSeen(fact, False) for fact in FACTS)]

    def soon(self, now_s: float, event: Event) -> None:
        """One more event, before everything else."""
        self._due.insert(0, (now_s, [event]))

    def next_event_s(self) -> float | None:
        """When something will change."""
        return self._due[0][0] if self._due else None

    def advance(self, now_s: float) -> list[Event]:
        """What has changed until now."""
        events: list[Event] = []
        while self._due and self._due[0][0] <= now_s + 1e-6:
            events += self._due.pop(0)[1]
        return events


class Clockwork:
    """One mission from its first tick to its end."""

    def __init__(
        self, rig: Rig, overseer: Overseer, dice: Random, actions: list[str], *, stubborn: bool
    ) -> None:
        self.rig = rig
        self.ticks = 0
        self.gave_up = 0
        self._overseer = overseer
        self._dice = dice
        self._body = SlowBody(rig, dice, stubborn=stubborn)
        self._world = World(dice, actions)
        self._flips = dice.choice(FLIPS)
        self._plans = 3

    def run(self, limit: int) -> Status:
        """Until the mission is over; it is an error if nothing more can happen before that."""
        while self.rig.status is not Status.RUNNING or self.ticks == 0 or self._moves():
            self._tick()
            if self.rig.status is not Status.RUNNING:
                return self.rig.status
            assert self.ticks < limit, f"not over after {limit} ticks: {self._why()}"
        raise AssertionError(f"silence: {self._why()}")

    def run_until(self, time_s: float) -> Status:
        """Until the mission is over or this time has come."""
        while self.ticks == 0 or (self.rig.now_s < time_s and self._moves()):
            self._tick()
            if self.rig.status is not Status.RUNNING:
                break
        return self.rig.status

    def _why(self) -> str:
        engine = self.rig.engine
        return f"{self.rig.going()} go on, {[str(reason) for reason in engine.stuck]} wait"

    # -- time ----------------------------------------------------------------------------------

    def _foretold(self) -> Iterator[float]:
        for at in (self._body.next_event_s(), self._world.next_event_s()):
            if at is not None:
                yield at

    def _moves(self) -> bool:
        """Move the clock to the next tick that could do anything, if there is one."""
        engine = self.rig.engine
        times = list(self._foretold())
        if engine.polling or (engine.stuck and not times):
            times.append(self.rig.now_s)
        wake_s = engine.next_wake_s()
        if wake_s is not None:
            times.append(wake_s)
        if not times:
            return False
        last = round(self.rig.now_s / PERIOD_S)
        self.rig.now_s = PERIOD_S * max(last + 1, math.ceil(min(times) / PERIOD_S - 1e-6))
        return True

    # -- one tick ------------------------------------------------------------------------------

    def _tick(self) -> None:
        now_s, engine = self.rig.now_s, self.rig.engine
        if self.ticks and engine.stuck and not list(self._foretold()):
            engine.give_up()
            self.gave_up += 1
        events = [*self._body.advance(now_s), *self._world.advance(now_s)]
        self._plan()
        self.rig.tick(*events, after_s=0.0)
        self.ticks += 1
        self._overseer.check()
        self._after()

    def _after(self) -> None:
        self._body.follow()
        if self._world.next_event_s() is None:
            return  # a door that stays open lets a selector try its better branch for ever
        if self._flips and self.rig.engine.shared.halting and self._dice.random() < 0.5:
            self._flips -= 1
            fact = self._dice.choice(FACTS)
            value = not self.rig.desk.belief.facts.get(fact)
            self._world.soon(self.rig.now_s, FactSeen(fact, value))

    def _plan(self) -> None:
        """Now and then somebody has a plan, good or bad, or none."""
        if not self._plans or self._dice.random() > 0.1:
            return
        self._plans -= 1
        paths = [part.path for part in self.rig.engine.parts.values()] + ["nobody"]
        rounds = [tuple(self._some(paths)) for _ in range(self._dice.randrange(5))]
        after = [tuple(self._some(paths)) for _ in rounds]
        plan = Plan(tuple(rounds), 1.0, "feasible", "dice", after=tuple(after))
        self.rig.engine.prefer(self._dice.choice([plan, plan, None]))

    def _some(self, paths: list[str]) -> list[str]:
        return self._dice.sample(paths, min(len(paths), self._dice.randrange(3)))

    # -- the end -------------------------------------------------------------------------------

    def stop(self, patience_s: float) -> bool:
        """Halt the tree as the runtime would: cancel, then kill; whether it stood in time."""
        since_s = self.rig.now_s
        while self.rig.now_s - since_s < 2 * patience_s:
            late = self.rig.now_s - since_s > patience_s
            now_s = PERIOD_S * (round(self.rig.now_s / PERIOD_S) + 1)
            events = [*self._body.advance(now_s), *self._world.advance(now_s)]
            if self.rig.halt(Stop.KILL if late else Stop.CANCEL, *events):
                return True
            self._overseer.lives_begin_and_end_once()
            self._after()
        return False
