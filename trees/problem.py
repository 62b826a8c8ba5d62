"""The live tree as a planner's problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cotree.core.belief import View
from cotree.core.changes import NodeState
from cotree.core.steps import NoPlan, PlanNode, Problem, Step
from cotree.trees.or_ import Or
from cotree.trees.part import Part
from cotree.trees.task import TaskNode
from cotree.trees.unit import Unit

if TYPE_CHECKING:
    from cotree.trees.engine import Engine


class _NotSupported(Exception):
    pass


def problem_of(engine: Engine) -> Problem | NoPlan:
    """What look-ahead should know: the tree with what is done, resources, positions, what runs."""
    root = engine.root
    if not isinstance(root, TaskNode):
        return NoPlan("not_supported", "the task is not a then, an and, or an or")
    belief = engine.desk.belief
    if engine.desk.robot not in belief.robots:
        return NoPlan("not_supported", f"nobody knows where {engine.desk.robot} is")
    if any(part.state is NodeState.FAILED for part in engine.parts.values()):
        return NoPlan("not_supported", "a part of the task has failed")
    running: dict[str, float] = {}
    try:
        tree = _node(root, engine, running)
    except _NotSupported as problem:
        return NoPlan("not_supported", str(problem))
    return Problem(
        root=tree,
        resources=engine.registry.state(),
        here=belief.robots[engine.desk.robot].at,
        speed_m_s=engine.desk.model.speed_m_s,
        running=running,
        same_place_m=engine.policy.same_place_m,
    )


def _node(part: Part, engine: Engine, running: dict[str, float]) -> PlanNode:
    if isinstance(part, Unit):
        return _leaf(part, engine, running)
    assert isinstance(part, TaskNode)
    return PlanNode(
        part.path,
        part.word,  # type: ignore[arg-type]
        children=tuple(_node(child, engine, running) for child in part.parts),
        done=part.is_reached(),
        committed=part.committed if isinstance(part, Or) else None,
    )


def _leaf(unit: Unit, engine: Engine, running: dict[str, float]) -> PlanNode:
    if unit.leaf is None or unit.leaf is not unit.node:
        raise _NotSupported(f"{unit.path} is not a plain leaf")
    lineage = unit.asker.lineage
    if unit.is_reached():
        return PlanNode(unit.path, "leaf", lineage=lineage, done=True)
    view = View(engine.desk.belief, engine.desk.robot, engine.registry.state(), lineage)
    step: Step | None = unit.leaf.step(view)
    if step is None:
        raise _NotSupported(f"{unit.path} does not say how long it takes")
    if unit.busy():
        running[unit.path] = step.duration_s
    return PlanNode(unit.path, "leaf", step=step, lineage=lineage)
