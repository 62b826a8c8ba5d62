"""An operator who does anything at any time: what a run must stand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from cotree import app
from cotree.core.changes import NodeChange, NodeState
from cotree.core.mission import Mission
from cotree.runtime.acts import (
    Act,
    Arm,
    Break,
    Inject,
    Override,
    Pause,
    Remove,
    Resume,
    Step,
)
from cotree.runtime.hatch import Ticket
from cotree.runtime.messages import End, Heard, Message, Told
from cotree.runtime.operating.injecting import INJURIES
from cotree.runtime.replies import Standing


class Restless:
    """Implements ``Door``: some acts, drawn from a seed, each at its time, and then none."""

    def __init__(self, mission: Mission, seed: int, acts: int, until_s: float) -> None:
        self.mission = mission
        self.messages: list[Message] = []
        self._random = Random(seed)
        self._now_s = 0.0
        self._running: dict[tuple[str, str], None] = {}
        self._times = sorted(self._random.uniform(0.0, until_s) for _ in range(acts + 1))
        self._standing = Standing()
        self._begun = False
        self._naps = 0
        self.refused: list[str] = []

    def run(self) -> End:
        controls = app.Controls(self, (), self._nap)
        runs = app.run_team if app.is_team(self.mission) else app.run_virtual
        return runs(self.mission, self.write, until_s=3600.0, controls=controls)

    def write(self, message: Message) -> None:
        self.messages.append(message)
        if isinstance(message, Heard):
            self._now_s = message.t
        elif isinstance(message, Told):
            for change in message.changes:
                if isinstance(change, NodeChange):
                    key = (message.robot, change.path)
                    self._running.pop(key, None)
                    if change.state is NodeState.RUNNING:
                        self._running[key] = None

    # -- the door ------------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        return (
            not self._begun
            or (bool(self._times) and self._times[0] <= self._now_s)
            or self._naps > 3
        )

    def take(self) -> list[Ticket]:
        if not self._begun:
            self._begun = True
            return [Ticket(1, Arm(on=True))]
        if self._naps > 3:
            self._naps = 0
            goes_on: list[Act] = [Resume(), Resume(), Step()]
            return [Ticket(1, self._random.choice(goes_on))]
        self._times.pop(0)
        return [Ticket(1, self._draw())] if self._times else self._leaves()

    def _leaves(self) -> list[Ticket]:
        """Nobody is to wait for this one any more."""
        acts: list[Act] = [Break(path=each, on=False) for each in self._standing.breakpoints]
        acts += [Inject(what="mend", robot=each) for each in self._robots]
        return [Ticket(1, act) for act in (*acts, Resume(), Arm(on=False))]

    def answer(self, ticket: Ticket, wrong: str | None = None) -> None:
        if wrong is not None:
            self.refused.append(wrong)

    def show(self, view: Standing) -> None:
        self._standing = view

    def _nap(self) -> None:
        self._naps += 1
        assert self._naps < 100, "it rests although nobody is there"

    # -- anything ------------------------------------------------------------------------------

    @property
    def _robots(self) -> list[str]:
        return [name for name, mate in self.mission.team.items() if mate.robot is not None]

    def _draw(self) -> Act:
        draws: list[Callable[[], Act]] = [
            Pause,
            self._override,
            self._override,
            lambda: Break(path=self._random.choice(app.paths_of(self.mission))),
            self._inject,
            self._inject,
            lambda: Remove(robot=self._random.choice(self._robots)),
        ]
        return self._random.choice(draws)()

    def _override(self) -> Act:
        some = list(self._running) or [("", "task")]
        robot, path = self._random.choice(some)
        name = robot or self._robots[0]
        return Override(
            robot=name, path=path, result="success" if self._random.random() < 0.5 else "failure"
        )

    def _inject(self) -> Act:
        places = list(self.mission.world.places)
        way = "-".join(self._random.sample(places, 2)) if len(places) > 1 else ""
        what = self._random.choice(INJURIES)
        return Inject(what=what, robot=self._random.choice(self._robots), place=way)  # type: ignore[arg-type]
