"""Trees with reactions on a bench, whose checkers look at facts named after them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from py_trees.behaviour import Behaviour

from cotree.behaviours.checkers.condition import Condition, If
from cotree.behaviours.checkers.declare import Checker, Stops
from cotree.behaviours.checkers.params import Reacting
from cotree.core.actions import FactSeen
from cotree.core.changes import DisturbanceChange
from cotree.core.mission import ResourceModel
from cotree.core.resources import Need
from cotree.trees.reactions.nodes import Reaction, Reactions
from tests.kit.rig import Rig

BASE, ARM = (Need("base"),), (Need("arm"),)
BODY = (ResourceModel("base", "base"), ResourceModel("arm", "arm"))


def wrong(name: str) -> Callable[[], Checker]:
    """A checker that finds something while the fact ``<name>.wrong`` is true."""
    return lambda: Condition(If(f"{name}.wrong", "equals", True))


def reaction(
    name: str,
    do: Behaviour,
    *,
    stops: Stops = "interrupt",
    make: Callable[[], Checker] | None = None,
    rate: float = 1000.0,
    attempts: int = 3,
    rest: float = 1.0,
) -> Reaction:
    """One reaction; without ``make`` it looks at the fact ``<name>.wrong``."""
    return Reaction(name, Reacting(rate, stops, attempts, rest, make or wrong(name)), do)


def disturbed(task: Behaviour, *reactions: Reaction, **policy: Any) -> Rig:
    """A robot with these reactions above its task, after its first two ticks."""
    rig = Rig(Reactions("reactions", None, [*reactions, task]), BODY, **policy)
    rig.ticks(2)
    return rig


def goes_wrong(rig: Rig, *names: str, right: tuple[str, ...] = ()) -> None:
    """These begin to be disturbed, and those are no more."""
    facts = [FactSeen(f"{name}.wrong", True) for name in names]
    rig.tick(*facts, *(FactSeen(f"{name}.wrong", False) for name in right))


def words(rig: Rig) -> list[str]:
    """What became of disturbances in the last tick."""
    return [change.word for change in rig.changes if isinstance(change, DisturbanceChange)]
