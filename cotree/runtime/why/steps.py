"""One step of a piece that a robot does as a whole: when it started, and after what."""

from __future__ import annotations

import itertools

from cotree.core.changes import NodeState
from cotree.runtime.why.answer import Account, Moment
from cotree.runtime.why.executions import Executions
from cotree.runtime.why.log import GOES_ON, REACHED, Log, Stood

JUST_S = 0.25
"""What ended so shortly before made room."""


def step_of(log: Log, path: str, executions: Executions) -> Account:
    """The step as its robot's tree told it; the last start counts."""
    last = executions.last
    robot = "" if last is None else last.robot
    end = executions.end
    entries = [
        entry
        for entry in log.nodes.get(path, ())
        if entry.place < end and (not robot or entry.robot == robot)
    ]
    start = _last_start(entries)
    before = ended_before(log, path, robot, end if start is None else entries[start].place)
    if start is None:
        state = entries[-1].change.state if entries else NodeState.INACTIVE
        if state in REACHED:
            return Account(robot, True, "done", ended_s=entries[-1].at_s, outcome=state.value)
        message = entries[-1].change.message if entries else ""
        if state is NodeState.FAILED:
            return _failed_at_once(entries[-1], robot)
        if state is NodeState.INACTIVE:
            return Account(robot, False, "order", leaf=_first_open(log, path, robot, end))
        return Account(robot, False, "not_ready", message=message)
    ended = next((each for each in entries[start:] if each.change.state not in GOES_ON), None)
    return Account(
        robot,
        True,
        "granted",
        leaf=before,
        started_s=entries[start].at_s,
        ended_s=None if ended is None else ended.at_s,
        outcome="" if ended is None else ended.change.state.value,
        resources=entries[start].change.resources,
        history=waits(entries[:start], robot, entries[start].at_s),
    )


def _failed_at_once(entry: Stood, robot: str) -> Account:
    """A condition that did not hold: nothing in it was ever started."""
    reason = entry.change.reason
    message = entry.change.message if reason is None else reason.message
    state = entry.change.state.value
    return Account(robot, False, "failed", message, ended_s=entry.at_s, outcome=state)


def _last_start(entries: list[Stood]) -> int | None:
    found, before = None, NodeState.INACTIVE
    for number, entry in enumerate(entries):
        if entry.change.state is NodeState.RUNNING and before not in GOES_ON:
            found = number
        before = entry.change.state
    return found


def _first_open(log: Log, path: str, robot: str, end: int) -> str:
    """The first step before this one that is not done."""
    for other in log.steps_before(path):
        states = [
            entry.change.state
            for entry in log.nodes.get(other, ())
            if entry.place < end and (not robot or entry.robot == robot)
        ]
        if not states or states[-1] not in REACHED:
            return other
    return ""


def freed_by(log: Log, path: str, start: Stood) -> str:
    """The node that ended just before this one started on what it had used."""
    wanted = set(start.change.resources)
    for other, entries in log.nodes.items():
        if other == path:
            continue
        for before, after in itertools.pairwise(entries):
            just = start.at_s - JUST_S <= after.at_s <= start.at_s
            ends = before.change.state in GOES_ON and after.change.state not in GOES_ON
            if just and ends and wanted.intersection(before.change.resources):
                return other
    return ""


def waits(entries: list[Stood], robot: str, until_s: float) -> tuple[Moment, ...]:
    """What a node waited for since its turn came, each reason once, unless it was but a moment."""
    found: list[Moment] = []
    for entry in entries:
        if entry.change.state is not NodeState.WAITING:
            found.clear()
        elif not found or found[-1].why != entry.change.message:
            found.append(Moment(entry.at_s, robot, "waited", entry.change.message))
    ends_s = [*(moment.at_s for moment in found[1:]), until_s]
    pairs = zip(found, ends_s, strict=False)
    return tuple(moment for moment, end_s in pairs if end_s - moment.at_s > JUST_S)


def ended_before(log: Log, path: str, robot: str, end: int) -> str:
    """The step of the same ``then`` that ended last before this one, or nothing."""
    before = log.steps_before(path)
    best, found = -1, ""
    for other in before:
        for entry in log.nodes.get(other, ()):
            mine = entry.robot == robot or not robot
            if best < entry.place <= end and mine and entry.change.state in REACHED:
                best, found = entry.place, other
    return found
