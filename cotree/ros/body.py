"""A robot's body behind ROS: every order becomes calls, every end an event."""

from __future__ import annotations

import dataclasses
from collections import deque
from collections.abc import Callable
from typing import Any

from cotree.core.actions import (
    Begin,
    Call,
    Command,
    Ended,
    Event,
    FactSeen,
    Halt,
    ObjectSeen,
    Pause,
    Permit,
    RobotSeen,
    Tell,
)
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.ros.actions.client import Client
from cotree.ros.actions.means import Means, effects
from cotree.ros.actions.once import Once, once
from cotree.ros.actions.patience import Patience
from cotree.ros.actions.permits import Permits
from cotree.ros.eyes import Eyes

MOST_KNOWN = 10_000


@dataclasses.dataclass
class Doing:
    """One execution that goes on."""

    begin: Begin
    rest: deque[Call]
    """Calls that come after the one that goes on."""
    client: Client | None = None
    once: Once | None = None
    until_s: float | None = None
    """Of a pause: when it is over."""
    late_s: float | None = None
    """When the call that goes on takes too long."""
    stopped: Reason | None = None
    """It was told to stop, or took too long: nothing more of it begins."""


class RosBody:
    """Implements ``Body``; whoever spins the node lets it hear."""

    def __init__(
        self,
        node: Any,
        robot: str,
        now_s: Callable[[], float],
        means: Means | None = None,
        *,
        patience: Patience | None = None,
        alarm: Callable[[Reason], None] = lambda reason: None,
    ) -> None:
        self.robot = robot
        self._node = node
        self._now_s = now_s
        self._means = means or Means()
        self._patience = patience
        self._alarm = alarm
        self._permits = Permits()
        self._clients: dict[tuple[str, str], Client] = {}
        self._doing: dict[str, Doing] = {}
        self._seen: dict[str, Point] = {}
        self._held: dict[str, tuple[str, str]] = {}
        """Objects in grippers, by (robot, gripper)."""
        self._events: list[Event] = []
        self._eyes = Eyes(node, robot, self._means)
        self._begun: dict[str, None] = {}
        """Ids that are known, the oldest first; only so many."""

    # -- the port ------------------------------------------------------------------------------

    def command(self, command: Command, now_s: float) -> None:
        """Take an order."""
        match command:
            case Begin():
                self._begin(command, now_s)
            case Halt(id=id_, how=how):
                if id_ not in self._begun:
                    self._events.append(Ended(id_, Reason("unknown", f"{id_} never began")))
                self._halt(id_, how, Reason("halted", f"told to {how.name.lower()}"))
            case Permit():
                if self._permits.take(command, now_s):
                    self._stop_pieces([command.piece], "another claim replaced it")
            case Tell(name=name, value=value):
                self.sees(FactSeen(name, value))

    def advance(self, to_s: float) -> list[Event]:
        """What happened until now."""
        self._stop_pieces(self._permits.lapsed(to_s), "its permit has run out")
        for client in self._clients.values():
            client.tick()
        for id_, doing in list(self._doing.items()):
            self._look(id_, doing, to_s)
        for event in self._eyes.look():
            self.sees(self._as_held(event))
        events, self._events = self._events, []
        return events

    def next_event_s(self) -> float | None:
        """Only the world knows."""
        return None

    def sees(self, event: Event) -> None:
        """Somebody looked: tell it with the next tick."""
        match event:
            case RobotSeen(robot=name, at=at):
                self._seen[name] = at
            case ObjectSeen(object=name, at=at, held_by=holder):
                self._seen[name] = at
                self._held.pop(name, None)
                if holder is not None:
                    self._held[name] = holder
        self._events.append(event)

    def halt_all(self, how: Stop) -> None:
        """Stop everything, past the tree."""
        for id_ in list(self._doing):
            self._halt(id_, how, Reason("halted", f"told to {how.name.lower()}"))

    def keep_up(self) -> None:
        """Look after what goes on, when nobody ticks any more."""
        self.advance(self._now_s())

    @property
    def still(self) -> bool:
        """Whether nothing goes on."""
        return not self._doing

    def _as_held(self, event: Event) -> Event:
        """A camera sees what a gripper holds, but not that it does."""
        if isinstance(event, ObjectSeen) and event.object in self._held:
            return ObjectSeen(event.object, event.at, self._held[event.object])
        return event

    # -- how -----------------------------------------------------------------------------------

    def _begin(self, begin: Begin, now_s: float) -> None:
        refusal = self._permits.refusal(begin.piece, now_s)
        if begin.id in self._begun:
            refusal = Reason("begun_twice", f"{begin.id} has begun already")
        self._begun[begin.id] = None
        if len(self._begun) > MOST_KNOWN:
            del self._begun[next(iter(self._begun))]
        if refusal is not None:
            self._events.append(Ended(begin.id, refusal))
            return
        if isinstance(begin.action, Pause):
            until_s = now_s + begin.action.duration_s
            self._doing[begin.id] = Doing(begin, deque(), until_s=until_s)
            return
        calls = self._means.calls(self.robot, begin.action, self._seen.get)
        if isinstance(calls, Reason):
            self._events.append(Ended(begin.id, calls))
            return
        self._doing[begin.id] = Doing(begin, deque(calls))
        self._next(begin.id, now_s)

    def _next(self, id_: str, now_s: float) -> None:
        """Begin the next call of an execution, or end it."""
        doing = self._doing[id_]
        if not doing.rest:
            self._over(id_, None)
            return
        call = doing.rest.popleft()
        doing.late_s = now_s + call.timeout_s if call.timeout_s > 0 else None
        try:
            if call.kind == "action":
                doing.client = self._client(call)
                doing.client.begin(id_, call.values)
            else:
                doing.once = once(self._node, call)
        except ValueError as error:  # a type or a field that does not exist
            self._over(id_, Reason("bad_call", f"{call.name}: {error}"))
        except Exception as error:  # noqa: BLE001, RUF100 (whatever ROS thinks of a name)
            self._over(id_, Reason("bad_call", f"{call.name}: {type(error).__name__}: {error}"))

    def _client(self, call: Call) -> Client:
        key = (call.of, call.name)
        if key not in self._clients:
            self._clients[key] = Client(
                self._node,
                call.of,
                call.name,
                now_s=self._now_s,
                over=self._goal_over,
                alarm=self._alarm,
                patience=self._patience,
            )
        return self._clients[key]

    def _goal_over(self, id_: str, reason: Reason | None) -> None:
        doing = self._doing.get(id_)
        if doing is None:
            return
        doing.client = None
        if reason is None and doing.stopped is None and doing.rest:
            self._next(id_, self._now_s())
            return
        halted = reason is not None and reason.code == "halted"
        early = reason is None and bool(doing.rest)
        self._over(id_, doing.stopped if halted or early else reason)

    def _look(self, id_: str, doing: Doing, now_s: float) -> None:
        """See what became of what is not a goal, and whether it takes too long."""
        if doing.until_s is not None and now_s >= doing.until_s:
            self._over(id_, None)
        elif doing.once is not None:
            over = doing.once.look()
            if over is not None:
                doing.once.close()
                doing.once = None
                if over.reason is not None:
                    self._over(id_, over.reason)
                else:
                    self._next(id_, now_s)
                return
        if doing.late_s is not None and now_s >= doing.late_s and id_ in self._doing:
            doing.late_s = None
            self._halt(id_, Stop.CANCEL, Reason("timeout", "it took too long"))

    def _halt(self, id_: str, how: Stop, why: Reason) -> None:
        doing = self._doing.get(id_)
        if doing is None:
            return
        if doing.stopped is None:
            doing.stopped = why
        if doing.client is None:
            if doing.once is not None:
                doing.once.close()
            self._over(id_, doing.stopped)
        else:
            doing.client.halt(id_, how)

    def _stop_pieces(self, pieces: list[str], why: str) -> None:
        for id_, doing in list(self._doing.items()):
            if doing.begin.piece in pieces:
                self._halt(id_, Stop.KILL, Reason("no_permit", f"{doing.begin.piece}: {why}"))

    def _over(self, id_: str, reason: Reason | None) -> None:
        doing = self._doing.pop(id_, None)
        if doing is None:
            return
        if reason is None:
            for event in effects(self.robot, doing.begin.action, self._seen.get):
                self.sees(event)
        self._events.append(Ended(id_, reason))
