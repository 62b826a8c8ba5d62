"""What can be known before the start: whether every leaf can ever run, and nothing blocks for ever.

Three things are checked of a mission: some robot has what each leaf needs at one time; some robot
has what each part of the task holds at one time, in the best order; and what a leaf wants to find
in a gripper was taken before by its own lineage.  What only bad luck in the order of grants could
block is prevented at run time (``cotree.trees.safety``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from py_trees.behaviour import Behaviour

from cotree.behaviours.declare import Declaration
from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View
from cotree.core.errors import Mistake
from cotree.core.mission import Blueprint, Mission, RobotModel
from cotree.core.resources import Need
from cotree.trees.build import grow
from cotree.trees.controls import Selector, Sequence
from cotree.trees.demand import Demand, demand_of, in_any_order
from cotree.trees.first_view import first_view
from cotree.trees.or_ import Or
from cotree.trees.sharing import robots_of
from cotree.trees.then import Then


def blocked(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """Every place where the task can never go on."""
    checker = Checker(mission, catalogue)
    yield from checker.capacity()
    yield from checker.loads()


class Checker:
    """One mission under examination."""

    def __init__(self, mission: Mission, catalogue: Mapping[str, Declaration]) -> None:
        self._root = grow(mission.task, catalogue)
        self._view: View = first_view(mission)
        self._robots = list(robots_of(mission).values())
        self._types = {
            resource.name: resource.type for robot in self._robots for resource in robot.resources
        }
        self._blueprints = {blueprint.path: blueprint for blueprint in mission.task.walk()}

    def _blueprint(self, node: Behaviour) -> Blueprint:
        return self._blueprints[node.path]  # type: ignore[attr-defined]

    def _needs(self, leaf: Leaf) -> tuple[Need, ...]:
        return leaf.needs(self._view)

    # -- capacity ------------------------------------------------------------------------------

    def capacity(self) -> Iterator[Mistake]:
        """Where more is held at one time than any robot has; the innermost place of each."""
        found: dict[Behaviour, Demand] = {}
        demand_of(self._root, self._needs, found, self._types)
        told: set[Behaviour] = set()
        for node, demand in found.items():
            lacking = self._lacking(node, demand.peak)
            if lacking is None:
                continue
            if not any(below in told for below in node.iterate() if below is not node):
                yield Mistake(self._blueprint(node).mark, self._says(node, demand, lacking))
            told.add(node)

    def _lacking(self, node: Behaviour, peak: Counter[str]) -> str | None:
        """A type of which nobody has enough, or None.

        A leaf runs on one robot.  What a ``then`` holds from leaf to leaf is held by one robot,
        too; parts outside of any ``then`` may be shared out among all.
        """
        have = [_has(robot) for robot in self._robots]
        if not have:
            return None
        if isinstance(node, Leaf):
            short = [_short(peak, has) for has in have]
            return None if None in short else short[0]
        if _in_order(node):
            return _short(peak, Counter({type_: max(h[type_] for h in have) for type_ in peak}))
        return _short(peak, sum(have, Counter()))

    def _says(self, node: Behaviour, demand: Demand, type_: str) -> str:
        word = self._blueprint(node).word
        n = demand.peak[type_]
        has = ", ".join(f"{robot.name} has {_has(robot)[type_]}" for robot in self._robots)
        if isinstance(node, Leaf) and any(_has(robot)[type_] >= n for robot in self._robots):
            short = [(robot.name, _short(demand.peak, _has(robot))) for robot in self._robots]
            lacks = ", ".join(f"{name} has too few of '{type_}'" for name, type_ in short)
            return f"no teammate has all that '{word}' needs at one time; {lacks}"
        if isinstance(node, Leaf):
            return f"no teammate has {n} of '{type_}', which '{word}' needs at one time; {has}"
        return (
            f"this '{word}' holds {n} of '{type_}' at one time before anything is put down, "
            f"so it can never end; {has}"
        )

    # -- loads ---------------------------------------------------------------------------------

    def loads(self) -> Iterator[Mistake]:
        """Every leaf that wants something in its gripper which nothing before it takes."""
        mistakes: list[Mistake] = []
        self._walk(self._root, frozenset(), mistakes)
        yield from mistakes

    def _walk(
        self, node: Behaviour, held: frozenset[str], mistakes: list[Mistake]
    ) -> frozenset[str]:
        if isinstance(node, Leaf):
            return self._leaf(node, held, mistakes)
        if isinstance(node, Or | Selector) or in_any_order(node):
            ends = [self._walk(child, held, mistakes) for child in node.children]
            dropped = frozenset().union(*(held - end for end in ends))
            return frozenset().union(*ends) - dropped
        for child in node.children:
            held = self._walk(child, held, mistakes)
        return held

    def _leaf(self, leaf: Leaf, held: frozenset[str], mistakes: list[Mistake]) -> frozenset[str]:
        for need in self._needs(leaf):
            if need.holding is not None and need.holding not in held:
                word = self._blueprint(leaf).word
                mistakes.append(
                    Mistake(
                        self._blueprint(leaf).mark,
                        f"'{word}' wants {need.holding} in the {need.type}, but nothing before it "
                        f"in the same 'then' picks {need.holding}",
                    )
                )
            if need.holding is not None and need.drops:
                held -= {need.holding}
            if need.takes is not None:
                held |= {need.takes}
        return held


def _short(peak: Counter[str], has: Counter[str]) -> str | None:
    return next((type_ for type_, n in sorted(peak.items()) if n > has[type_]), None)


def _in_order(node: Behaviour) -> bool:
    """Whether a node is, or is part of, something that one robot does in order."""
    above: Behaviour | None = node
    while above is not None:
        if isinstance(above, Then | Sequence):
            return True
        above = above.parent
    return False


def _has(robot: RobotModel) -> Counter[str]:
    has: Counter[str] = Counter()
    for resource in robot.resources:
        has[resource.type] += 1
        if resource.name != resource.type:
            has[resource.name] += 1
    return has
