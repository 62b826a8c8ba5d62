"""A body behind ROS in a team: it tells the others what it sees and asks, and hears them."""

from __future__ import annotations

from collections.abc import Iterator

from cotree.core.actions import (
    Answered,
    Ask,
    Command,
    Event,
    FactSeen,
    GripperSeen,
    HandSeen,
    ObjectSeen,
    Posed,
    RobotSeen,
    Say,
    Unask,
)
from cotree.core.mission import Mission
from cotree.ros.body import RosBody
from cotree.runtime.process.telegrams import Seen, Sight, Spoken, Telegram
from cotree.simulation.shared.asking import Asking
from cotree.simulation.shared.sights import Sights, on_clock

SIGHTS = (RobotSeen, ObjectSeen, GripperSeen, FactSeen, HandSeen)


def first_sights(mission: Mission, robot: str) -> Iterator[Sight]:
    """What the mission says of the beginning, until somebody sees it otherwise."""
    for name, mate in mission.team.items():
        if mate.robot is not None:
            yield RobotSeen(name, mate.start)
    for name, at in mission.world.objects.items():
        yield ObjectSeen(name, at)
    for name, value in mission.world.facts.items():
        yield FactSeen(name, value)


class TeamBody:
    """Implements ``SharedBody`` around a body that needs nobody."""

    def __init__(self, robot: str, body: RosBody) -> None:
        self._robot = robot
        self._body = body
        self._sights = Sights(robot)
        self._asking = Asking()
        self._heard: list[Event] = []

    def command(self, command: Command, now_s: float) -> None:
        """Take an order; questions to people go to their processes."""
        if isinstance(command, Ask | Unask | Say):
            self._asking.says(command, now_s)
        else:
            self._body.command(command, now_s)

    def advance(self, to_s: float) -> list[Event]:
        """What happened here, and what the others told."""
        events = self._body.advance(to_s)
        for event in events:
            if isinstance(event, SIGHTS):
                self._sights.mine(event)
        self._sights.opening = False
        heard, self._heard = self._heard, []
        return [*events, *heard]

    def next_event_s(self) -> float | None:
        """Only the world knows."""
        return self._body.next_event_s()

    def wake(self, now_s: float) -> None:
        """The guard looks with the next tick: ``advance`` is where permits run out."""

    def hear(self, sender: str, telegram: Telegram, now_s: float) -> None:
        """What somebody sees, or says to this robot."""
        match telegram:
            case Seen():
                self._heard += self._sights.hear(on_clock(telegram.noted, telegram.sent_s, now_s))
            case Spoken(to=self._robot, what=Posed() | Answered() as what):
                self._asking.hears(what)
                self._heard.append(what)

    def telegrams(self, now_s: float) -> list[Telegram]:
        """What is new here, or all of it now and then; what is said."""
        return [*self._sights.telling(now_s), *self._asking.telling(now_s)]
