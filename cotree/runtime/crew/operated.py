"""A run of a whole team, as far as somebody can operate it."""

from __future__ import annotations

from cotree.core.words import did_you_mean
from cotree.runtime.acts import Break, Inject, Override, Remove
from cotree.runtime.crew.crew import Crew
from cotree.runtime.crew.fates import Fates
from cotree.runtime.crew.seat import Seat
from cotree.runtime.operating.ground import Ground
from cotree.runtime.operating.injecting import TO_PROCESSES
from cotree.runtime.operating.solo import override
from cotree.team.roster import Change


class OperatedCrew:
    """Implements ``Site``."""

    def __init__(self, ground: Ground, crew: Crew) -> None:
        self.ground = ground
        self._crew = crew
        self._fates = Fates(crew)
        self._breakpoints: dict[str, Break] = {}
        self._removed: set[str] = set()

    # -- breakpoints ---------------------------------------------------------------------------

    def break_at(self, act: Break) -> None:
        """Every robot hears of a breakpoint; one that is started later does then."""
        if act.on:
            self._breakpoints[act.path] = act
        else:
            self._breakpoints.pop(act.path, None)
        for seat in self._crew.seats.values():
            if seat.executor is not None:
                seat.executor.steering.want(act)

    def go_on(self, paths: tuple[str, ...]) -> None:
        """Every robot may begin what is held at these."""
        for seat in self._crew.seats.values():
            if seat.executor is not None:
                seat.executor.steering.go_on(paths)

    # -- one robot -----------------------------------------------------------------------------

    def override(self, act: Override) -> str | None:
        """The robot stops its leaf, which has this result then."""
        wrong = self.ground.scene.no_robot(act.robot)
        if wrong is not None:
            return wrong
        executor = self._crew.seats[act.robot].executor
        return _dead(act.robot) if executor is None else override(executor, act)

    def inject(self, act: Inject, now_s: float) -> str | None:
        """Disturb the run."""
        if act.what in TO_PROCESSES:
            return self.ground.scene.no_robot(act.robot) or self._process(act)
        return self.ground.disturb(act, now_s)

    def _process(self, act: Inject) -> str | None:
        seat, fates = self._crew.seats[act.robot], self._fates
        match act.what:
            case "kill" if seat.executor is None:
                return _dead(act.robot)
            case "kill":
                fates.die(seat, orphan=False)
            case "restart":
                return self._restart(seat)
            case "cut" if fates.is_apart(act.robot):
                return f"{act.robot} is cut off already"
            case "cut":
                fates.cut(act.robot)
            case "mend" if not fates.is_apart(act.robot):
                return f"{act.robot} is not cut off"
            case "mend":
                fates.mend(act.robot)
        return None

    def _restart(self, seat: Seat) -> str | None:
        if seat.name in self._removed:
            return f"{seat.name} was removed for good"
        if seat.executor is not None:
            self._fates.die(seat, orphan=False)
        self._fates.boot(seat)
        assert seat.executor is not None
        for each in self._breakpoints.values():
            seat.executor.steering.want(each)
        return None

    # -- the team ------------------------------------------------------------------------------

    @property
    def removable(self) -> tuple[str, ...]:
        """Who is switched off, as long as anybody else is there."""
        seats = self._crew.seats
        off = [name for name, seat in seats.items() if seat.executor is None]
        return tuple(name for name in off if name not in self._removed and len(off) < len(seats))

    def remove(self, act: Remove) -> str | None:
        """The team decides without a robot that is switched off."""
        seats = self._crew.seats
        if act.robot not in seats:
            return f"no robot '{act.robot}'{did_you_mean(act.robot, seats)}"
        if seats[act.robot].executor is not None:
            return f"{act.robot} is not switched off; kill it first"
        refused = ""
        for seat in seats.values():
            wrong = _removes(seat, act, self._crew.queue.now_s)
            if wrong is None:
                self._removed.add(act.robot)
                return None
            refused = wrong or refused
        return refused or "no robot is alive that could tell the team"


def _removes(seat: Seat, act: Remove, true_s: float) -> str | None:
    """Let a robot remove another one in its next tick; or why not (empty: it is dead)."""
    executor = seat.executor
    if executor is None or executor.accord is None:
        return ""
    change = Change(remove=act.robot, switched_off=True)
    found = executor.accord.mate.next_roster(change, seat.clock.steady(true_s))
    if isinstance(found, str):
        return found
    executor.steering.want(act)
    return None


def _dead(robot: str) -> str:
    return f"no process of {robot} is there; restart it first"
