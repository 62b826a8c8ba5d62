"""A simple robot with four legs: it stands, trots, can be pushed over, and gets up again."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from cotree.core.places import Point
from cotree.simulation.physics.gait import Feel, Pace, Trot
from cotree.simulation.physics.postures import FOLDED, KICK, SQUAT, STAND, Posture
from cotree.simulation.physics.quadruped_model import JOINTS, LEGS, STANDS_M
from cotree.simulation.physics.scene import TABLE_M
from cotree.simulation.physics.sim import Sim
from cotree.simulation.physics.steering import Steering

UP = 0.75
"""How upright is upright: the cosine of the trunk's tilt."""
LEVEL = 0.95
"""From which it stands up."""
RESTS_RAD_S = 0.15
WAITS = 30
"""So often it waits a little until it has come to rest, before it folds its legs."""
AWAY_M, THERE_M = 0.08, 0.05
"""Who is farther away sets out; who is as near as that, and slow, stops walking."""
SLOW_M_S = 0.1
STOPS_S = 0.3
"""How long it takes to stand after the last step."""


class Quadruped:
    """Leads one quadruped of a running scene; call ``drive`` before each step."""

    def __init__(self, sim: Sim, name: str) -> None:
        self.sim = sim
        self.name = name
        names = [f"{name} {leg} {joint}" for leg, _, _ in LEGS for joint in JOINTS]
        self._motors = [sim.model.actuator(each).id for each in names]
        self._trunk, self._free = sim.data.body(name), sim.data.joint(f"{name} free")
        self._now = STAND.targets()
        self._from = self._to = self._now
        self._since_s = self._until_s = 0.0
        self._program: Iterator[tuple[Posture, float]] = iter(())
        self._trot: Trot | None = None
        self._steering = Steering()
        self._goal: tuple[float, float] | None = None
        self._led_s = 0.0
        self.rising = False
        """Whether it is getting up."""
        for each, value in zip(names, self._now, strict=True):
            sim.data.joint(each).qpos[:] = value
        sim.data.ctrl[self._motors] = self._now
        sim.refresh()

    # -- what it feels -------------------------------------------------------------------------

    @property
    def up(self) -> float:
        """The cosine of its tilt: 1 level, -1 on its back."""
        return float(self._trunk.xmat[8])

    @property
    def upright(self) -> bool:
        """Whether it stands on its feet: level, and its trunk off the ground."""
        return self.up > UP and self.clear_m() > 0.6 * STANDS_M

    @property
    def walks(self) -> bool:
        """Whether its feet move."""
        return self._trot is not None

    def clear_m(self) -> float:
        """How high its trunk is above what it stands on."""
        table = self.sim.scene.table
        floor_m = 0.0 if table is None else -TABLE_M
        return float(self._trunk.xpos[2]) - floor_m

    def yaw_rad(self) -> float:
        """Where it looks."""
        return math.atan2(self._trunk.xmat[3], self._trunk.xmat[0])

    def _feel(self) -> Feel:
        turn, moves = self._trunk.xmat, self._free.qvel
        cos, sin = math.cos(self.yaw_rad()), math.sin(self.yaw_rad())
        east, north, _, rolls, pitches, turns = (float(value) for value in moves)
        tilt = math.atan2(turn[7], turn[8]), -math.asin(max(-1.0, min(1.0, turn[6])))
        pace = Pace(cos * east + sin * north, cos * north - sin * east, turns)
        return Feel(pace, tilt, (rolls, pitches))

    # -- what it does --------------------------------------------------------------------------

    def go(self, to: Point) -> None:
        """Be there from now on; who lies or gets up does not walk."""
        self._goal = to[:2]

    def drive(self, now_s: float) -> None:
        """Move the motors' targets on: the next step, or the next posture when its time is."""
        dt_s, self._led_s = now_s - self._led_s, now_s
        if self._goal is not None and not self.rising and self._wants_to_walk(self._goal):
            self._walk(now_s, min(max(dt_s, 0.0), 0.02), self._goal)
        else:
            if self._trot is not None:
                self._stop(now_s)
            self._hold(now_s)
        self.sim.data.ctrl[self._motors] = self._now

    def rise(self) -> None:
        """Begin to get up; it takes what it takes, and ``rising`` says when it is over."""
        self.rising = True
        self._until_s = 0.0
        self._program = self._getting_up()

    def limp(self) -> None:
        """Stop getting up, and keep the legs as they are."""
        self.rising = False
        self._program = iter(())
        self._from = self._to = self._now

    # -- walking -------------------------------------------------------------------------------

    def _wants_to_walk(self, goal: tuple[float, float]) -> bool:
        if not self.upright:
            return False
        away_m = math.hypot(goal[0] - self._trunk.xpos[0], goal[1] - self._trunk.xpos[1])
        if self._trot is None:
            return away_m > AWAY_M
        return away_m > THERE_M or math.hypot(*self._free.qvel[:2]) > SLOW_M_S

    def _walk(self, now_s: float, dt_s: float, goal: tuple[float, float]) -> None:
        if self._trot is None:
            self._trot = Trot()
        x, y, _ = self._trunk.xpos
        pace = self._steering.pace(now_s, dt_s, goal, (float(x), float(y)), self.yaw_rad())
        self._now = np.array(self._trot.step(dt_s, pace, self._feel()))

    def _stop(self, now_s: float) -> None:
        """Put all feet down."""
        self._trot = None
        self._steering.rest()
        self._from, self._to = self._now, STAND.targets()
        self._since_s, self._until_s = now_s, now_s + STOPS_S

    # -- postures ------------------------------------------------------------------------------

    def _hold(self, now_s: float) -> None:
        if now_s >= self._until_s:
            self._next(now_s)
        span_s = self._until_s - self._since_s
        part = 1.0 if span_s <= 0 else min(1.0, (now_s - self._since_s) / span_s)
        self._now = self._from + part * (self._to - self._from)

    def _next(self, now_s: float) -> None:
        step = next(self._program, None)
        self._from = self._to
        if step is None:
            self.rising = False
            return
        self._from, self._since_s = self._now, now_s
        self._to, self._until_s = step[0].targets(), now_s + step[1]

    def _getting_up(self, tries: int = 4) -> Iterator[tuple[Posture, float]]:
        """Lie still; fold the legs into the round trunk, so that it rolls on its belly; stand.

        A leg that folds while it lies below pushes, too; whoever still lies on its back after that
        kicks with the legs of one side.
        """
        for _ in range(WAITS):
            yield STAND, 0.1
            if self._rests():
                break
        for _ in range(tries):
            yield FOLDED, 0.5
            for _ in range(20):
                yield FOLDED, 0.2
                if self._rests():
                    break
            if self.up > LEVEL:
                yield SQUAT, 0.5
                yield STAND, 0.7
                yield STAND, 0.4
            else:
                yield KICK, 0.2
            if self.upright:
                return

    def _rests(self) -> bool:
        return float(np.linalg.norm(self._free.qvel[3:])) < RESTS_RAD_S
