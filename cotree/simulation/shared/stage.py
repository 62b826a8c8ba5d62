"""A stage of which only one teammate is here; all others are puppets that their processes move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from cotree.core.actions import Ask, Event, FactSeen, RobotSeen, Say, Tell, Unask
from cotree.core.mission import Mission
from cotree.core.places import Point
from cotree.runtime.process.telegrams import Noted, Seen, Sight, Spoken
from cotree.simulation.shared.keepsake import Kept
from cotree.simulation.shared.puppets import befall, put
from cotree.simulation.shared.sights import Sights, objects_in, on_clock
from cotree.simulation.stage.stage import Stage

SIGHTS = get_args(Sight)


class SharedStage(Stage):
    """What happens here is noted for the others; what they tell happens here, too.

    ``kept``: what an earlier process has left; the world goes on where that one had come to.
    ``since`` rises with each process of this name.
    """

    def __init__(self, mission: Mission, me: str, kept: Kept | None = None, since: int = 0) -> None:
        self.me = me
        self.sights = Sights(me, mission.team, since=since)
        self.spoken: list[Spoken] = []
        """What is to be said to somebody in another process."""
        super().__init__(_only(mission, me))
        kept = kept or Kept()
        self.advance(kept.lived_s)
        self.sights.opening = False
        self._happen(self.sights.recall(kept.noted))

    def hear(self, noted: Iterable[Noted], sender: str = "") -> None:
        """What somebody else knows, with times on this clock."""
        self._happen(self.sights.hear(noted, sender, self.now_s))

    def _happen(self, new: list[Sight]) -> None:
        """What is new here happens here."""
        here = self._where()
        for sight in new:
            put(self.body.world, sight)
            if isinstance(sight, FactSeen):
                befall(self.body.mishaps, sight)
        seen = [sight for sight in new if self._sees(self.me, sight)]
        if seen:
            super().show(seen)
        if objects_in(new):
            self.moved()
        if any(isinstance(each, RobotSeen) and each.robot == self.me for each in new):
            # somebody remembers an earlier process, whose motions ended with it
            self.show([self.body.world.robot_seen(self.me)])
        elif self._where() != here:
            self._taken_along()

    def _where(self) -> Point | None:
        """Where the robot is that is here, if one is."""
        robot = self.body.world.robots.get(self.me)
        return None if robot is None else robot.at

    def _taken_along(self) -> None:
        """It stands on one that has driven; the others learn from here where it is now."""
        world = self.body.world
        held = sorted(world.robots[self.me].holds.values())
        self.show([world.robot_seen(self.me), *map(world.object_seen, held)])

    def seen(self, seen: Seen, now_s: float, sender: str = "") -> None:
        """What somebody else tells."""
        self.hear(on_clock(seen.noted, seen.sent_s, now_s), sender)
        self.sights.check(sender)

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

    def tell(self, told: Tell) -> None:
        """A robot lets everybody know something: at once, before it acts on it."""
        self.show([FactSeen(told.name, told.value)])

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
    """The mission in which only this teammate acts, and only to it anything happens."""
    scripts = mission.chance.people
    mine = {me: scripts[me]} if me in scripts else {}
    models = mission.chance.simulated
    alike = {me: models[me]} if me in models else {}
    return msgspec.structs.replace(
        mission,
        chance=msgspec.structs.replace(mission.chance, people=mine, simulated=alike),
        disturbances=tuple(each for each in mission.disturbances if each.robot in ("", me)),
    )
