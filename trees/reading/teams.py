"""What is odd about a mission for several robots: warnings, which refuse nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from py_trees.behaviour import Behaviour

from cotree.behaviours.declare import Declaration
from cotree.core.errors import Mistake
from cotree.core.mission import Blueprint, Mark, Mission, Teammate
from cotree.team.roster import first_roster
from cotree.trees.build import grow
from cotree.trees.ordering import asking_leaf
from cotree.trees.reading.nodes import quote
from cotree.trees.task import TaskNode
from cotree.trees.whole import is_whole

Words = Mapping[str, Declaration]


def no_third_vote(mission: Mission, catalogue: Words) -> Iterator[Mistake]:
    """Two robots that vote alone: if one of them fails, the other one has no quorum."""
    robots = _robots(mission)
    if len(robots) < 2 or mission.coordination.partition not in ("block", "witness"):
        return
    advice = first_roster(mission.team, mission.coordination.witness).advice()
    if advice is not None:
        yield Mistake(
            _mark(robots[1], mission),
            f"{advice}: write 'coordination: {{witness: [tablet]}}'",
        )


def unsafe_rules(mission: Mission, catalogue: Words) -> Iterator[Mistake]:
    """Ways to agree that do not keep what they should, or keep nobody busy."""
    robots = _robots(mission)
    if len(robots) < 2:
        return
    mark = _mark(robots[1], mission)
    if mission.coordination.rule == "paper":
        yield Mistake(
            mark, "'rule: paper' can let two robots do the same thing; it is there to compare with"
        )
    safe = any(node.repeatable for node in mission.task.walk())
    if mission.coordination.partition == "optimistic" and not safe:
        yield Mistake(
            mark,
            "'partition: optimistic' goes on only with what says 'repeatable: true', which nothing "
            "in this task does",
        )


def unsure(mission: Mission, catalogue: Words) -> Iterator[Mistake]:
    """What a person will be asked about after a crash."""
    if len(_robots(mission)) < 2:
        return
    blueprints = {blueprint.path: blueprint for blueprint in mission.task.walk()}
    for unit in _pieces(grow(mission.task, catalogue)):
        blueprint = blueprints[unit.path]  # type: ignore[attr-defined]
        if _repair(unit, blueprint) != "ask" or blueprint.if_unsure:
            continue
        yield Mistake(
            blueprint.mark,
            f"nobody can see whether {quote(blueprint.name)} was done, so after a crash a person "
            f"must say; write 'if_unsure: redo' beside it if doing it again does no harm",
        )


def _repair(unit: Behaviour, blueprint: Blueprint) -> str:
    leaf = asking_leaf(unit)
    own = getattr(unit if leaf is None else leaf, "if_unsure", "ask")
    return blueprint.if_unsure or str(own)


def _pieces(node: Behaviour) -> Iterator[Behaviour]:
    """Units that are claimed by themselves; a whole ``then`` looks what is left to do."""
    if not isinstance(node, TaskNode):
        yield node
    elif not is_whole(node):
        for child in node.children:
            yield from _pieces(child)


def _robots(mission: Mission) -> list[Teammate]:
    return [mate for mate in mission.team.values() if mate.robot is not None]


def _mark(mate: Teammate, mission: Mission) -> Mark:
    return mate.mark or Mark(mission.file, 1, 1)
