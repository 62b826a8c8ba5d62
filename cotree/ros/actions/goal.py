"""The life of one goal of an action server, as a machine that touches nothing.

A wish to stop is never lost: before the server accepted, it is remembered and acted upon when the
acceptance comes, however late, even after the goal was given up here.  ``halted`` is only said of
a goal that the server itself called over; a server that does not obey is asked again, then told to
cancel everything, then there is an alarm, all within ``Patience.longest_s``.
"""

from __future__ import annotations

import enum
import math
from typing import Any

from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.ros.actions.patience import Patience
from cotree.ros.actions.words import (
    Accepted,
    Alarm,
    AskResult,
    CancelAll,
    CancelAnswered,
    CancelGoal,
    Finished,
    FromServer,
    Halt,
    Input,
    Order,
    Outcome,
    Rejected,
    Result,
    SendGoal,
    Server,
    Working,
)


class State(enum.Enum):
    """Where a goal stands."""

    NEW = "new"
    """No server was seen yet, so nothing was sent."""
    SENT = "sent"
    ACCEPTED = "accepted"
    EXECUTING = "executing"
    CANCELLING = "cancelling"
    DONE = "done"


class Goal:
    """One goal from the wish to its end; ``reason`` is None after success."""

    def __init__(self, id_: str, patience: Patience, now_s: float, name: str = "the goal") -> None:
        self.id = id_
        self.name = name
        self.state = State.NEW
        self.reason: Reason | None = None
        self.loose = False
        """Done here, but for all we know the server may still begin it or go on with it."""
        self.stale = 0
        """What was heard of other goals, and dropped."""
        self._patience = patience
        self._wish: Stop | None = None
        self._verdict: Reason | None = None
        """Why it is being cancelled."""
        self._accepted = False
        self._outcome: Outcome | None = None
        """What its status says while its result is on the way."""
        self._rung = 0
        self._acknowledged = False
        self._deadline_s = now_s + patience.server_s
        self._gone_s = math.inf
        """When a server that cannot be reached counts as gone."""

    @property
    def done(self) -> bool:
        """Whether it is over as far as the leaf is concerned."""
        return self.state is State.DONE

    @property
    def due_s(self) -> float:
        """When ``tick`` has something to do; infinity: only when something is heard."""
        return math.inf if self.done else min(self._deadline_s, self._gone_s)

    # -- inputs --------------------------------------------------------------------------------

    def hear(self, what: Input, now_s: float) -> list[Order]:
        """What to do now that this was heard; what concerns another goal is dropped."""
        match what:
            case Server(up=up):
                return self._server(up, now_s)
            case Halt(how=how):
                return self._halt(how, now_s)
        if what.goal != self.id or self.state is State.NEW:  # nobody knows what was never sent
            self.stale += 1
            return []
        return self._late(what, now_s) if self.done else self._heard(what, now_s)

    def tick(self, now_s: float) -> list[Order]:
        """What to do now that so much time has passed."""
        if now_s < self.due_s:
            return []
        if now_s >= self._gone_s:
            return self._end(Reason("server_gone", f"the server of {self.name} has gone"), True)
        match self.state:
            case State.NEW:
                return self._end(Reason("no_server", f"{self.name}: there is no such server"))
            case State.SENT:
                if self._verdict is None:
                    self._verdict = Reason("not_accepted", f"{self.name} got no answer in time")
                return self._cancel(now_s)
            case _ if self._outcome is not None:
                return self._over(self._outcome, {})
            case _:
                return self._climb(now_s)

    # -- how -----------------------------------------------------------------------------------

    def _server(self, up: bool, now_s: float) -> list[Order]:
        if self.done:
            return []
        if up:
            self._gone_s = math.inf
            if self.state is State.NEW:
                self.state = State.SENT
                self._deadline_s = now_s + self._patience.accept_s
                return [SendGoal(self.id)]
        elif self.state is not State.NEW:
            self._gone_s = min(self._gone_s, now_s + self._patience.gone_s)
        return []

    def _halt(self, how: Stop, now_s: float) -> list[Order]:
        if self.done or (self._wish is not None and how <= self._wish):
            return []
        again = self._wish is not None
        self._wish = how
        if self._verdict is None:
            self._verdict = Reason("halted", f"told to {how.name.lower()}")
        match self.state:
            case State.NEW:
                return self._end(self._verdict)
            case State.SENT:
                return []  # remembered: acted upon when the acceptance comes
            case State.CANCELLING:
                return [CancelGoal(self.id)] if again else []
            case _:
                return self._cancel(now_s)

    def _heard(self, what: FromServer, now_s: float) -> list[Order]:
        match what:
            case Accepted() | Working():
                return self._begins(isinstance(what, Working), now_s)
            case Rejected():
                rejected = Reason("rejected", f"{self.name} was rejected")
                return self._end(self._verdict or rejected)
            case CancelAnswered(answer=answer):
                return self._answered(answer, now_s)
            case Finished(outcome=outcome):
                if self._outcome is None:
                    self._outcome = outcome
                    self._deadline_s = now_s + self._patience.answer_s
                return self._result_wanted()
            case Result(outcome=outcome, data=data):
                return self._over(outcome, dict(data))

    def _result_wanted(self) -> list[Order]:
        """Ask for the result when the status was faster than the acceptance."""
        first, self._accepted = not self._accepted, True
        if self.state is State.SENT:
            self.state = State.ACCEPTED
        return [AskResult(self.id)] if first else []

    def _begins(self, working: bool, now_s: float) -> list[Order]:
        first = not self._accepted
        orders = self._result_wanted()
        if self._outcome is not None:
            return orders
        if first and self._verdict is not None:
            return [*orders, *self._cancel(now_s)]
        if self.state in (State.ACCEPTED, State.EXECUTING):
            self._deadline_s = math.inf
            self.state = State.EXECUTING if working else self.state
        return orders

    def _answered(self, answer: str, now_s: float) -> list[Order]:
        if self.state is not State.CANCELLING or self._outcome is not None:
            return []
        if answer == "stopping" and not self._acknowledged:
            self._acknowledged = True
            self._deadline_s = now_s + self._patience.stop_s
        elif answer == "over":
            self._outcome = "cancelled"
            self._deadline_s = now_s + self._patience.answer_s
        elif answer == "unknown" and self._accepted:
            return self._over("cancelled", {})  # a server that began anew and knows nothing of it
        return []

    def _cancel(self, now_s: float) -> list[Order]:
        self.state = State.CANCELLING
        self._rung = 1
        self._acknowledged = False
        self._deadline_s = now_s + self._patience.answer_s
        return [CancelGoal(self.id)]

    def _climb(self, now_s: float) -> list[Order]:
        """It was not obeyed in time: ask again, ask for more, give up."""
        self._rung += 1
        self._acknowledged = False
        self._deadline_s = now_s + self._patience.answer_s
        if self._rung <= self._patience.tries:
            return [CancelGoal(self.id)]
        if self._rung == self._patience.tries + 1:
            return [CancelAll()]
        why = "did not stop" if self._accepted else "was never answered"
        no_stop = Reason("no_stop", f"{self.name} {why}, and may go on")
        return [*self._end(no_stop, True), Alarm(no_stop)]

    def _over(self, outcome: Outcome, data: dict[str, Any]) -> list[Order]:
        if outcome == "succeeded":
            return self._end(None)
        if self._verdict is not None:
            return self._end(self._verdict)
        if outcome == "cancelled":
            return self._end(Reason("cancelled", f"somebody else cancelled {self.name}", data))
        return self._end(Reason("aborted", f"the server gave {self.name} up", data))

    def _end(self, reason: Reason | None, loose: bool = False) -> list[Order]:
        self.state = State.DONE
        self._deadline_s = -math.inf
        self.reason = reason
        self.loose = loose
        return []

    def _late(self, what: FromServer, now_s: float) -> list[Order]:
        """After the end here: what still lives there is told to stop, whenever it shows."""
        match what:
            case Accepted() | Working() if self.loose:
                if isinstance(what, Working) and now_s < self._deadline_s:
                    return []  # told a moment ago
                self._deadline_s = now_s + self._patience.answer_s
                return [CancelGoal(self.id)]
            case Rejected() | Result() | Finished():
                self.loose = False
            case CancelAnswered(answer="over"):
                self.loose = False
            case _:
                self.stale += 1
        return []
