"""The live tree as a planner's problem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
from py_trees.behaviour import Behaviour

from cotree.behaviours.desk import Desk
from cotree.core.belief import View
from cotree.core.changes import NodeState
from cotree.core.mission import Policy
from cotree.core.places import distance_m
from cotree.core.resources import named_first
from cotree.core.steps import NoPlan, PlanNode, Problem, Step
from cotree.trees.or_ import Or
from cotree.trees.part import Part
from cotree.trees.registry import Registry
from cotree.trees.task import TaskNode
from cotree.trees.unit import Unit


class _NotSupported(Exception):
    pass


@dataclass(frozen=True)
class Scene:
    """A live tree and what it runs on."""

    root: Behaviour
    parts: Mapping[Behaviour, Part]
    desk: Desk
    registry: Registry
    policy: Policy


def problem_of(scene: Scene) -> Problem | NoPlan:
    """What look-ahead should know: the tree with what is done, resources, positions, what runs."""
    root = scene.root
    if not isinstance(root, TaskNode):
        return NoPlan("not_supported", "the task is not a then, an and, or an or")
    belief = scene.desk.belief
    if scene.desk.robot not in belief.robots:
        return NoPlan("not_supported", f"nobody knows where {scene.desk.robot} is")
    if any(part.state is NodeState.FAILED for part in scene.parts.values()):
        return NoPlan("not_supported", "a part of the task has failed")
    running: dict[str, float] = {}
    try:
        tree = _node(root, scene, running)
    except _NotSupported as problem:
        return NoPlan("not_supported", str(problem))
    return Problem(
        root=tree,
        resources=scene.registry.state(),
        here=belief.robots[scene.desk.robot].at,
        speed_m_s=scene.desk.model.speed_m_s,
        running=running,
        same_place_m=scene.policy.same_place_m,
    )


def _node(part: Part, scene: Scene, running: dict[str, float]) -> PlanNode:
    if isinstance(part, Unit):
        return _leaf(part, scene, running)
    assert isinstance(part, TaskNode)
    return PlanNode(
        part.path,
        part.word,  # type: ignore[arg-type]
        children=tuple(_node(child, scene, running) for child in part.parts),
        done=part.is_reached(),
        committed=part.committed if isinstance(part, Or) else None,
    )


def _leaf(unit: Unit, scene: Scene, running: dict[str, float]) -> PlanNode:
    if unit.leaf is None or unit.leaf is not unit.node:
        raise _NotSupported(f"{unit.path} is not a plain leaf")
    lineage = unit.asker.lineage
    if unit.is_reached():
        return PlanNode(unit.path, "leaf", lineage=lineage, done=True)
    state = scene.registry.state()
    view = View(scene.desk.belief, scene.desk.robot, state, lineage, scene.policy.same_place_m)
    try:
        step = unit.leaf.step(view)
    except Exception as error:
        raise _NotSupported(f"{unit.path} cannot say how long it takes: {error}") from error
    if step is None:
        raise _NotSupported(f"{unit.path} does not say how long it takes")
    step = msgspec.structs.replace(step, needs=named_first(step.needs, state))
    if unit.busy():
        running[unit.path] = _left_s(unit, step, scene)
    return PlanNode(unit.path, "leaf", step=step, lineage=lineage)


def _left_s(unit: Unit, step: Step, scene: Scene) -> float:
    """How long a running leaf still takes, going by how long such a leaf should take."""
    takes_s = step.duration_s
    if step.to is not None and unit.since_at is not None:
        takes_s += distance_m(unit.since_at, step.to) / scene.desk.model.speed_m_s
    return max(0.0, takes_s - (scene.desk.now_s - unit.since_s))
