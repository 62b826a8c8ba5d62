"""A tree on a bench: leaves that do what the test says, a body that ends what the test ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.behaviours.leaf import ActionLeaf, Leaf
from cotree.core.actions import Action, Begin, Ended, Event, FactSeen, Halt, Perform
from cotree.core.belief import View, fold, forget
from cotree.core.changes import Change, NodeChange, NodeState
from cotree.core.mission import Policy, ResourceModel
from cotree.core.reasons import Reason
from cotree.core.resources import Need
from cotree.core.steps import Step
from cotree.core.stopping import Stop
from cotree.trees.engine import Engine

ONE_HAND = (ResourceModel("hand", "gripper"),)
TWO_HANDS = (ResourceModel("left", "gripper"), ResourceModel("right", "gripper"))
HAND = (Need("gripper"),)


class Act(ActionLeaf):
    """One action of the body.  Facts named after it steer its answers: ``a.potential``,
    ``a.ready`` (False: not yet), ``a.goal`` (True: holds)."""

    def __init__(
        self,
        name: str,
        needs: Iterable[Need] = (),
        potential: float = 1.0,
        *,
        lasting: bool = False,
    ) -> None:
        super().__init__(name)
        self._needs = tuple(needs)
        self._potential = potential
        self.goal_lasts = lasting  # type: ignore[misc]
        self.asked = 0
        """How often its potential was asked for."""

    def needs(self, view: View) -> tuple[Need, ...]:
        return self._needs

    def potential(self, view: View) -> float:
        self.asked += 1
        value = view.fact(f"{self.name}.potential")
        return self._potential if value is None else float(value)

    def ready(self, view: View) -> Reason | None:
        if view.fact(f"{self.name}.ready") is False:
            return Reason("not_yet", f"{self.name} is not ready")
        return None

    def goal(self, view: View) -> bool:
        return view.fact(f"{self.name}.goal") is True

    def step(self, view: View) -> Step:
        return Step(self._needs, duration_s=1.0)

    def action(self) -> Action:
        return Perform(self.name, 1.0)


class Fact(Leaf):
    """A condition: whether the fact of its name holds."""

    def update(self) -> Status:
        return Status.SUCCESS if self.desk.belief.facts.get(self.name) else Status.FAILURE


class Probe(Behaviour):
    """A stock py_trees leaf that returns what it is told and writes down what is asked of it."""

    def __init__(self, name: str, *statuses: Any, log: list[str] | None = None) -> None:
        super().__init__(name)
        self.statuses = list(statuses) or [Status.SUCCESS]
        self.log: list[str] = [] if log is None else log
        self.raises: dict[str, Exception] = {}

    def _say(self, word: str) -> None:
        self.log.append(f"{self.name}.{word}")
        if word in self.raises:
            raise self.raises[word]

    def initialise(self) -> None:
        self._say("initialise")

    def update(self) -> Status:
        self._say("update")
        status: Status = self.statuses[0]
        if len(self.statuses) > 1:
            self.statuses.pop(0)
        return status

    def terminate(self, new_status: Status) -> None:
        self._say(f"terminate {new_status.name}")

    def count(self, word: str) -> int:
        return self.log.count(f"{self.name}.{word}")


class Rig:
    """One engine, one desk, and a body in the test's hands."""

    def __init__(
        self,
        root: Behaviour,
        resources: Iterable[ResourceModel] = (),
        *,
        name: str = "rig",
        **policy: Any,
    ) -> None:
        self.desk = Desk(name)
        self.desk.clear()
        policy.setdefault("schedule", "none")
        self.engine = Engine(root, self.desk, Policy(**policy), resources)
        self.now_s = 0.0
        self.begun: dict[str, str] = {}
        """Actions that go on: name to id."""
        self.halted: dict[str, Stop] = {}
        self.order: list[str] = []
        """Names of all actions ever begun."""
        self.changes: list[Change] = []
        self.status = Status.INVALID

    def tick(self, *events: Event, after_s: float = 0.1) -> Status:
        """Time passes, events are heard, the tree is ticked, commands are taken."""
        self.now_s += after_s
        self.desk.belief, changed = fold(self.desk.belief, events, self.now_s)
        self.status = self.engine.tick(changed)
        self._take()
        return self.status

    def ticks(self, count: int) -> Status:
        """Several ticks without events."""
        for _ in range(count):
            self.tick()
        return self.status

    def _take(self) -> None:
        self.desk.belief = forget(self.desk.belief, self.desk.heard)
        self.desk.heard.clear()
        for command in self.desk.commands:
            match command:
                case Begin(id=id_, action=Perform(name=name)):
                    self.begun[name] = id_
                    self.order.append(name)
                case Halt(id=id_, how=how):
                    self.halted[next(n for n, i in self.begun.items() if i == id_)] = how
        self.desk.commands.clear()
        self.changes = self.engine.drain()

    def end(self, name: str, code: str | None = None) -> Status:
        """The action ends, well or (with a code) badly, and the tree hears of it."""
        return self.tick(self.ended(name, code))

    def ended(self, name: str, code: str | None = None) -> Ended:
        """The event that ends an action, for a tick or a halt to hear."""
        id_ = self.begun.pop(name)
        self.halted.pop(name, None)
        return Ended(id_, None if code is None else Reason(code, f"{name} {code}"))

    def see(self, **facts: Any) -> Status:
        """Facts change: ``see(a_ready=False)`` sets the fact ``a.ready``."""
        return self.tick(*(FactSeen(k.replace("_", ".", 1), v) for k, v in facts.items()))

    def halt(self, how: Stop = Stop.CANCEL, *events: Event) -> bool:
        """Events are heard, and the whole tree is asked to stop; True once it has."""
        self.now_s += 0.1
        self.desk.belief, changed = fold(self.desk.belief, events, self.now_s)
        stopped = self.engine.halt(how, changed)
        self._take()
        return stopped

    def run(self, limit: int = 10_000) -> Status:
        """End everything that begins, oldest first, until the tree is over."""
        for _ in range(limit):
            if self.tick() is not Status.RUNNING:
                return self.status
            for name in list(self.begun):
                if self.end(name) is not Status.RUNNING:
                    return self.status
        raise AssertionError(f"not over: {[str(r) for r in self.engine.stuck]}")

    # -- looking -------------------------------------------------------------------------------

    def node(self, name: str) -> Behaviour:
        """The node of this name."""
        return next(node for node in self.engine.root.iterate() if node.name == name)

    def state(self, name: str) -> NodeState:
        """How a task node or a unit stands."""
        return self.engine.parts[self.node(name)].state

    def going(self) -> list[str]:
        """What goes on, sorted."""
        return sorted(self.begun)

    def owners(self, resource: str) -> set[str]:
        """Who owns a resource."""
        return set(self.engine.registry.state()[resource].owners)

    def told(self, name: str) -> list[NodeState]:
        """The states told of a node in the last tick."""
        return [
            change.state
            for change in self.changes
            if isinstance(change, NodeChange) and change.path.split("/")[-1] == name
        ]
