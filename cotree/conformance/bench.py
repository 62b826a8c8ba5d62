"""A leaf on a bench: an engine around it, and whoever calls plays the body."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.core.actions import Begin, Command, Ended, Event, Halt
from cotree.core.belief import fold, forget
from cotree.core.mission import Policy, ResourceModel
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.trees.engine import Engine

TICK_S = 0.1
NAME = "bench"
"""What the robot is called."""


class Bench:
    """One engine with a tree, a desk, and a clock that steps."""

    def __init__(self, root: Behaviour, resources: Iterable[ResourceModel] = ()) -> None:
        self.desk = Desk(NAME)
        self.desk.clear()
        self.engine = Engine(root, self.desk, Policy(schedule="none", retries=0), resources)
        self.now_s = 0.0
        self.commands: list[Command] = []
        """All that were ever given."""
        self.going: dict[str, Begin] = {}
        """Actions that have begun and not ended."""
        self.halts: list[Halt] = []

    def tick(self, *events: Event) -> Status:
        """Time passes, events are heard, the tree is ticked."""
        changed = self._heard(events)
        status = self.engine.tick(changed)
        self._collect()
        return status

    def halt(self, how: Stop, *events: Event) -> bool:
        """The same, but the tree is asked to stop; True once it has."""
        changed = self._heard(events)
        stopped = self.engine.halt(how, changed)
        self._collect()
        return stopped

    def ends(self, code: str = "") -> list[Ended]:
        """All that goes on ends; with a code, badly."""
        reason = Reason(code, f"it {code}") if code else None
        found = [Ended(id_, reason) for id_ in self.going]
        self.going.clear()
        return found

    def until_over(self, events: Sequence[Event] = (), most: int = 100, code: str = "") -> Status:
        """Tick, and let every action end a tick after it began."""
        status = self.tick(*events)
        for _ in range(most):
            if status is not Status.RUNNING:
                break
            status = self.tick(*self.ends(code))
        return status

    def starts(self, events: Sequence[Event] = ()) -> Status:
        """Tick until the leaf has what it asked for and has begun."""
        self.tick(*events)
        return self.tick()

    def owned(self) -> list[str]:
        """The resources that somebody owns."""
        return [name for name, each in self.engine.registry.state().items() if each.owners]

    def reason(self) -> Reason:
        """Why the tree failed."""
        return self.engine.reason_of(self.engine.root)

    def _heard(self, events: Iterable[Event]) -> frozenset[tuple[str, str]]:
        self.now_s += TICK_S
        self.desk.belief, changed = fold(self.desk.belief, tuple(events), self.now_s)
        return changed

    def _collect(self) -> None:
        self.desk.belief = forget(self.desk.belief, self.desk.heard)
        self.desk.heard.clear()
        for command in self.desk.commands:
            if isinstance(command, Begin):
                self.going[command.id] = command
            elif isinstance(command, Halt):
                self.halts.append(command)
        self.commands += self.desk.commands
        self.desk.commands.clear()
        self.engine.drain()
