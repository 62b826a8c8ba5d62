"""What comes before each step, checked: known steps, and no circles.

Steps of ``steps:`` may come after some that stand in the task, which is read later.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping
from graphlib import CycleError, TopologicalSorter

import msgspec

from cotree.core.mission import Mark
from cotree.core.words import did_you_mean
from cotree.core.work_steps import WorkStep, WorkSteps
from cotree.trees.reading.findings import Findings
from cotree.trees.reading.nodes import Node, quote


@dataclasses.dataclass(frozen=True)
class Entry:
    """One step before its neighbours are known."""

    step: WorkStep
    after: tuple[str, ...]
    node: Node
    """Where it is written what comes before."""
    mark: Mark


@dataclasses.dataclass(frozen=True)
class Written:
    """What stands under ``steps``, while it is not known which steps the task has besides."""

    steps: WorkSteps
    marks: Mapping[str, Mark]
    """Of each step: where it is written what comes before it."""
    names: tuple[str, ...]
    """What may be written there."""


def joined(
    entries: Mapping[str, Entry],
    last: Mapping[str, str],
    spoilt: Collection[str],
    findings: Findings,
) -> Written:
    """The steps with what comes before each; the name of a chain stands for its ``last`` one.

    ``spoilt`` are steps of which something else is wrong, and was said.
    """
    steps = {}
    for name, entry in entries.items():
        names = (last.get(each, each) for each in entry.after)
        before = tuple(each for each in names if each in entries or each not in spoilt)
        steps[name] = msgspec.structs.replace(entry.step, after=before)
    marks = {name: entry.node.mark for name, entry in entries.items()}
    _check_circle(steps, marks, findings)
    return Written(WorkSteps(tuple(steps.values())), marks, (*entries, *last))


def check_order(steps: Mapping[str, WorkStep], written: Written, findings: Findings) -> None:
    """What comes before a step is one of these, those of the task included, and not itself."""
    known = [*written.names, *(name for name in steps if name not in written.marks)]
    for name, mark in written.marks.items():
        for before in steps[name].after:
            if before not in steps:
                hint = did_you_mean(before[:80], known)
                findings.add(mark, f"no step {quote(before)}{hint}")
    _check_circle(steps, written.marks, findings)


def _check_circle(
    steps: Mapping[str, WorkStep], marks: Mapping[str, Mark], findings: Findings
) -> None:
    try:
        TopologicalSorter({name: step.after for name, step in steps.items()}).prepare()
    except CycleError as error:
        circle = list(dict.fromkeys(error.args[1]))
        wait = "waits for itself" if len(circle) == 1 else "wait for each other"
        mark = next(marks[name] for name in circle if name in marks)
        names = ", ".join(map(quote, circle))
        findings.add(mark, f"{names} {wait}; take one out of an 'after' here")


def check_places(
    places: Collection[str], steps: Collection[WorkStep], node: Node, findings: Findings
) -> None:
    """Places with room for one are those at which some step is."""
    known = sorted({step.at for step in steps if step.at})
    for place in places:
        if place not in known:
            hint = did_you_mean(place[:80], known)
            findings.add(node.mark, f"no step is at {quote(place)}{hint}")
