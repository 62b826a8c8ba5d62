"""A whole mission: from the text of its file, and of those it mentions, to checked values."""

from __future__ import annotations

import contextlib
import dataclasses
import os
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from cotree.behaviours.declare import Declaration
from cotree.core.disturbances import Misfortune
from cotree.core.errors import InputError
from cotree.core.mission import (
    Blueprint,
    Chance,
    Coordination,
    Mark,
    Metric,
    Mission,
    Policy,
    RobotModel,
    Sentence,
    Teammate,
    World,
)
from cotree.core.words import did_you_mean
from cotree.core.work_steps import WorkSteps
from cotree.trees.errands.errand import ERRAND
from cotree.trees.reading.allocated import allocated
from cotree.trees.reading.binding import Binder
from cotree.trees.reading.blueprint import TaskReader
from cotree.trees.reading.catalogue import catalogue as all_words
from cotree.trees.reading.catalogue import checkers_of
from cotree.trees.reading.checks import CHECKS, Check
from cotree.trees.reading.coordination import (
    check_schedule,
    read_coordination,
    read_shared,
    with_lease,
)
from cotree.trees.reading.disturbances import (
    DISTURBANCES,
    check_befallen,
    without_disturbances,
)
from cotree.trees.reading.findings import Findings, Stopped
from cotree.trees.reading.including import Gatherer
from cotree.trees.reading.jobs import Given, read_jobs
from cotree.trees.reading.kinds import Text
from cotree.trees.reading.library import FileLibrary, Library, RecordedLibrary, Source
from cotree.trees.reading.matching import read_matching
from cotree.trees.reading.metric import read_metric
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import Hole, Node, Scalar, Table, describe, is_nothing, quote
from cotree.trees.reading.pretend import simulated_of
from cotree.trees.reading.reaches import Leaves, check_people, reaches_of
from cotree.trees.reading.reactions import ReactionsReader
from cotree.trees.reading.robot import read_robot
from cotree.trees.reading.senses import read_senses
from cotree.trees.reading.sentence import SentenceReader, with_errands
from cotree.trees.reading.settings import POLICY, SIMULATION, read_settings
from cotree.trees.reading.shelf import Shelf
from cotree.trees.reading.source import read_text
from cotree.trees.reading.starts import with_starts
from cotree.trees.reading.steps import read_steps
from cotree.trees.reading.task_steps import with_steps
from cotree.trees.reading.team import TeamReader
from cotree.trees.reading.vocabulary import Words
from cotree.trees.reading.world import WorldRead, besides, read_world, used
from cotree.trees.reading.yaml_text import parse
from cotree.trees.shared_steps import STEPS
from cotree.trees.whole_sentence import LTL

REQUIRED = {
    "mission": "what the mission is called",
    "team": "who takes part: {pr2: {robot: pr2}}",
    "task": "the node to do",
}
KEYS = (
    *REQUIRED,
    "ltl",
    "world",
    "subtrees",
    "include",
    "shared",
    "policy",
    "metric",
    "coordination",
    "simulation",
    "reactions",
    "jobs",
    "matching",
    "steps",
    "senses",
)
INSTEAD = frozenset(("ltl", "jobs", "steps"))
"""What makes a task by itself."""

NOTHING = Blueprint("and", "task", "task", None, (), Mark("", 0, 0))
"""The task before it is known."""


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
    reader = MissionReader(source, library, words, findings)
    with contextlib.suppress(Stopped):
        mission = reader.read()
        for check in checks:
            if mission is not None and not findings:
                findings.extend(InputError(check(mission, words)))
    if mission is None or findings:
        raise findings.error()
    to = {name: each.to for name, each in reader.given.items()}
    found = allocated(mission, words, to)
    return msgspec.structs.replace(mission, allocated=found) if found else mission


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
        self.names = Names(complete=False)
        """Of its world, once that is read."""
        self.given: dict[str, Given] = {}
        """Its jobs, and who is given them."""

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
        matching, sorts = read_matching(parts.get("matching"), self.binder)
        self.names = dataclasses.replace(world.names(), sorts=sorts)
        self.binder.names = dataclasses.replace(self.binder.names, sorts=sorts)
        team = self._team(parts.get("team"), world)
        policy = self._settings(parts, "policy", Policy, POLICY)
        check_schedule(parts.get("policy"), policy, team, self.findings)
        coordination = self._coordination(parts.get("coordination"), team)
        coordination = with_lease(
            coordination, policy, team, parts.get("coordination"), self.findings
        )
        shared = read_shared(parts.get("shared"), team, self.findings)
        disturbances = self._disturbances(parts, team, world.world)
        chance = self._settings(parts, "simulation", Chance, SIMULATION)
        check_people(parts.get("simulation"), team, self.findings)
        metric = read_metric(parts["metric"], self.binder) if "metric" in parts else Metric()
        senses = read_senses(parts.get("senses"), world.world, team, self.binder)
        robots = {name: mate for name, mate in team.items() if mate.robot is not None}
        self.given = read_jobs(parts.get("jobs"), robots, Binder(self.findings, self.names))
        written = read_steps(parts.get("steps"), team, Binder(self.findings, self.names))
        tasks = self._tasks(root)
        unfolder = tasks.unfolder
        unfolder.jobs, unfolder.team = self.given, team
        unfolder.steps = None if written is None else written.steps
        unfolder.written = {
            key: entry.key.mark for key, entry in root.entries.items() if key in INSTEAD
        }
        task = self._task(root, parts.get("task"), tasks)
        reactions = self._reactions(parts.get("reactions"), tasks)
        sentence = self._sentence(parts, Mission(name, team, world.world, task or NOTHING))
        if task is None:
            return None
        setting = world.world
        if sentence is not None:
            task, setting = with_errands(task, sentence), with_starts(setting, team)
        steps = with_steps(task, written, team, self.findings)
        models = simulated_of(chance.people, steps, parts.get("simulation"), self.findings)
        hands = {name: lines for name, lines in chance.people.items() if name not in models}
        people = reaches_of(hands, Leaves(task, self.catalogue), self.findings)
        return Mission(
            name,
            team,
            setting,
            task,
            policy,
            msgspec.structs.replace(chance, people=people, simulated=models),
            metric,
            coordination,
            shared,
            sentence=sentence,
            file=self.source.label,
            text=self.source.text,
            included=self.shelf.texts,
            reactions=reactions,
            disturbances=disturbances,
            jobs={name: each.job for name, each in self.given.items()},
            matching=msgspec.structs.replace(matching, domains=sorts.domains),
            steps=steps or WorkSteps(),
            senses=senses,
        )

    def _check_keys(self, root: Table) -> None:
        for key, entry in root.entries.items():
            if key not in KEYS:
                self.findings.add(
                    entry.key.mark,
                    f"a mission has no {quote(key)}{did_you_mean(key[:80], KEYS, most=len(KEYS))}",
                )
        for key, meaning in REQUIRED.items():
            there = key in root.entries or (key == "task" and not INSTEAD.isdisjoint(root.entries))
            if not there and root.complete:
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

    def _disturbances(
        self, parts: dict[str, Node], team: Mapping[str, Teammate], world: World
    ) -> tuple[Misfortune, ...]:
        """What befalls the robots; the rest of ``simulation`` is left to others."""
        rest, written = without_disturbances(parts.get("simulation"))
        if rest is None or written is None:
            return ()
        parts["simulation"] = rest
        binder = Binder(self.findings, self.names)
        found = binder.value(DISTURBANCES, written, "'disturbances'")
        check_befallen(written, team, world, self.findings)
        return tuple(found or ())

    def _reactions(self, node: Node | None, tasks: TaskReader) -> tuple[Blueprint, ...]:
        if node is None:
            return ()
        return ReactionsReader(checkers_of(self.catalogue), tasks, self.findings).read(node)

    def _tasks(self, root: Table) -> TaskReader:
        """Who reads nodes, with all words of this mission."""
        gatherer = Gatherer(self.library, self.findings, self.catalogue)
        gatherer.gather(root, self.source, ())
        self.shelf.texts.update(gatherer.texts)
        words = Words(self.catalogue, gatherer.subtrees, gatherer.complete)
        return TaskReader(words, self.names, self.findings)

    def _task(self, root: Table, node: Node | None, tasks: TaskReader) -> Blueprint | None:
        if node is None:
            return tasks.whole()
        if is_nothing(node):
            self.findings.add(root.entries["task"].key.mark, "'task' is empty; it needs a node")
            return None
        task = tasks.task(node)
        steps = tasks.unfolder.written.get(STEPS)
        if task is not None and steps is not None and STEPS not in tasks.unfolder.used:
            self.findings.add(
                steps, "the task does not say when 'steps' are done; write '- steps' into it"
            )
        return task

    def _sentence(self, parts: Mapping[str, Node], mission: Mission) -> Sentence | None:
        """What is to be planned as one sentence, once all else is known."""
        node = parts.get("ltl")
        errands = any(each.word == ERRAND for each in mission.task.walk())
        if self.findings or (node is None and not errands):
            return None
        reader = SentenceReader(mission, self.findings)
        places = [each.path for each in mission.task.walk() if each.word == LTL]
        if node is None or not places:
            return reader.read_with(mission.task, node)
        for each in mission.task.walk():
            if each.word == ERRAND:
                self.findings.add(each.mark, "an errand beside 'ltl' in one task; write it there")
        return reader.read(node, places[0])

    def _world(self, node: Node | None) -> WorldRead:
        if node is None:
            return WorldRead(written=False)
        found = self.shelf.take("worlds", used(node, self.binder))
        if found is None:
            return WorldRead(complete=False)
        read = read_world(found, self.binder)
        return read if found is node else besides(read, node, self.binder)

    def _team(self, node: Node | None, world: WorldRead) -> dict[str, Teammate]:
        if node is None:
            return {}
        return TeamReader(self.binder, self._model, world.starts, world.world.places).read(node)

    def _model(self, node: Node, name: str) -> RobotModel | None:
        found = self.shelf.take("robots", node)
        names = self.names
        if isinstance(node, Scalar):
            name = node.text
            names = Names(complete=False, sorts=names.sorts)  # a model serves many worlds
        return None if found is None else read_robot(found, name, self.binder, names)
