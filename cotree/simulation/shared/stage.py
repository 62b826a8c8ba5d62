"""A stage of which only one teammate is here; all others are puppets that their processes move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from cotree.core.actions import Ask, Event, RobotSeen, Say, Unask
from cotree.core.mission import Mission
from cotree.runtime.process.telegrams import Noted, Seen, Sight, Spoken
from cotree.simulation.shared.puppets import put
from cotree.simulation.shared.sights import Sights, objects_in, on_clock
from cotree.simulation.stage.stage import Stage

SIGHTS = get_args(Sight)


class SharedStage(Stage):
    """What happens here is noted for the others; what they tell happens here, too."""

    def __init__(self, mission: Mission, me: str) -> None:
        self.me = me
        self.sights = Sights(me)
        self.spoken: list[Spoken] = []
        """What is to be said to somebody in another process."""
        super().__init__(_only(mission, me))
        self.advance(0.0)
        self.sights.opening = False

    def hear(self, noted: Iterable[Noted]) -> None:
        """What somebody else knows, with times on this clock."""
        new = self.sights.hear(noted)
        for sight in new:
            put(self.body.world, sight)
        seen = [sight for sight in new if self._sees(self.me, sight)]
        if seen:
            super().show(seen)
        if objects_in(new):
            self.moved()
        if any(isinstance(each, RobotSeen) and each.robot == self.me for each in new):
            # somebody remembers an earlier process, whose motions ended with it
            self.show([self.body.world.robot_seen(self.me)])

    def seen(self, seen: Seen, now_s: float) -> None:
        """What somebody else tells."""
        self.hear(on_clock(seen.noted, seen.sent_s, now_s))

    # -- what the stage does otherwise ---------------------------------------------------------

    def show(self, events: Iterable[Event], to: Iterable[str] | None = None) -> None:
        """Let who is here see it, and note it for the others, unless they know better."""
        super().show([each for each in events if self._mine(each)], to)

    def _mine(self, event: Event) -> bool:
        """Whether to believe one's own simulation: of other teammates it knows the start only."""
        if not isinstance(event, SIGHTS):
            return True
        who = getattr(event, "robot", None) or getattr(event, "person", None)
        if who not in (None, self.me) and not self.sights.opening:
            return False
        return self.sights.mine(event)

    def converse(self, command: Ask | Unask | Say) -> None:
        """People are in other processes."""
        self.spoken.append(Spoken(command.person, command))

    def asks(self, command: Ask | Unask | Say) -> None:
        """A robot of another process says something to the person who is here."""
        self._pass_on(self.talking.hear(command, self.now_s))

    def _pass_on(self, told: Iterable[tuple[str, Event]]) -> None:
        """Robots are in other processes."""
        for robot, event in told:
            self.spoken.append(Spoken(robot, event))  # type: ignore[arg-type]
        super()._pass_on(())


def _only(mission: Mission, me: str) -> Mission:
    """The mission in which of all people only this one does anything."""
    scripts = mission.chance.people
    mine = {me: scripts[me]} if me in scripts else {}
    return msgspec.structs.replace(
        mission, chance=msgspec.structs.replace(mission.chance, people=mine)
    )
