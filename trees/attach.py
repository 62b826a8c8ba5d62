"""Tie a tree to its teammate: paths, order, lineages, successors, and a ticker for every node."""

from __future__ import annotations

from typing import Protocol

from py_trees.behaviour import Behaviour

from cotree.behaviours.desk import Desk
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.wrapper import Wrapper
from cotree.core.reasons import Reason
from cotree.trees import region as regions
from cotree.trees.and_ import And
from cotree.trees.asker import Asker
from cotree.trees.called import path_of
from cotree.trees.control_asker import ControlAsker
from cotree.trees.errands.agenda import Agenda
from cotree.trees.errands.errand import Errand
from cotree.trees.errands.ticker import Graft
from cotree.trees.or_ import Or
from cotree.trees.ordering import asking_leaf
from cotree.trees.part import Part
from cotree.trees.paths import give_paths, give_paths_beside, nodes_of
from cotree.trees.pool import Pool
from cotree.trees.reactions.nodes import Reactions
from cotree.trees.reactions.ticker import ReactionsTicker
from cotree.trees.region import Region
from cotree.trees.scopes import Scope, scope_of_leaf, scope_of_unit
from cotree.trees.task import TaskNode
from cotree.trees.then import Then
from cotree.trees.tickers import Maker, ticker_for
from cotree.trees.ticking.ticker import Shared, Ticker
from cotree.trees.unit import Unit

Lineage = tuple[str, ...]
Branches = tuple[tuple[str, int], ...]


class Host(regions.Host, Protocol):
    """What is filled in and asked of the engine while a tree is attached."""

    shared: Shared
    pool: Pool
    desk: Desk
    parts: dict[Behaviour, Part]
    regions: list[Region]
    agenda: Agenda | None

    def reason_of(self, node: Behaviour) -> Reason:
        """Why a node failed."""


class Attachment:
    """Walks a tree once and makes its tickers, regions, units and askers."""

    def __init__(self, engine: Host) -> None:
        self.engine = engine
        self.order = 0
        self.lineage: Lineage = ()
        self.branches: Branches = ()
        self.urgent = False
        """Whether what is being attached belongs to a reaction."""
        self.preset: dict[Behaviour, Asker] = {}
        self.make = Maker(engine.shared, self.leaf, self.region, self.graft)

    def attach(self, root: Behaviour) -> Ticker:
        """The ticker of the whole tree."""
        if isinstance(root, Reactions):
            give_paths_beside(root)
        else:
            give_paths(root)
        for node in nodes_of(root):
            if isinstance(node, Leaf | Wrapper) or hasattr(node, "desk"):
                node.desk = self.engine.desk
        if isinstance(root, Reactions):
            return self._reactions(root)
        return self._tree(root)

    def _tree(self, root: Behaviour) -> Ticker:
        if not isinstance(root, TaskNode):
            self.lineage = (path_of(root),)
        return ticker_for(root, self.make)

    def _reactions(self, root: Reactions) -> Ticker:
        """Every reaction owns what is taken in it, like a task of its own."""
        tickers = []
        for child in root.children:
            self.urgent, self.lineage = child is not root.task, ()
            tickers.append(self._tree(child))
        return ReactionsTicker(root, self.engine.shared, tickers)

    # -- errands -------------------------------------------------------------------------------

    def graft(self, errand: Errand) -> Graft:
        """How the steps of an errand are tied to the engine, whenever they grow."""
        if self.engine.agenda is None:
            raise ValueError(f"{errand.path}: an errand needs a mission that is planned as a whole")
        errand.agenda = self.engine.agenda
        place = self.lineage, self.branches, self.urgent

        def tied(step: Behaviour) -> Ticker:
            before = self.lineage, self.branches, self.urgent
            self.lineage, self.branches, self.urgent = place
            part = self.engine.parts.get(errand)
            for node in nodes_of(step):
                if isinstance(node, Leaf):
                    node.desk = self.engine.desk
                    node.permit = errand.path if part is not None and part.piece else ""
            ticker = ticker_for(step, self.make)
            self.lineage, self.branches, self.urgent = before
            return ticker

        return tied

    # -- leaves --------------------------------------------------------------------------------

    def leaf(self, leaf: Leaf) -> Asker:
        """The asker of a leaf, in its lineage."""
        asker = self.preset.pop(leaf, None)
        return asker if asker is not None else self._asker(leaf.path, leaf)

    def _asker(self, path: str, leaf: Leaf | None) -> Asker:
        asker = Asker(self.engine.pool, path, self._next(), leaf)
        return self._placed(asker, Scope() if leaf is None else scope_of_leaf(leaf))

    def _placed(self, asker: Asker, scope: Scope) -> Asker:
        asker.lineage = self.lineage
        asker.branches = self.branches
        asker.things, asker.held = scope.things, scope.held
        asker.urgent = self.urgent
        return asker

    def _next(self) -> int:
        self.order += 1
        return self.order

    # -- task nodes ----------------------------------------------------------------------------

    def region(self, root: TaskNode) -> Ticker:
        """The region of a topmost task node."""
        made = Region(root, self.engine.shared, self.engine.pool, self.engine)
        self.engine.regions.append(made)
        before = self.lineage, self.branches
        self._part(root, None, 0, made)
        self.lineage, self.branches = before
        return made

    def _part(self, node: Behaviour, parent: TaskNode | None, index: int, region: Region) -> Part:
        path = path_of(node)
        anchor = isinstance(node, Then) or not isinstance(parent, Then)
        heir = self.lineage[0] if self.lineage else None
        outer = self.lineage, self.branches
        if anchor:
            self.lineage = (path, *self.lineage)
        if isinstance(parent, Or):
            self.branches = (*self.branches, (parent.path, index))
        part = self._task(node, region) if isinstance(node, TaskNode) else self._unit(node)
        part.region, part.above, part.index = region, parent, index
        part.anchor, part.heir = anchor, heir
        part.order = self._next()
        self.engine.parts[node] = part
        region.parts.append(part)
        self.lineage, self.branches = outer
        return part

    def _task(self, node: TaskNode, region: Region) -> TaskNode:
        if not node.children:
            raise ValueError(f"{node.path}: '{node.word}' has no children")
        node.region = region
        node.parts = [
            self._part(child, node, index, region) for index, child in enumerate(node.children)
        ]
        if isinstance(node, Then):
            for part, after in zip(node.parts, node.parts[1:], strict=False):
                if isinstance(part, Unit):
                    part.asker.successors = tuple(heads(after))
        return node

    def _unit(self, node: Behaviour) -> Unit:
        leaf = asking_leaf(node)
        if leaf is not None:
            asker = self._asker(leaf.path, leaf)
            self.preset[leaf] = asker
            ticker = ticker_for(node, self.make)
        else:
            asker = self._control(node)
            ticker = ticker_for(node, self.make)
        return Unit(node, ticker, asker, leaf, self.engine.reason_of)

    def _control(self, node: Behaviour) -> Asker:
        inner = tuple(leaf for leaf in nodes_of(node) if isinstance(leaf, Leaf))
        asker = ControlAsker(self.engine.pool, path_of(node), self._next(), inner)
        return self._placed(asker, scope_of_unit(node))


def heads(part: Part) -> list[Asker]:
    """Those that ask first once this part has its turn; of an ``or`` nobody knows who."""
    if isinstance(part, Unit):
        return [part.asker]
    if isinstance(part, Then):
        return heads(part.parts[0])
    if isinstance(part, And):
        return [asker for child in part.parts for asker in heads(child)]
    return []
