"""``world:``, where everything is: places, objects, and where robots start."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping

from cotree.core.mission import Mark, World
from cotree.core.places import Point
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Binder
from cotree.trees.reading.kinds import AnyScalar, Number
from cotree.trees.reading.names import Names, wrong_with_name
from cotree.trees.reading.nodes import Entry, Node, Table, describe, is_nothing, quote
from cotree.trees.reading.spots import PointKind

KEYS = ("places", "objects", "robots", "facts", "grasps")
FACT = AnyScalar()
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
        ),
        robots,
    )


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
