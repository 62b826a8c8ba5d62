"""What ``holding`` adds to the needs of a leaf or a unit, and what need not be asked for inside.

A unit asks for its things together with its leaf's needs.  A unit of several leaves asks for them
first and gives them back at its end; its leaves find them there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from py_trees.behaviour import Behaviour

from cotree.behaviours.holding import Holding
from cotree.behaviours.wrapper import Wrapper
from cotree.core.resources import Need


@dataclass(frozen=True)
class Scope:
    """What one asker adds to its needs, and what is left out of them."""

    things: tuple[Need, ...] = ()
    held: frozenset[str] = frozenset()


def scope_of_leaf(leaf: Behaviour) -> Scope:
    """Of a leaf in its decorators, which asks for what they hold.

    Where one of them turns its verdict the unit does not end with the leaf, and asks for all of it.
    """
    chain: list[str] = []
    node = leaf.parent
    while isinstance(node, Wrapper):
        if not node.keeps:
            return _scope([], _above(leaf.parent))
        chain += _what(node)
        node = node.parent
    return _scope(chain, _above(node))


def scope_of_unit(root: Behaviour) -> Scope:
    """Of a unit of several leaves, which asks for what the decorators around all of them hold."""
    chain = [thing for node in wrappers(root) for thing in _what(node)]
    return _scope(chain, _above(root.parent))


def wrappers(root: Behaviour) -> Iterator[Wrapper]:
    """The decorators of ours from the root of a unit downwards."""
    node = root
    while isinstance(node, Wrapper):
        yield node
        node = node.decorated


def _scope(chain: list[str], above: frozenset[str]) -> Scope:
    own = [thing for thing in dict.fromkeys(chain) if thing not in above]
    return Scope(tuple(map(Need, own)), above | set(own))


def _above(node: Behaviour | None) -> frozenset[str]:
    found: set[str] = set()
    while node is not None:
        found.update(_what(node))
        node = node.parent
    return frozenset(found)


def _what(node: Behaviour) -> tuple[str, ...]:
    return node.params.what if isinstance(node, Holding) else ()
