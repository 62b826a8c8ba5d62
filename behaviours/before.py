"""What a leaf can count on because of what stands before it in the task."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from py_trees.behaviour import Behaviour

from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View

IN_ORDER = frozenset(("then", "sequence", "finally"))
"""Words whose children run in the written order."""

ANYTHING = ""
"""Stands for all names, where a leaf does not show what its parameters are."""

Mentions = dict[str, list[int]]
_mentions: WeakKeyDictionary[Behaviour, Mentions] = WeakKeyDictionary()
"""By node: which of its children mention a name.  A tree does not change once it is asked."""


def taken_before(leaf: Leaf, object_: str, view: View) -> bool:
    """Whether something before this leaf in its enclosing ``then``s takes the object and keeps it.

    Only the tree is looked at, so the answer stays the same however a run goes.
    """
    node: Behaviour = leaf
    while node.parent is not None:
        above: Behaviour = node.parent
        if _word(above) in IN_ORDER:
            for sibling in _before(node, above, object_):
                kept = _keeps(sibling, object_, view)
                if kept is not None:
                    return kept
        node = above
    return False


def _word(node: Behaviour) -> str:
    declaration = getattr(type(node), "declaration", None)
    return "" if declaration is None else str(declaration.word)


def _before(node: Behaviour, above: Behaviour, object_: str) -> Iterator[Behaviour]:
    """The siblings before a node that may mention the object, nearest first."""
    if above not in _mentions:
        _mentions[above] = _mentions_of(above)
    found = _mentions[above]
    places = {*found.get(object_, ()), *found.get(ANYTHING, ())}
    own = above.children.index(node)
    yield from (above.children[place] for place in sorted(places, reverse=True) if place < own)


def _mentions_of(above: Behaviour) -> Mentions:
    found: Mentions = {}
    for place, child in enumerate(above.children):
        for node in child.iterate():
            if isinstance(node, Leaf):
                for name in _names(node):
                    found.setdefault(name, []).append(place)
    return found


def _names(leaf: Leaf) -> Iterator[str]:
    written = getattr(leaf.params, "__dict__", None)
    if written is None:
        yield ANYTHING
    else:
        yield from (value for value in written.values() if type(value) is str)


def _keeps(node: Behaviour, object_: str, view: View) -> bool | None:
    """Whether the object is in a gripper once a subtree is done; None: it does not matter to it."""
    if isinstance(node, Leaf):
        return _leaf_keeps(node, object_, view)
    for child in reversed(node.children):
        kept = _keeps(child, object_, view)
        if kept is not None:
            return kept
    return None


def _leaf_keeps(leaf: Leaf, object_: str, view: View) -> bool | None:
    if not {object_, ANYTHING}.intersection(_names(leaf)):
        return None
    try:
        needs = leaf.needs(View(view.belief, view.robot))
    except Exception:  # it will be told when its own turn comes
        return None
    for need in needs:
        if need.takes == object_:
            return True
        if need.holding == object_ and need.drops:
            return False
    return None
