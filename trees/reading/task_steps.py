"""The steps of a whole mission: those under ``steps``, and those that stand in its task."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from cotree.behaviours.perform import PerformParams
from cotree.core.mission import Blueprint, RobotModel, Teammate
from cotree.core.resources import Need, Resource, assign, named_first
from cotree.core.work_steps import STEP, WorkStep, WorkSteps
from cotree.trees.reading.as_steps import HOW, PLAIN
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.nodes import quote
from cotree.trees.reading.step_order import Written, check_order
from cotree.trees.reading.steps import MOST


def with_steps(
    task: Blueprint,
    written: Written | None,
    team: Mapping[str, Teammate],
    findings: Findings,
) -> WorkSteps | None:
    """What stands under ``steps``, and the steps of the task beside them; the task orders both."""
    own = Written(WorkSteps(), {}, ()) if written is None else written
    gatherer = _Gatherer(team, own.steps, findings)
    gatherer.gather(task, (), True)
    if not gatherer.steps:
        return None
    gatherer.check(task)
    check_order(gatherer.steps, own, findings)
    return msgspec.structs.replace(own.steps, all=tuple(gatherer.steps.values()))


class _Gatherer:
    """Finds the steps of a task, and what comes before each."""

    def __init__(
        self, team: Mapping[str, Teammate], written: WorkSteps, findings: Findings
    ) -> None:
        self.steps = {step.name: step for step in written.all}
        self._findings = findings
        self._robots = {name: mate.robot for name, mate in team.items() if mate.robot is not None}
        self._untimed: list[Blueprint] = []
        """Steps of which nobody says how long people take."""

    def gather(self, node: Blueprint, after: tuple[str, ...], plain: bool) -> tuple[str, ...]:
        """The steps below, none of which begins before those; what is last of all of them."""
        if _is_of_file(node):
            return self._of_file(node, after, plain)
        if not node.children:
            return self._leaf(node, after, plain)
        plain = plain and node.word in PLAIN
        if node.word == "then":
            for child in node.children:
                after = self.gather(child, after, plain)
            return after
        ends: dict[str, None] = {}
        for child in node.children:
            last = self.gather(child, after, plain)
            ends.update(dict.fromkeys(name for name in last if name not in after))
        return tuple(ends) or after

    def check(self, task: Blueprint) -> None:
        """No step without the time that it takes people, and not too many."""
        for node in self._untimed:
            text = f"step {quote(node.params.what)} does not stand under 'steps', and nobody says "
            text += f"how long it takes people; write 'allocate: {HOW}' beside it"
            self._findings.add(node.mark, text)
        if len(self.steps) > MOST:
            text = f"{len(self.steps)} steps; a mission has at most {MOST}"
            self._findings.add(task.mark, text)

    def _of_file(self, node: Blueprint, after: tuple[str, ...], plain: bool) -> tuple[str, ...]:
        """What ``steps`` stands for: they know their own order, and come after those as a whole."""
        names = [each.params.what for each in node.walk() if each.word == STEP]
        self._plainly(node, names[0], plain)
        own = frozenset(names)
        for name in names:
            step = self.steps[name]
            if own.isdisjoint(step.after):
                both = tuple(dict.fromkeys((*step.after, *after)))
                self.steps[name] = msgspec.structs.replace(step, after=both)
        followed = {before for name in names for before in self.steps[name].after}
        return tuple(name for name in names if name not in followed)

    def _leaf(self, node: Blueprint, after: tuple[str, ...], plain: bool) -> tuple[str, ...]:
        if node.word != STEP:
            return after
        allocation = node.allocation
        params: PerformParams = node.params
        name = params.what
        if name in self.steps:
            text = f"two steps are called {quote(name)}; give one of them another 'what'"
            self._findings.add(node.mark, text)
        elif allocation is None or not allocation.takes:
            self._untimed.append(node)
        else:
            self._plainly(node, name, plain)
            self.steps[name] = WorkStep(name, self._takes(node, allocation.takes), after)
            return (name,)
        return after

    def _plainly(self, node: Blueprint, step: str, plain: bool) -> None:
        if not plain:
            text = f"step {quote(step)} must stand in 'then' and 'and' alone; a plan of steps"
            self._findings.add(node.mark, f"{text} knows no other way")

    def _takes(self, node: Blueprint, said: Mapping[str, float]) -> dict[str, float]:
        """Robots that have what it needs take as long as is written.

        Unless it is said which of them do it; and those must have it.
        """
        params: PerformParams = node.params
        lacks = {name: _lacks(robot, params.needs) for name, robot in self._robots.items()}
        for name in said:
            if lacks.get(name):
                text = f"'takes': {name} has no {quote(lacks[name])}, which {quote(params.what)}"
                self._findings.add(node.mark, f"{text} needs; leave {name} out")
        named = any(name in said for name in self._robots)
        robots = [] if named else [name for name, lack in lacks.items() if not lack]
        return {**dict.fromkeys(robots, params.duration), **said}


def _is_of_file(node: Blueprint) -> bool:
    """Whether it is all that ``steps`` was unfolded to: nobody wrote what is below."""
    words = {each.word for each in node.walk()}
    leaves = (each for each in node.walk() if each.word == STEP)
    return words <= {STEP, *PLAIN} and STEP in words and not any(each.written for each in leaves)


def _lacks(robot: RobotModel, types: tuple[str, ...]) -> str:
    """What of these the robot does not have at one time; empty: it has all."""
    parts = {each.name: Resource(each.name, each.type) for each in robot.resources}
    found = assign(named_first(tuple(map(Need, types)), parts), parts, ())
    return found.type if isinstance(found, Need) else ""
