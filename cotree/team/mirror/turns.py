"""Whose turn a leaf is: which leaves somebody may work on now, and which exclude each other.

A person's simulated controller is the robots' tree without behaviours: the same paths, the same
rules of ``then``, ``and`` and ``or`` (spec A.4, A.7), asked of what is done and what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from cotree.team.outline import Outline

Chosen = Mapping[str, int]
"""Of each ``or`` that the team has committed, by path: the branch."""


def leaves(node: Outline) -> Iterator[str]:
    """The paths of all leaves, in order."""
    if node.kind == "leaf":
        yield node.path
    for child in node.children:
        yield from leaves(child)


def is_done(node: Outline, done: Set[str]) -> bool:
    """Whether a node is done when these leaves are."""
    if node.kind == "leaf":
        return node.path in done
    held = (is_done(child, done) for child in node.children)
    return any(held) if node.kind == "or" else all(held)


def enabled(node: Outline, done: Set[str], chosen: Chosen = {}) -> tuple[str, ...]:  # noqa: B006
    """The leaves whose turn it is, in order."""
    if is_done(node, done):
        return ()
    if node.kind == "leaf":
        return (node.path,)
    turns = _turns(node, done, chosen)
    return tuple(leaf for child in turns for leaf in enabled(child, done, chosen))


def _turns(node: Outline, done: Set[str], chosen: Chosen) -> tuple[Outline, ...]:
    """The children whose turn it may be."""
    if node.kind == "then":
        return next(((child,) for child in node.children if not is_done(child, done)), ())
    if node.kind == "or":
        branch = _begun(node, done, chosen)
        return node.children if branch is None else (node.children[branch],)
    return node.children


def _begun(node: Outline, done: Set[str], chosen: Chosen) -> int | None:
    """The branch of an ``or`` that is chosen, or in which something is done already."""
    if node.path in chosen:
        return chosen[node.path]
    for index, child in enumerate(node.children):
        if not done.isdisjoint(leaves(child)):
            return index
    return None


def branches(node: Outline, leaf: str) -> dict[str, int] | None:
    """For a leaf below this node: every ``or`` above it and the branch it is in; else None."""
    if node.kind == "leaf":
        return {} if node.path == leaf else None
    for index, child in enumerate(node.children):
        found = branches(child, leaf)
        if found is not None:
            return {node.path: index, **found} if node.kind == "or" else found
    return None


def conflict(node: Outline, one: str, other: str) -> bool:
    """Whether two leaves cannot both be worked on: the same, or in rival branches of an ``or``."""
    if one == other:
        return True
    mine, theirs = branches(node, one) or {}, branches(node, other) or {}
    return any(theirs.get(path, branch) != branch for path, branch in mine.items())
