"""``team:``, who takes part: robots with their models, and people."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from cotree.core.mission import RobotModel, Teammate
from cotree.core.places import Point
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Binder, Field
from cotree.trees.reading.compounds import Many
from cotree.trees.reading.kinds import Text
from cotree.trees.reading.names import wrong_with_identifier
from cotree.trees.reading.nodes import (
    Entry,
    Items,
    Node,
    Scalar,
    Table,
    describe,
    is_nothing,
    quote,
)
from cotree.trees.reading.robot import BATTERY, HOME, check_home
from cotree.trees.reading.spots import PointKind
from cotree.trees.reading.world import Start

Models = Callable[[Node, str], RobotModel | None]
"""Reads what stands behind ``robot:``; the second argument names an inline model."""

PERSON = {
    "watched_by": Field(
        "watched_by", Many(Text("a teammate's name")), doc="the robots that watch this person"
    )
}
KEYS = ("robot", "person", "at", "home", "state", "battery")
PLACE = "a place of the world, or a point [x, y]"


class TeamReader:
    """Reads the members of a team."""

    def __init__(
        self,
        binder: Binder,
        models: Models,
        starts: Mapping[str, Start],
        places: Mapping[str, Point],
    ) -> None:
        self.binder = binder
        self.findings = binder.findings
        self.models = models
        self.starts = starts
        self.places = places

    def read(self, node: Node) -> dict[str, Teammate]:
        """The team in the order it is written."""
        if not isinstance(node, Table):
            self.findings.add(
                node.mark,
                f"'team' must be a mapping such as {{pr2: {{robot: pr2}}}}, found {describe(node)}",
            )
            return {}
        if not node.entries:
            self.findings.add(node.mark, "a team needs at least one teammate")
        team = {name: self._member(name, entry) for name, entry in node.entries.items()}
        for name, entry in node.entries.items():
            self._check_watchers(name, entry, team)
        return team

    def _member(self, name: str, entry: Entry) -> Teammate:
        wrong = wrong_with_identifier(name, "a teammate's name")
        if wrong is not None:
            self.findings.add(entry.key.mark, wrong)
        start = self.starts[name].at if name in self.starts else (0.0, 0.0, 0.0)
        nobody = Teammate(name, None, start, (), entry.key.mark)
        body = entry.value
        if not isinstance(body, Table):
            self.findings.add(
                body.mark,
                f"teammate {quote(name)} must be {{robot: <model>}} or {{person: {{}}}}, "
                f"found {describe(body)}",
            )
            return nobody
        self._check_keys(name, body, entry)
        if "at" in body.entries:
            start = self._start(body.entries["at"].value) or start
        robot = self.models(body.entries["robot"].value, name) if "robot" in body.entries else None
        robot = self._charged(self._at_home(robot, body), body)
        watchers = self._watchers(body.entries["person"]) if "person" in body.entries else ()
        state = self._state(body.entries["state"].value, robot) if "state" in body.entries else ""
        return Teammate(name, robot, start, watchers, entry.key.mark, state)

    def _start(self, node: Node) -> Point | None:
        """A point, or where a place is."""
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            point: Point | None = self.binder.value(PointKind(expected=PLACE), node, "'at'")
            return point
        if node.value not in self.places:
            hint = did_you_mean(node.value[:80], self.places)
            self.findings.add(node.mark, f"'at': no place {quote(node.value)}{hint}")
        return self.places.get(node.value)

    def _state(self, node: Node, robot: RobotModel | None) -> str:
        """The operating state that a robot starts in."""
        state: str = self.binder.value(Text("an operating state"), node, "'state'") or ""
        if robot is not None and state and state not in robot.states:
            hint = did_you_mean(state[:80], robot.states) or "; its model has no 'states'"
            self.findings.add(node.mark, f"no operating state {quote(state)}{hint}")
        return state

    def _at_home(self, robot: RobotModel | None, body: Table) -> RobotModel | None:
        """The model with the grippers where this teammate has them."""
        entry = body.entries.get(HOME.name)
        if entry is None or robot is None:
            if entry is not None and "robot" not in body.entries:
                self.findings.add(entry.key.mark, "'home' is where the grippers of a robot are")
            return robot
        home = self.binder.value(HOME.kind, entry.value, "'home'")
        if home is None or not check_home(entry, robot, self.binder):
            return robot
        return msgspec.structs.replace(robot, home={**robot.home, **home})

    def _charged(self, robot: RobotModel | None, body: Table) -> RobotModel | None:
        """The model with the battery of this teammate."""
        entry = body.entries.get(BATTERY.name)
        if entry is None:
            return robot
        battery = self.binder.value(BATTERY.kind, entry.value, "'battery'")
        if robot is None or battery is None:
            return robot
        return msgspec.structs.replace(robot, battery=battery)

    def _check_keys(self, name: str, body: Table, entry: Entry) -> None:
        for key, line in body.entries.items():
            if key not in KEYS:
                self.findings.add(
                    line.key.mark, f"a teammate has no {quote(key)}{did_you_mean(key[:80], KEYS)}"
                )
        if "robot" in body.entries and "person" in body.entries:
            self.findings.add(
                body.entries["person"].key.mark, f"{quote(name)} is a robot or a person, not both"
            )
        elif "robot" not in body.entries and "person" not in body.entries:
            self.findings.add(
                entry.key.mark, f"teammate {quote(name)} needs 'robot: <model>' or 'person: {{}}'"
            )

    def _watchers(self, entry: Entry) -> tuple[str, ...]:
        if is_nothing(entry.value):
            return ()
        if not isinstance(entry.value, Table):
            self.findings.add(
                entry.value.mark, f"'person' must be a mapping, found {describe(entry.value)}"
            )
            return ()
        values = self.binder.bind(entry.value, PERSON, "a person", entry.key.mark)
        return values.get("watched_by", ()) if values else ()

    def _check_watchers(self, name: str, entry: Entry, team: Mapping[str, Teammate]) -> None:
        robots = [other for other, teammate in team.items() if teammate.robot is not None]
        for item in _watcher_items(entry.value):
            if item.text not in team:
                hint = did_you_mean(item.text[:80], robots)
                self.findings.add(item.mark, f"no teammate {quote(item.text)}{hint}")
            elif item.text == name:
                self.findings.add(item.mark, f"{quote(name)} cannot be watched by itself")


def _watcher_items(node: Node) -> list[Scalar]:
    for key in ("person", "watched_by"):
        if not isinstance(node, Table) or key not in node.entries:
            return []
        node = node.entries[key].value
    items = node.items if isinstance(node, Items) else ()
    return [item for item in items if isinstance(item, Scalar)]
