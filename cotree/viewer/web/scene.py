"""Where things are: what the map shows, out of the mission's text and of what robots see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from cotree.core.actions import (
    Command,
    Event,
    FactSeen,
    GripperSeen,
    HandSeen,
    ObjectSeen,
    RobotSeen,
    Tell,
)
from cotree.core.mission import World
from cotree.core.places import Point
from cotree.runtime.messages import Team
from cotree.viewer.web.items import Scene, Seen, Spot
from cotree.viewer.web.vitals import Wrote


def scene_of(world: World | None, team: Team) -> tuple[Scene, list[Seen]]:
    """The map of a mission, and where everything is at first; without a world one of the team."""
    world = world or World()
    seen = [Seen("robot" if each.robot else "person", each.name, spot(each.start))
            for each in team.members]  # fmt: skip
    seen += [Seen("object", name, spot(at)) for name, at in world.objects.items()]
    ways = dict.fromkeys((way.source, way.target) for way in world.ways)
    places = {name: spot(at) for name, at in world.places.items()}
    return Scene(places, tuple(ways)), seen


def spot(point: Point) -> Spot:
    """A point as the map shows it, to the millimetre."""
    return round(point[0], 3), round(point[1], 3)


class Eyes:
    """Tells what is seen only when it is seen otherwise than before."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Seen] = {}
        self._facts: dict[str, str | float | bool | None] = {}
        self._tells: dict[str, Tell] = {}
        """The last one about each name."""

    def hear(self, commands: Iterable[Command]) -> None:
        """What a robot lets all others know."""
        self._tells |= {each.name: each for each in commands if isinstance(each, Tell)}

    def writers(
        self, facts: Mapping[str, str | float | bool | None], robot: str, t: float
    ) -> dict[str, Wrote]:
        """Who said these facts that this robot knows now."""
        return {name: self._writer(name, value, robot, t) for name, value in facts.items()}

    def _writer(self, name: str, value: str | float | bool | None, robot: str, t: float) -> Wrote:
        tell = self._tells.get(name)
        if tell is not None and tell.value == value:
            return Wrote(tell.robot, "told", t)
        return Wrote(robot, "saw", t)

    def sees(self, events: Iterable[Event]) -> Iterator[Seen]:
        """Where things are now that were elsewhere."""
        return self.news(each for each in map(_seen, events) if each is not None)

    def news(self, seen: Iterable[Seen]) -> Iterator[Seen]:
        """Those that are not as they were."""
        for each in seen:
            if self._known.get((each.what, each.name)) != each:
                self._known[each.what, each.name] = each
                yield each

    def facts(self, events: Iterable[Event]) -> dict[str, str | float | bool | None]:
        """What is known by name, and was not, or otherwise."""
        said = {each.name: each.value for each in events if isinstance(each, FactSeen)}
        new = {
            name: value
            for name, value in said.items()
            if self._facts.get(name, msgspec.UNSET) != value
        }
        self._facts |= new
        return new


def _seen(event: Event) -> Seen | None:
    match event:
        case RobotSeen(robot=robot, at=at, moving=moving):
            return Seen("robot", robot, spot(at), moving=moving)
        case ObjectSeen(object=object_, at=at, held_by=held_by):
            return Seen("object", object_, spot(at), "/".join(held_by or ()))
        case GripperSeen(robot=robot, gripper=gripper, at=at):
            return Seen("gripper", f"{robot}/{gripper}", spot(at), robot)
        case HandSeen(person=person, at=at):
            return Seen("hand", person, spot(at), person)
    return None
