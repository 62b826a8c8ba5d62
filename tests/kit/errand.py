"""A real engine with a real tree on the kinematic body, in virtual time, watched all the way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace
from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.core.actions import Begin, Drive, Event
from cotree.core.belief import fold, forget
from cotree.core.changes import NodeState
from cotree.core.mission import Chance, Policy, ResourceModel, RobotModel
from cotree.core.places import Point, distance_m
from cotree.simulation.body import KinematicBody
from cotree.trees.engine import Engine
from cotree.trees.task import TaskNode

PR2 = RobotModel(
    "pr2",
    (
        ResourceModel("base", "base"),
        ResourceModel("left", "gripper"),
        ResourceModel("right", "gripper"),
        ResourceModel("head", "head"),
    ),
)

Check = Callable[["Errand"], None]


class Errand:
    """One robot does one task; ``rounds`` are the names of what started together."""

    def __init__(
        self,
        root: Behaviour,
        start: Point,
        objects: Mapping[str, Point],
        *,
        model: RobotModel = PR2,
        places: Mapping[str, Point] | None = None,
        chance: Chance | None = None,
        check: Check | None = None,
        **policy: Any,
    ) -> None:
        policy.setdefault("schedule", "none")
        self.model = model
        self.body = KinematicBody({model.name: (model, start)}, objects, chance)
        self.desk = Desk(model.name, model)
        self.desk.clear()
        self.desk.belief, _ = fold(self.desk.belief, self.body.advance(0.0), 0.0)
        self.desk.belief = replace(self.desk.belief, places=dict(places or {}))
        self.engine = Engine(root, self.desk, Policy(**policy), model.resources)
        self.check = check
        self.now_s = 0.0
        self.status = Status.INVALID
        self.rounds: list[list[str]] = []
        self.driven_m = 0.0

    def run(self, limit: int = 2000) -> Status:
        """Tick whenever something happens, until the task is over or nothing can happen."""
        for _ in range(limit):
            if self._tick() is not Status.RUNNING or not self._wait():
                return self.status
        raise AssertionError(f"not over after {limit} ticks: {self.rounds}")

    def _tick(self) -> Status:
        events: list[Event] = self.body.advance(self.now_s)
        self.desk.belief, changed = fold(self.desk.belief, events, self.now_s)
        self.status = self.engine.tick(changed)
        self._take()
        if self.check is not None:
            self.check(self)
        return self.status

    def _take(self) -> None:
        self.desk.belief = forget(self.desk.belief, self.desk.heard)
        self.desk.heard.clear()
        commands, self.desk.commands = self.desk.commands, []
        for command in commands:
            if isinstance(command, Begin) and isinstance(command.action, Drive):
                self.driven_m += distance_m(self._here(), command.action.to)
            self.body.command(command, self.now_s)
        started = [name for name in self._started() if name]
        if started:
            self.rounds.append(sorted(started))

    def _started(self) -> Iterator[str]:
        leaves = {part.path: part for part in self.engine.parts.values()}
        for change in self.engine.drain():
            part = leaves.get(getattr(change, "path", ""))
            if part is None or isinstance(part, TaskNode):
                continue
            if getattr(change, "state", None) is NodeState.RUNNING:
                yield part.path.rsplit("/", 1)[-1]

    def _wait(self) -> bool:
        """Let time pass until something happens; False when nothing ever will."""
        wakes = [self.body.next_event_s(), self.engine.next_wake_s()]
        due = [wake for wake in wakes if wake is not None]
        if not due:
            return False
        self.now_s = max(self.now_s, min(due))
        return True

    def _here(self) -> Point:
        return self.body.where(self.model.name, self.now_s)

    # -- looking -------------------------------------------------------------------------------

    def trace(self) -> list[str]:
        """What started, as the paper writes it: ``P1+P2``."""
        return ["+".join(names) for names in self.rounds]

    def skipped(self) -> set[str]:
        """The names of leaves that were passed over."""
        return {
            part.path.rsplit("/", 1)[-1]
            for part in self.engine.parts.values()
            if part.state is NodeState.SKIPPED
        }

    def state(self, name: str) -> NodeState:
        """How the task node or leaf of this name stands."""
        return next(
            part.state for part in self.engine.parts.values() if part.path.endswith(f"/{name}")
        )
