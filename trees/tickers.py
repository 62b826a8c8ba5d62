"""Which ticker a node gets."""

from __future__ import annotations

from collections.abc import Callable

from py_trees.behaviour import Behaviour
from py_trees.composites import Parallel, Selector, Sequence
from py_trees.decorators import Decorator, EternalGuard, OneShot

from cotree.behaviours.leaf import Leaf
from cotree.behaviours.wrapper import Wrapper
from cotree.trees.asker import Asker
from cotree.trees.controls import AtLeast, Finally
from cotree.trees.errands.errand import Errand
from cotree.trees.errands.ticker import ErrandTicker, Graft
from cotree.trees.reactions.case import CaseTicker
from cotree.trees.reactions.nodes import Reaction, Reactions
from cotree.trees.reactions.ticker import ReactionsTicker
from cotree.trees.task import TaskNode
from cotree.trees.ticking.decorator import (
    DecoratorTicker,
    EternalGuardTicker,
    OneShotTicker,
    WrapperTicker,
)
from cotree.trees.ticking.finally_ import FinallyTicker
from cotree.trees.ticking.island import IslandTicker
from cotree.trees.ticking.leaf import LeafTicker, OurTicker, PlainTicker
from cotree.trees.ticking.ordered import OrderedTicker
from cotree.trees.ticking.parallel import AtLeastTicker, ParallelTicker
from cotree.trees.ticking.ticker import Shared, Ticker


class Maker:
    """What is needed to make tickers."""

    def __init__(
        self,
        shared: Shared,
        asker: Callable[[Leaf], Asker],
        region: Callable[[TaskNode], Ticker],
        graft: Callable[[Errand], Graft],
    ) -> None:
        self.shared = shared
        self.asker = asker
        self.region = region
        self.graft = graft


def ticker_for(node: Behaviour, make: Maker) -> Ticker:
    """The ticker of a node and of everything below it."""
    if isinstance(node, TaskNode):
        return make.region(node)
    if isinstance(node, Leaf):
        return OurTicker(node, make.shared, make.asker(node))
    if isinstance(node, Errand):
        return ErrandTicker(node, make.shared, make.graft(node))
    kind = type(node)
    if kind.tick is Behaviour.tick:
        lives = (
            kind.initialise is not Behaviour.initialise or kind.terminate is not Behaviour.terminate
        )
        return (LeafTicker if lives else PlainTicker)(node, make.shared)
    ticker = _composite(node)
    if ticker is None:
        _refuse_needs_below(node)
        return IslandTicker(node, make.shared)
    return ticker(node, make.shared, [ticker_for(child, make) for child in node.children])


def _composite(node: Behaviour) -> Callable[..., Ticker] | None:
    """By the tick it inherits, so that subclasses which only add a life are ours, too."""
    if isinstance(node, Wrapper):
        return WrapperTicker
    if isinstance(node, AtLeast):
        return AtLeastTicker
    if isinstance(node, Finally):
        return FinallyTicker
    if isinstance(node, Reactions):
        return ReactionsTicker
    if isinstance(node, Reaction):
        return CaseTicker
    by_tick: dict[object, Callable[..., Ticker]] = {
        Sequence.tick: OrderedTicker,
        Selector.tick: OrderedTicker,
        Parallel.tick: ParallelTicker,
        Decorator.tick: DecoratorTicker,
        EternalGuard.tick: EternalGuardTicker,
        OneShot.tick: OneShotTicker,
    }
    return by_tick.get(type(node).tick)


def _refuse_needs_below(node: Behaviour) -> None:
    for below in node.iterate():
        if below is not node and isinstance(below, Leaf | TaskNode | Wrapper):
            raise ValueError(
                f"{type(node).__name__} '{node.name}' ticks its children itself, so it cannot "
                f"contain '{below.name}', which the engine must start"
            )
