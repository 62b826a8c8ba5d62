"""The goals of one action server: each with its machine, all over one wire."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.ros.actions.goal import Goal
from cotree.ros.actions.patience import Patience
from cotree.ros.actions.wire import Wire
from cotree.ros.actions.words import (
    Alarm,
    AskResult,
    CancelAll,
    CancelGoal,
    FromServer,
    Halt,
    Order,
    SendGoal,
    Server,
)

LINGER_S = 120.0
"""So long a goal that may still live on its server is remembered after its end here."""


class Client:
    """Begins and halts goals; ``over`` is told how each one ended, once."""

    def __init__(
        self,
        node: Any,
        type_: str,
        name: str,
        *,
        now_s: Callable[[], float],
        over: Callable[[str, Reason | None], None],
        alarm: Callable[[Reason], None],
        patience: Patience | None = None,
    ) -> None:
        self.wire = Wire(node, type_, name, self._heard)
        self._name = name
        self._now_s = now_s
        self._over = over
        self._alarm = alarm
        self._patience = patience or Patience()
        self._goals: dict[str, Goal] = {}
        self._message: dict[str, Any] = {}
        """Of goals that are not sent yet."""
        self._for: dict[str, str] = {}
        """By goal: the id of the action that it is for, until that has ended."""
        self._forget_s: dict[str, float] = {}

    @property
    def busy(self) -> bool:
        """Whether any goal is not over yet."""
        return bool(self._for)

    def begin(self, id_: str, values: Mapping[str, Any]) -> None:
        """Begin a goal for this action; ``BadField`` says what is wrong with its values."""
        message = self.wire.goal_of(values)
        goal = Goal(uuid.uuid4().hex, self._patience, self._now_s(), self._name)
        self._goals[goal.id] = goal
        self._message[goal.id] = message
        self._for[goal.id] = id_
        self._do(goal, goal.hear(Server(self.wire.up), self._now_s()))

    def halt(self, id_: str, how: Stop) -> bool:
        """Stop what was begun for this action; False: there is none."""
        for goal_id, action in list(self._for.items()):
            if action == id_:
                goal = self._goals[goal_id]
                self._do(goal, goal.hear(Halt(how), self._now_s()))
                return True
        return False

    def tick(self) -> None:
        """Look at the server and at the clock."""
        if not self._goals:
            return
        up, now_s = self.wire.up, self._now_s()
        for goal in list(self._goals.values()):
            self._do(goal, goal.hear(Server(up), now_s))
            self._do(goal, goal.tick(now_s))
            if now_s >= self._forget_s.get(goal.id, now_s + 1):
                del self._goals[goal.id], self._forget_s[goal.id]

    def state_of(self, id_: str) -> str:
        """Where the goal of an action stands, for tests and viewers."""
        for goal_id, action in self._for.items():
            if action == id_:
                return self._goals[goal_id].state.value
        return "done"

    # -- how -----------------------------------------------------------------------------------

    def _heard(self, what: FromServer) -> None:
        goal = self._goals.get(what.goal)
        if goal is not None:
            self._do(goal, goal.hear(what, self._now_s()))

    def _do(self, goal: Goal, orders: list[Order]) -> None:
        for order in orders:
            match order:
                case SendGoal(goal=id_):
                    self.wire.send(id_, self._message.pop(id_))
                case AskResult(goal=id_):
                    self.wire.ask_result(id_)
                case CancelGoal(goal=id_):
                    self.wire.cancel(id_)
                case CancelAll():
                    self.wire.cancel(None)
                case Alarm(reason=reason):
                    self._alarm(reason)
        if goal.done:
            self._ended(goal)

    def _ended(self, goal: Goal) -> None:
        self._message.pop(goal.id, None)
        if not goal.loose:
            self._goals.pop(goal.id, None)
            self._forget_s.pop(goal.id, None)
        elif goal.id not in self._forget_s:
            self._forget_s[goal.id] = self._now_s() + LINGER_S
        id_ = self._for.pop(goal.id, None)
        if id_ is not None:
            self._over(id_, goal.reason)
