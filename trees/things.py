"""Whether whoever needs a shared thing can claim it.

The team gives a shared thing to a unit that asks for it: a leaf, or a subtree inside ``holding``.
A leaf deep inside a subtree that one robot does as a whole cannot ask the team.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from py_trees.behaviour import Behaviour

from cotree.behaviours.declare import Declaration
from cotree.behaviours.holding import Holding
from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View
from cotree.core.errors import Mistake
from cotree.core.mission import Blueprint, Mission
from cotree.core.resources import Need
from cotree.core.words import did_you_mean
from cotree.trees.build import grow
from cotree.trees.first_view import first_belief
from cotree.trees.ordering import asking_leaf
from cotree.trees.scopes import scope_of_unit, wrappers
from cotree.trees.sharing import robots_of, seat
from cotree.trees.task import TaskNode

Words = Mapping[str, Declaration]


def misplaced(mission: Mission, catalogue: Words) -> Iterator[Mistake]:
    """Every ``holding`` of what nobody shares, and every need that cannot reach the team."""
    root = grow(mission.task, catalogue)
    blueprints = {blueprint.path: blueprint for blueprint in mission.task.walk()}
    for node in root.iterate():
        for thing in node.params.what if isinstance(node, Holding) else ():
            if thing not in mission.shared:
                yield Mistake(_of(node, blueprints).mark, _unknown(thing, mission.shared))
    robots = robots_of(mission)
    if not mission.shared or not robots:
        return
    seat(root, *next(iter(robots.items())))
    view = View(first_belief(mission), next(iter(robots)))
    for unit in _units(root):
        if asking_leaf(unit) is None:
            yield from _out_of_reach(unit, mission, view, blueprints)


def _unknown(thing: str, shared: tuple[str, ...]) -> str:
    near = did_you_mean(thing[:80], shared)
    return f"'holding' needs what the team shares, and '{thing[:40]}' is not in 'shared'{near}"


def _out_of_reach(
    unit: Behaviour, mission: Mission, view: View, blueprints: Mapping[str, Blueprint]
) -> Iterator[Mistake]:
    """What a unit of several leaves needs without asking for it as a whole."""
    around = list(wrappers(unit))
    held = scope_of_unit(unit).held
    word = _of(unit, blueprints).word
    if unit.parent is None and any(isinstance(node, Holding) for node in around):
        mark = _of(unit, blueprints).mark
        yield Mistake(mark, f"not supported here: a whole task in '{word}'; put it below a 'then'")
    for node in unit.iterate():
        if isinstance(node, Holding) and node not in around:
            yield Mistake(
                _of(node, blueprints).mark,
                f"not supported here: 'holding' inside '{word}', which one robot does as a whole; "
                f"put 'holding' around that",
            )
        for need in node.needs(view) if isinstance(node, Leaf) else ():
            if need.type in mission.shared and need.type not in held:
                blueprint = _of(node, blueprints)
                yield Mistake(blueprint.mark, _says_inside(blueprint.word, need, word))


def _says_inside(leaf: str, need: Need, word: str) -> str:
    return (
        f"'{leaf}' needs '{need.type}', which the team shares, inside "
        f"'{word}', which one robot does as a whole; put 'holding: {{what: {need.type}, do: ...}}' "
        f"around the '{word}'"
    )


def _of(node: Behaviour, blueprints: Mapping[str, Blueprint]) -> Blueprint:
    return blueprints[node.path]  # type: ignore[attr-defined]


def _units(root: Behaviour) -> Iterator[Behaviour]:
    """What stands below the task nodes at the top."""
    if isinstance(root, TaskNode):
        for child in root.children:
            yield from _units(child)
    else:
        yield root
