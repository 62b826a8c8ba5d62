"""Random small tasks: then, and, or, with resources that robots must share."""

from __future__ import annotations

import msgspec

from cotree.team.dice import Dice
from cotree.team.outline import Kind, Outline, Task

INNER: tuple[Kind, ...] = ("then", "and", "or", "or")
RESOURCES = ("door", "tool")


def random_task(dice: Dice) -> Outline:
    """A task of one to about eight leaves."""
    if dice.chance(0.05):
        return _leaf("0", dice)
    return _node("0", dice, 2 if dice.chance(0.5) else 1)


def _node(path: str, dice: Dice, depth: int) -> Outline:
    kind = dice.choice(INNER)
    children = []
    for i in range(2 + dice.below(2)):
        inner = depth > 1 and dice.chance(0.6)
        make = _node if inner else _leaf
        children.append(
            _node(f"{path}.{i}", dice, depth - 1) if make is _node else _leaf(f"{path}.{i}", dice)
        )
    return Outline(kind, path, tuple(children))


def _leaf(path: str, dice: Dice) -> Outline:
    resources: tuple[str, ...] = ()
    if dice.chance(0.3):
        resources = RESOURCES if dice.chance(0.2) else (dice.choice(RESOURCES),)
    repair = "redo" if dice.chance(0.3) else "resume"
    return Outline("leaf", path, (), resources, False, "redo" if repair == "redo" else "resume")


def shared(task: Outline) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """The resources of a task as things, and of each leaf the numbers of those that it needs."""
    leaves = Task(task).leaves
    things = tuple(sorted({name for leaf in leaves for name in leaf.resources}))
    numbers = {name: len(leaves) + i for i, name in enumerate(things)}
    uses = tuple(tuple(sorted(numbers[name] for name in leaf.resources)) for leaf in leaves)
    return things, uses if things else ()


def repeatable(task: Outline, dice: Dice) -> Outline:
    """The same task, of which some leaves may be done twice."""
    children = tuple(repeatable(child, dice) for child in task.children)
    safe = task.kind == "leaf" and dice.chance(0.6)
    return msgspec.structs.replace(task, children=children, duplicate_safe=safe)


def without_resources(task: Outline) -> Outline:
    """The same task, whose leaves need nothing for themselves."""
    children = tuple(without_resources(child) for child in task.children)
    return msgspec.structs.replace(task, children=children, resources=())
