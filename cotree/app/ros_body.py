"""A body behind ROS in a team: it tells the others what it sees and asks, and hears them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

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
    Tell,
    Unask,
)
from cotree.core.disturbances import state_of
from cotree.core.mission import Mission
from cotree.runtime.ports import Body
from cotree.runtime.process.telegrams import Seen, Sight, Spoken, Telegram
from cotree.simulation.shared.asking import Asking
from cotree.simulation.shared.keepsake import Diary, Keepsake
from cotree.simulation.shared.sights import Sights, on_clock

SIGHTS = (RobotSeen, ObjectSeen, GripperSeen, FactSeen, HandSeen)


def first_sights(mission: Mission, robot: str) -> Iterator[Sight]:
    """What the mission says of the beginning, until somebody sees it otherwise."""
    for name, mate in mission.team.items():
        if mate.robot is not None:
            yield RobotSeen(name, mate.start)
        if mate.robot is not None and mate.robot.states:
            yield FactSeen(state_of(name), mate.state or mate.robot.states[0])
    for name, at in mission.world.objects.items():
        yield ObjectSeen(name, at)
    for name, value in mission.first_facts.items():
        yield FactSeen(name, value)


class TeamBody:
    """Implements ``SharedBody`` around a body that needs nobody.

    What was told outlives the process in its keepsake; what can be seen is seen anew.
    """

    def __init__(
        self,
        robot: str,
        body: Body,
        team: Collection[str] = (),
        keepsake: Keepsake | None = None,
        *,
        since: int = 0,
    ) -> None:
        self._robot = robot
        self._body = body
        self._diary = Diary(keepsake or Keepsake(None))
        self._sights = Sights(robot, team, since=since)
        self._asking = Asking()
        told = (each for each in self._diary.kept.noted if isinstance(each.sight, FactSeen))
        self._heard: list[Event] = [*self._sights.recall(told)]

    def command(self, command: Command, now_s: float) -> None:
        """Take an order; questions to people go to their processes."""
        if isinstance(command, Ask | Unask | Say):
            self._asking.says(command, now_s)
        elif isinstance(command, Tell):
            told = FactSeen(command.name, command.value)
            if self._sights.mine(told):  # at once, before it acts on it
                self._heard.append(told)
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
                noted = on_clock(telegram.noted, telegram.sent_s, now_s)
                self._heard += self._sights.hear(noted, sender, now_s)
                self._sights.check(sender)
            case Spoken(to=self._robot, what=Posed() | Answered() as what):
                self._asking.hears(what)
                self._heard.append(what)

    def telegrams(self, now_s: float) -> list[Telegram]:
        """What is new here, or all of it now and then; what is said."""
        self._diary.note(self._sights.all(), now_s)
        return [*self._sights.telling(now_s), *self._asking.telling(now_s)]
