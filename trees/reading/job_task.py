"""The subtree that a ``job`` stands for, the same for every team that may do it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cotree.behaviours.approach import ApproachParams
from cotree.behaviours.detect import DetectParams
from cotree.behaviours.dock import DockParams
from cotree.behaviours.grasp import GraspParams
from cotree.behaviours.release import ReleaseParams
from cotree.core.allocation import Allocation
from cotree.core.hauls import Act, Haul, NoSequence, hauls, layers
from cotree.core.jobs import DOCK, UNDOCK, Job
from cotree.core.mission import Mark, Teammate
from cotree.core.places import Location
from cotree.trees.reading.drafts import Draft
from cotree.trees.reading.kinds import Mismatch
from cotree.trees.reading.names import Names
from cotree.trees.reading.nodes import quote

LEAST_ASSEMBLY = 2
"""Robots with ports; fewer cannot be assembled at all."""


def draft_of_job(
    job: Job, to: str, team: Mapping[str, Teammate], names: Names, mark: Mark
) -> Draft:
    """The subtree of a job, given to a robot; ``Mismatch`` if it cannot be carried out here."""
    try:
        found = hauls(job)
    except NoSequence as wrong:
        raise Mismatch(mark, f"job {quote(job.name)}: {wrong}") from None
    if not found:
        raise Mismatch(
            mark,
            f"job {quote(job.name)} has nothing to do: it has no 'goal' that is not so at first",
        )
    _check_world(job, found, names, mark)
    climbing = tuple(_climbers(team))
    children: list[Draft] = []
    if len(climbing) >= LEAST_ASSEMBLY:
        children.append(_all("and", "assemble", _docks(DOCK, job, climbing, mark), mark))
    for layer in layers(found):
        carried = [
            _all("then", f"carry {each.thing}", _acts(job, each, mark), mark) for each in layer
        ]
        children.append(carried[0] if len(carried) == 1 else _all("and", "carry", carried, mark))
    if len(climbing) >= LEAST_ASSEMBLY:
        children.append(_all("and", "part", _docks(UNDOCK, job, climbing, mark), mark))
    allocation = Allocation("capability", job.name, to=to)
    return Draft("then", job.name, None, tuple(children), mark, allocation=allocation)


def _all(word: str, label: str, children: Iterable[Draft], mark: Mark) -> Draft:
    return Draft(word, label, None, tuple(children), mark)


def _climbers(team: Mapping[str, Teammate]) -> Iterator[str]:
    """The robots that can be assembled."""
    for name, mate in team.items():
        model = None if mate.robot is None else mate.robot.capability
        if model is not None and model.ports:
            yield name


def _docks(word: str, job: Job, robots: Iterable[str], mark: Mark) -> Iterator[Draft]:
    for robot in robots:
        params = DockParams(job.name, robot)
        yield Draft(word, f"{word} {robot}", params, (), mark, written=("job", "robot"))


def _acts(job: Job, haul: Haul, mark: Mark) -> Iterator[Draft]:
    """One leaf for each action with an object."""
    for act in haul.acts:
        word, params = _leaf(job.name, act)
        label = f"{word} {act.place if act.verb == 'move' else act.thing}"
        yield Draft(word, label, params, (), mark, written=tuple(vars(params)))


def _leaf(
    job: str, act: Act
) -> tuple[str, DetectParams | ApproachParams | GraspParams | ReleaseParams]:
    match act.verb:
        case "detect":
            return "detect", DetectParams(job, act.thing)
        case "move":
            return "approach", ApproachParams(job, act.thing, Location(act.place))
        case "grasp":
            return "grasp", GraspParams(job, act.thing)
    return "release", ReleaseParams(job, act.thing, Location(act.place))


def _check_world(job: Job, found: Iterable[Haul], names: Names, mark: Mark) -> None:
    """What is carried must be an object of the world, and what it is carried to must be known."""
    if not names.complete:
        return
    for haul in found:
        if haul.thing not in names.objects:
            hint = names.hint(haul.thing, names.objects)
            text = (
                f"job {quote(job.name)} carries {quote(haul.thing)}, which is no object here{hint}"
            )
            raise Mismatch(mark, text)
        known = names.places | names.objects
        if haul.place not in known:
            hint = names.hint(haul.place, known)
            raise Mismatch(
                mark, f"job {quote(job.name)}: no place or object {quote(haul.place)}{hint}"
            )
