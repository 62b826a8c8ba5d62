"""``world:``, where everything is: places, objects, and where robots start."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping

import msgspec

from cotree.core.mission import Mark, Way, World
from cotree.core.places import Point
from cotree.core.senses import CameraModel
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Binder
from cotree.trees.reading.cameras import CameraKind
from cotree.trees.reading.compounds import OneOrMany
from cotree.trees.reading.kinds import AnyScalar, Number, Text, Truth
from cotree.trees.reading.names import Names, wrong_with_name
from cotree.trees.reading.nodes import Entry, Items, Node, Table, describe, is_nothing, quote
from cotree.trees.reading.spots import PointKind
from cotree.trees.reading.ways import STAY_COST, read_ways

TELLING = ("places", "objects", "robots", "facts", "grasps", "areas")
"""Keys by which a file is known to be a world."""
BESIDE = ("physics", "cameras")
"""What may stand beside the name of a world that is used."""
KEYS = (*TELLING, "ways", *BESIDE)
USE = "use"
"""In a mission: the name of a world."""
CAMERA = CameraKind()
FACT = AnyScalar()
AREA = OneOrMany(Text("the name of a place"))
SCORE = Number(0, 100, expected="a grasp score from 0 to 100")


@dataclasses.dataclass(frozen=True)
class Start:
    """Where a teammate stands at first, and where that is written."""

    at: Point
    mark: Mark


@dataclasses.dataclass(frozen=True)
class WorldRead:
    """A world with what it says of the team, and whether all its names are known."""

    world: World = dataclasses.field(default_factory=World)
    starts: Mapping[str, Start] = dataclasses.field(default_factory=dict)
    complete: bool = True
    written: bool = True

    def names(self) -> Names:
        """What parameters may mention."""
        return Names(
            frozenset(self.world.places),
            frozenset(self.world.objects),
            frozenset(self.world.areas),
            complete=self.complete,
            world=self.written,
        )


def read_world(node: Node, binder: Binder) -> WorldRead:
    """A world written as a mapping."""
    if not isinstance(node, Table):
        binder.findings.add(node.mark, f"a world must be a mapping, found {describe(node)}")
        return WorldRead(complete=False)
    for key, entry in node.entries.items():
        if key not in KEYS:
            binder.findings.add(
                entry.key.mark, f"a world has no {quote(key)}; known: {', '.join(KEYS)}"
            )
    places = _points(node, "places", binder)
    objects = _points(node, "objects", binder)
    robots = _points(node, "robots", binder)
    for name, start in objects.items():
        if name in places:
            binder.findings.add(start.mark, f"{quote(name)} is a place and an object; rename one")
    return WorldRead(
        World(
            {name: start.at for name, start in places.items()},
            {name: start.at for name, start in objects.items()},
            _facts(node, binder),
            _grasps(node, objects, binder),
            *_ways(node, places, binder),
            _areas(node, places, binder),
            has_physics(node, binder),
            cameras_in(node, binder),
        ),
        robots,
    )


def has_physics(world: Node, binder: Binder) -> bool:
    """Whether forces decide in it."""
    entry = world.entries.get("physics") if isinstance(world, Table) else None
    return entry is not None and bool(binder.value(Truth(), entry.value, "'physics'"))


def cameras_in(world: Table, binder: Binder) -> dict[str, CameraModel]:
    """What looks at it."""
    found = {}
    for name, line in _named(world, "cameras", "cameras", binder):
        camera = binder.value(CAMERA, line.value, quote(name))
        if camera is not None:
            found[name] = camera
    return found


def besides(read: WorldRead, world: Node, binder: Binder) -> WorldRead:
    """A world that is used by its name, with what stands beside that."""
    if not isinstance(world, Table):
        return read
    cameras = {**read.world.cameras, **cameras_in(world, binder)}
    physics = read.world.physics or has_physics(world, binder)
    return dataclasses.replace(
        read, world=msgspec.structs.replace(read.world, physics=physics, cameras=cameras)
    )


def used(world: Node, binder: Binder) -> Node:
    """The name of the world that is used, if one is; otherwise what is written."""
    if not isinstance(world, Table) or USE not in world.entries:
        return world
    for key, entry in world.entries.items():
        if key not in (USE, *BESIDE):
            binder.findings.add(
                entry.key.mark,
                f"beside 'use' a world has only {' and '.join(map(quote, BESIDE))}, "
                f"not {quote(key)}",
            )
    return world.entries[USE].value


def _points(world: Table, key: str, binder: Binder) -> dict[str, Start]:
    found = {}
    for name, line in _named(world, key, "points", binder):
        point = binder.value(PointKind(), line.value, quote(name))
        found[name] = Start(point or (0.0, 0.0, 0.0), line.key.mark)
    return found


def _facts(world: Table, binder: Binder) -> dict[str, str | float | bool]:
    found = {}
    for name, line in _named(world, "facts", "values", binder, _wrong_with_fact):
        value = binder.value(FACT, line.value, quote(name))
        if value is not None:
            found[name] = value
    return found


def _wrong_with_fact(text: str) -> str | None:
    """A fact's name may belong to a teammate: ``pr2/battery``."""
    wrong = (wrong_with_name(part) for part in text.split("/", 1))
    return next((each for each in wrong if each is not None), None)


def _grasps(
    world: Table, objects: Mapping[str, Start], binder: Binder
) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for robot, line in _named(world, "grasps", "the scores of objects", binder):
        found[robot] = {}
        if not isinstance(line.value, Table):
            said = f"{quote(robot)} must be a mapping from objects to scores"
            binder.findings.add(line.value.mark, f"{said}, found {describe(line.value)}")
            continue
        for name, score in line.value.entries.items():
            if name not in objects:
                hint = did_you_mean(name[:80], objects)
                binder.findings.add(score.key.mark, f"no object {quote(name)}{hint}")
            value = binder.value(SCORE, score.value, quote(name))
            if value is not None:
                found[robot][name] = value
    return found


def _ways(
    world: Table, places: Mapping[str, Start], binder: Binder
) -> tuple[tuple[Way, ...], float]:
    entry = world.entries.get("ways")
    if entry is None or is_nothing(entry.value):
        return (), STAY_COST
    points = {name: start.at for name, start in places.items()}
    return read_ways(entry.value, points, Names(frozenset(places)), binder, "'ways'")


def _areas(world: Table, places: Mapping[str, Start], binder: Binder) -> dict[str, tuple[str, ...]]:
    found = {}
    for name, line in _named(world, "areas", "places", binder):
        if name in places:
            binder.findings.add(line.key.mark, f"{quote(name)} is a place already")
        inside = binder.value(AREA, line.value, quote(name)) or ()
        items = line.value.items if isinstance(line.value, Items) else (line.value,)
        for place, item in zip(inside, items, strict=False):
            if place not in places:
                hint = did_you_mean(place[:80], places)
                binder.findings.add(item.mark, f"no place {quote(place)}{hint}")
        found[name] = inside
    return found


def _named(
    world: Table,
    key: str,
    to: str,
    binder: Binder,
    wrong_with: Callable[[str], str | None] = wrong_with_name,
) -> Iterator[tuple[str, Entry]]:
    """The lines of a mapping from names that people give."""
    entry = world.entries.get(key)
    if entry is None or is_nothing(entry.value):
        return
    if not isinstance(entry.value, Table):
        binder.findings.add(
            entry.value.mark,
            f"'{key}' must be a mapping from names to {to}, found {describe(entry.value)}",
        )
        return
    for name, line in entry.value.entries.items():
        wrong = wrong_with(name)
        if wrong is not None:
            binder.findings.add(line.key.mark, wrong)
        yield name, line
