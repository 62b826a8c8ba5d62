"""What BehaviorTree.CPP's documentation says its nodes do, as a small interpreter for comparison.

Leaves follow a script: for each execution, how many ticks it runs and how it ends.  Both sides
write down when a leaf begins, ends, and is halted.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from cotree.behaviours.declare import Declaration, behaviour, parameter
from cotree.trees.btcpp.element import Element
from cotree.trees.catalogue import catalogue

RUNNING, SUCCESS, FAILURE = Status.RUNNING, Status.SUCCESS, Status.FAILURE
Script = Mapping[str, list[tuple[int, Status]]]


@dataclass
class Stage:
    """The leaves' script, and what they did."""

    script: Script = dataclasses.field(default_factory=dict)
    log: list[str] = dataclasses.field(default_factory=list)
    times: dict[str, int] = dataclasses.field(default_factory=dict)

    def begin(self, name: str) -> tuple[int, Status]:
        count = self.times[name] = self.times.get(name, 0) + 1
        self.log.append(f"begin {name}")
        lines = self.script.get(name, [(0, SUCCESS)])
        return lines[min(count, len(lines)) - 1]


# -- there ---------------------------------------------------------------------------------------


class Reference:
    """One element, ticked as the documentation says."""

    def __init__(self, element: Element, stage: Stage) -> None:
        self.tag = element.tag
        self.attributes = element.attributes
        self.stage = stage
        self.children = [Reference(child, stage) for child in element.children]
        self.status = Status.INVALID
        self.index = 0
        self.count = 0
        self.left = 0
        self.result = SUCCESS

    def tick(self) -> Status:
        self.status = getattr(self, f"_{self.tag.lower()}", self._leaf)()
        return self.status

    def halt(self) -> None:
        if self.status is RUNNING:
            for child in self.children:
                child.halt()
            if not self.children:
                self.stage.log.append(f"halt {self.tag}")
        self.status = Status.INVALID
        if self.tag != "SequenceWithMemory":
            self.index = 0
        self.count = 0

    def _leaf(self) -> Status:
        if self.status is not RUNNING:
            self.left, self.result = self.stage.begin(self.tag)
        if self.left > 0:
            self.left -= 1
            return RUNNING
        self.stage.log.append(f"end {self.tag}")
        return self.result

    def _in_order(self, passing: Status) -> Status:
        while self.index < len(self.children):
            status = self.children[self.index].tick()
            if status is RUNNING:
                return RUNNING
            if status is not passing:
                if self.tag != "SequenceWithMemory":
                    self.index = 0
                return status
            self.index += 1
        self.index = 0
        return passing

    def _sequence(self) -> Status:
        return self._in_order(SUCCESS)

    def _sequencewithmemory(self) -> Status:
        return self._in_order(SUCCESS)

    def _fallback(self) -> Status:
        return self._in_order(FAILURE)

    def _reactive(self, passing: Status) -> Status:
        for child in self.children:
            status = child.tick()
            if status is RUNNING:
                for other in self.children:
                    if other is not child:
                        other.halt()
                return RUNNING
            if status is not passing:
                for other in self.children:
                    other.halt()
                return status
        return passing

    def _reactivesequence(self) -> Status:
        return self._reactive(SUCCESS)

    def _reactivefallback(self) -> Status:
        return self._reactive(FAILURE)

    def _inverter(self) -> Status:
        status = self.children[0].tick()
        return {SUCCESS: FAILURE, FAILURE: SUCCESS}.get(status, status)

    def _forcesuccess(self) -> Status:
        return RUNNING if self.children[0].tick() is RUNNING else SUCCESS

    def _forcefailure(self) -> Status:
        return RUNNING if self.children[0].tick() is RUNNING else FAILURE

    def _again(self, until: Status, times: int) -> Status:
        while self.count < times:
            status = self.children[0].tick()
            if status is RUNNING:
                return RUNNING
            if status is until:
                self.count = 0
                return until
            self.count += 1
        self.count = 0
        return FAILURE if until is SUCCESS else SUCCESS

    def _retryuntilsuccessful(self) -> Status:
        return self._again(SUCCESS, int(self.attributes["num_attempts"]))

    def _repeat(self) -> Status:
        return self._again(FAILURE, int(self.attributes["num_cycles"]))

    def _parallel(self) -> Status:
        count = len(self.children)
        need = int(self.attributes.get("success_count", count))
        most = int(self.attributes.get("failure_count", 1))
        for child in self.children:
            if child.status not in (SUCCESS, FAILURE):
                child.tick()
            done = [each.status for each in self.children]
            decided = None
            if done.count(SUCCESS) >= need:
                decided = SUCCESS
            elif done.count(FAILURE) >= most or count - done.count(FAILURE) < need:
                decided = FAILURE
            if decided is not None:
                for each in self.children:
                    each.halt()
                return decided
        return RUNNING


# -- here ----------------------------------------------------------------------------------------

HERE = Stage()


@dataclass(frozen=True)
class ScriptedParams:
    """Parameters of ``scripted``."""

    id: str = parameter("its line in the script")


@behaviour("scripted", params=ScriptedParams, short="id")
class Scripted(Behaviour):
    """A leaf that follows the script.

    ```yaml
    - scripted: A
    ```
    """

    def __init__(self, name: str, params: ScriptedParams) -> None:
        super().__init__(name)
        self.id_ = params.id
        self.left = 0
        self.result = SUCCESS

    def initialise(self) -> None:
        self.left, self.result = HERE.begin(self.id_)

    def update(self) -> Status:
        if self.left > 0:
            self.left -= 1
            return RUNNING
        return self.result

    def terminate(self, new_status: Status) -> None:
        HERE.log.append(f"{'halt' if new_status is Status.INVALID else 'end'} {self.id_}")


def words() -> dict[str, Declaration]:
    """Ours, with the scripted leaf."""
    found: dict[str, Declaration] = dict(catalogue(offers=()))
    declaration: Declaration = vars(Scripted)["declaration"]
    found["scripted"] = declaration
    return found
