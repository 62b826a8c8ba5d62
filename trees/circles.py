"""Whether robots could wait for ever for what others of the team have."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping

from cotree.behaviours.declare import Declaration
from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View
from cotree.core.errors import Mistake
from cotree.core.mission import Mission
from cotree.core.resources import Mode, Need
from cotree.trees.build import grow
from cotree.trees.first_view import first_belief
from cotree.trees.ordering import Held, Ordering, circle
from cotree.trees.sharing import robots_of, seat

Words = Mapping[str, Declaration]


def circular(mission: Mission, catalogue: Words) -> Iterator[Mistake]:
    """Shared things for which robots could wait for each other for ever."""
    if len(mission.shared) < 2:
        return
    edges = _edges(mission, catalogue)
    found = circle(edges, mission.shared)
    if found is None:
        return
    steps = list(itertools.pairwise(found))
    blueprints = {blueprint.path: blueprint for blueprint in mission.task.walk()}
    marks = {step: blueprints[edges[step]].mark for step in steps}
    said = ", ".join(
        f"who has {before} takes {type_} (line {marks[before, type_].line})"
        for before, type_ in steps
    )
    things = [thing for thing in mission.shared if thing in found]
    first = next(step for step in steps if step[1] in mission.shared)
    yield Mistake(
        marks[first],
        f"robots could wait for each other for ever: {said}; take shared things first and in one "
        f"order: put 'holding: {{what: [{', '.join(things)}], do: ...}}' around it",
    )


def _edges(mission: Mission, catalogue: Words) -> dict[tuple[str, str], str]:
    """What is taken while what is held by any robot, with the path of the first place of each."""
    edges: dict[tuple[str, str], str] = {}
    belief = first_belief(mission)
    for name, model in robots_of(mission).items():
        root = grow(mission.task, catalogue)
        seat(root, name, model)
        view = View(belief, name)
        needs = {node: node.needs(view) for node in root.iterate() if isinstance(node, Leaf)}
        types = {resource.name: resource.type for resource in model.resources}
        alone = _taken_alone(needs.values(), types) | set(mission.shared)
        wanted = {
            leaf: tuple(n for n in of_leaf if types.get(n.type, n.type) in alone)
            for leaf, of_leaf in needs.items()
        }
        ordering = Ordering(wanted.__getitem__, types, mission.shared)
        ordering.walk(root, Held())
        for edge, node in ordering.edges.items():
            edges.setdefault(edge, node.path)  # type: ignore[attr-defined]
    return edges


def _taken_alone(needs: Iterable[tuple[Need, ...]], types: Mapping[str, str]) -> set[str]:
    """Types that somebody needs alone; what is only ever shared blocks nobody."""
    return {
        types.get(need.type, need.type)
        for of_leaf in needs
        for need in of_leaf
        if need.mode is Mode.EXCLUSIVE
    }
