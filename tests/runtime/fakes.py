"""Stand-ins for what the runtime works with: an engine that follows a script, a body, a clock."""

from __future__ import annotations

from collections.abc import Iterable

from py_trees.common import Status

from cotree.behaviours.desk import Desk
from cotree.core.actions import Command, Ended, Event, Halt, Pause
from cotree.core.belief import Key
from cotree.core.changes import Change, NodeChange, NodeState
from cotree.core.errands import Errands
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.core.resources import Resource
from cotree.core.steps import NoPlan, Plan, PlanNode, Problem
from cotree.core.stopping import Stop
from cotree.runtime.messages import Message
from cotree.runtime.ports import Questions

HERE: Point = (0.0, 0.0, 0.0)


def a_problem(speed_m_s: float = 0.5) -> Problem:
    resources: dict[str, Resource] = {}
    return Problem(PlanNode("task", "then"), resources, HERE, speed_m_s)


class FakeEngine:
    """Begins one pause, succeeds when it ends; everything else is set from outside."""

    def __init__(self, duration_s: float = 2.0) -> None:
        self.desk = Desk("fake")
        self.polling = False
        self.stuck: tuple[Reason, ...] = ()
        self.wants_plan = 0
        self.wants_next = 0
        """What it wants after the next answer."""
        self.wake_s: float | None = None
        self.status = Status.RUNNING
        self.begins = True
        self.failure: Exception | None = None
        self.deaf = False
        self.seen: list[tuple[float, frozenset[Key]]] = []
        self.halts: list[tuple[float, Stop]] = []
        self.gave_up: list[float] = []
        self.after_giving_up = Status.FAILURE
        self.plans: list[Plan | None] = []
        self.operated: list[tuple[str, object]] = []
        self.answer: Problem | NoPlan = a_problem()
        self._duration_s = duration_s
        self._id = ""
        self._changes: list[Change] = []

    def stir(self) -> None:
        self.wake_s = self.desk.now_s

    def expects_s(self) -> float | None:
        return self.next_wake_s()

    @property
    def poll_s(self) -> float | None:
        return self.desk.now_s if self.polling else None

    def tick(self, changed: frozenset[Key]) -> Status:
        self.seen.append((self.desk.now_s, changed))
        if self.failure is not None:
            raise self.failure
        if self.begins and not self._id:
            self._id = self.desk.begin(Pause(self._duration_s), ("base",))
            self._say(NodeState.RUNNING)
        elif self._id and self.status is Status.RUNNING and self.desk.ended(self._id) is not None:
            self._say(NodeState.DONE)
            self.status = Status.SUCCESS
        return self.status

    def _say(self, state: NodeState, reason: Reason | None = None) -> None:
        self._changes.append(NodeChange("task", state, reason=reason))

    def drain(self) -> list[Change]:
        changes, self._changes = self._changes, []
        return changes

    def halt(self, how: Stop, changed: frozenset[Key] = frozenset()) -> bool:
        self.halts.append((self.desk.now_s, how))
        if self.deaf:
            return False
        if self.desk.ended(self._id) is not None:
            return True
        self.desk.halt(self._id, how)
        return False

    def next_wake_s(self) -> float | None:
        return self.wake_s

    def give_up(self) -> None:
        self.gave_up.append(self.desk.now_s)
        self.status = self.after_giving_up
        if self.status is Status.FAILURE:
            why = self.stuck[0] if self.stuck else Reason("waits", "waited in vain")
            self._say(NodeState.FAILED, why)

    stopped_at: tuple[str, ...] = ()

    @property
    def operating(self) -> FakeEngine:
        return self

    def break_at(self, path: str, *, on: bool) -> None:
        self.operated.append((path, on))

    def go_on(self, paths: Iterable[str]) -> None:
        self.operated += [(path, "goes on") for path in paths]

    def running_leaves(self) -> list[str]:
        return ["task"] if self._id else []

    def override(self, path: str, *, success: bool) -> None:
        self.operated.append((path, "success" if success else "failure"))

    def problem(self) -> Problem | NoPlan:
        return self.answer

    def prefer(self, plan: Plan | Errands | NoPlan | None) -> None:
        self.plans.append(plan if isinstance(plan, Plan) else None)
        self.wants_plan, self.wants_next = self.wants_next, 0


class FakePlanner:
    """Answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[Questions] = []
        self.next: Plan | NoPlan | None = None

    def ask(self, problem: Questions) -> None:
        self.asked.append(problem)

    def answer(self) -> Plan | NoPlan | None:
        answer, self.next = self.next, None
        return answer

    def close(self) -> None:
        pass


class DeafBody:
    """Takes commands and never answers."""

    def __init__(self) -> None:
        self.commands: list[Command] = []

    def command(self, command: Command, now_s: float) -> None:
        self.commands.append(command)

    def advance(self, to_s: float) -> list[Event]:
        return []

    def next_event_s(self) -> float | None:
        return None

    def halts(self) -> list[Stop]:
        return [each.how for each in self.commands if isinstance(each, Halt)]


class FakeTime:
    """A clock that moves only when somebody sleeps on it."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.slept: list[float] = []

    def read(self) -> float:
        return self.now_s

    def sleep(self, duration_s: float) -> None:
        self.slept.append(duration_s)
        self.now_s += duration_s


class Notes:
    """Collects what is written."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def __call__(self, message: Message) -> None:
        self.messages.append(message)


ENDED = Ended("fake.1")
