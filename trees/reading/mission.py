"""A whole mission: from the text of its file, and of those it mentions, to checked values."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from cotree.behaviours.declare import Declaration
from cotree.core.errors import InputError
from cotree.core.mission import (
    Blueprint,
    Chance,
    Coordination,
    Metric,
    Mission,
    Policy,
    RobotModel,
    Teammate,
)
from cotree.core.words import did_you_mean
from cotree.trees.reading.binding import Binder
from cotree.trees.reading.blueprint import read_task
from cotree.trees.reading.catalogue import catalogue as all_words
from cotree.trees.reading.checks import CHECKS, Check
from cotree.trees.reading.coordination import check_schedule, read_coordination, read_shared
from cotree.trees.reading.findings import Findings, Stopped
from cotree.trees.reading.including import Gatherer
from cotree.trees.reading.kinds import Text
from cotree.trees.reading.library import FileLibrary, Library, RecordedLibrary, Source
from cotree.trees.reading.metric import read_metric
from cotree.trees.reading.nodes import Hole, Node, Scalar, Table, describe, is_nothing, quote
from cotree.trees.reading.reaches import Leaves, check_people, reaches_of
from cotree.trees.reading.robot import read_robot
from cotree.trees.reading.settings import POLICY, SIMULATION, read_settings
from cotree.trees.reading.shelf import Shelf
from cotree.trees.reading.source import read_text
from cotree.trees.reading.team import TeamReader
from cotree.trees.reading.vocabulary import Words
from cotree.trees.reading.world import WorldRead, read_world
from cotree.trees.reading.yaml_text import parse

REQUIRED = {
    "mission": "what the mission is called",
    "team": "who takes part: {pr2: {robot: pr2}}",
    "task": "the node to do",
}
KEYS = (
    *REQUIRED,
    "world",
    "subtrees",
    "include",
    "shared",
    "policy",
    "metric",
    "coordination",
    "simulation",
)
LATER = ("reactions", "ltl", "jobs", "steps")
"""Keys that a later version will read; accepting them silently would promise too much."""


def load(
    path: str | os.PathLike[str],
    *,
    catalogue: Mapping[str, Declaration] | None = None,
    checks: Iterable[Check] = CHECKS,
) -> Mission:
    """The mission of a file; everything that is wrong with it is one ``InputError``."""
    file = os.fspath(path)
    return loads(read_text(file), file, catalogue=catalogue, checks=checks)


def loads(
    text: str,
    file: str = "mission.yaml",
    *,
    files: Mapping[str, str] | None = None,
    catalogue: Mapping[str, Declaration] | None = None,
    checks: Iterable[Check] = CHECKS,
) -> Mission:
    """The mission of a text; with ``files`` (``Mission.included``) nothing is read from disk."""
    library: Library = (
        FileLibrary(os.path.dirname(file)) if files is None else RecordedLibrary(files)
    )
    words = all_words() if catalogue is None else catalogue
    findings = Findings()
    source = Source(file, os.path.basename(file), text)
    mission = None
    with contextlib.suppress(Stopped):
        mission = MissionReader(source, library, words, findings).read()
        for check in checks:
            if mission is not None and not findings:
                findings.extend(InputError(check(mission, words)))
    if mission is None or findings:
        raise findings.error()
    return mission


class MissionReader:
    """Reads one mission; what is wrong goes to the findings."""

    def __init__(
        self,
        source: Source,
        library: Library,
        catalogue: Mapping[str, Declaration],
        findings: Findings,
    ) -> None:
        self.source = source
        self.library = library
        self.catalogue = catalogue
        self.findings = findings
        self.binder = Binder(findings)
        self.shelf = Shelf(library, self.binder)

    def read(self) -> Mission | None:
        """The mission, or None."""
        root = parse(self.source.text, self.source.label, self.findings)
        if root is None:
            return None
        if isinstance(root, Hole):
            return None
        if not isinstance(root, Table):
            keys = ", ".join(KEYS)
            self.findings.add(
                root.mark, f"a mission must be a mapping of {keys}; found {describe(root)}"
            )
            return None
        self._check_keys(root)
        parts = {key: entry.value for key, entry in root.entries.items()}
        name = self._name(parts.get("mission"))
        world = self._world(parts.get("world"))
        team = self._team(parts.get("team"), world)
        policy = self._settings(parts, "policy", Policy, POLICY)
        check_schedule(parts.get("policy"), policy, team, self.findings)
        coordination = self._coordination(parts.get("coordination"), team)
        shared = read_shared(parts.get("shared"), team, self.findings)
        chance = self._settings(parts, "simulation", Chance, SIMULATION)
        check_people(parts.get("simulation"), team, self.findings)
        metric = read_metric(parts["metric"], self.binder) if "metric" in parts else Metric()
        task = self._task(root, parts.get("task"), world)
        if task is None:
            return None
        people = reaches_of(chance.people, Leaves(task, self.catalogue), self.findings)
        return Mission(
            name,
            team,
            world.world,
            task,
            policy,
            msgspec.structs.replace(chance, people=people),
            metric,
            coordination,
            shared,
            file=self.source.label,
            text=self.source.text,
            included=self.shelf.texts,
        )

    def _check_keys(self, root: Table) -> None:
        for key, entry in root.entries.items():
            if key in LATER:
                self.findings.add(
                    entry.key.mark, f"'{key}' is not supported yet; remove it for now"
                )
            elif key not in KEYS:
                self.findings.add(
                    entry.key.mark, f"a mission has no {quote(key)}{did_you_mean(key[:80], KEYS)}"
                )
        for key, meaning in REQUIRED.items():
            if key not in root.entries and root.complete:
                self.findings.add(root.mark, f"a mission needs '{key}': {meaning}")

    def _name(self, node: Node | None) -> str:
        name = self.binder.value(Text(), node, "'mission'") if node is not None else None
        if isinstance(name, str) and not name.strip() and node is not None:
            self.findings.add(node.mark, "'mission' must not be empty")
        return name or ""

    def _settings(self, parts: Mapping[str, Node], key: str, make: Any, fields: Any) -> Any:
        if key not in parts:
            return make()
        return read_settings(parts[key], make, fields, f"'{key}'", self.binder)

    def _coordination(self, node: Node | None, team: Mapping[str, Teammate]) -> Coordination:
        return Coordination() if node is None else read_coordination(node, team, self.binder)

    def _task(self, root: Table, node: Node | None, world: WorldRead) -> Blueprint | None:
        gatherer = Gatherer(self.library, self.findings, self.catalogue)
        gatherer.gather(root, self.source, ())
        self.shelf.texts.update(gatherer.texts)
        if node is None:
            return None
        words = Words(self.catalogue, gatherer.subtrees, gatherer.complete)
        if is_nothing(node):
            self.findings.add(root.entries["task"].key.mark, "'task' is empty; it needs a node")
            return None
        return read_task(node, words, world.names(), self.findings)

    def _world(self, node: Node | None) -> WorldRead:
        if node is None:
            return WorldRead(written=False)
        found = self.shelf.take("worlds", node)
        return WorldRead(complete=False) if found is None else read_world(found, self.binder)

    def _team(self, node: Node | None, world: WorldRead) -> dict[str, Teammate]:
        if node is None:
            return {}
        return TeamReader(self.binder, self._model, world.starts).read(node)

    def _model(self, node: Node, name: str) -> RobotModel | None:
        found = self.shelf.take("robots", node)
        name = node.text if isinstance(node, Scalar) else name
        return None if found is None else read_robot(found, name, self.binder)
