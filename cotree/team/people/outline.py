"""The bare structure of a task, and which of its leaves somebody may work on now.

A person's simulated controller is the robots' tree without behaviours: the same paths, the same
rules of ``then``, ``and`` and ``or`` (spec A.4, A.7), asked of what is done and what is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Literal

import msgspec

from cotree.core.mission import Blueprint

TASK_WORDS = ("then", "and", "or")


class Outline(msgspec.Struct, frozen=True):
    """A node of the task: how its children belong together, or a leaf."""

    path: str
    kind: Literal["then", "and", "or", "leaf"] = "leaf"
    children: tuple[Outline, ...] = ()

    def leaves(self) -> Iterator[str]:
        """The paths of all leaves, in order."""
        if self.kind == "leaf":
            yield self.path
        for child in self.children:
            yield from child.leaves()


Chosen = Mapping[str, int]
"""Of each ``or`` that the team has committed, by path: the branch."""


def outline_of(node: Blueprint) -> Outline:
    """The structure of a task as written.

    Everything that is no ``then``, ``and`` or ``or`` is a leaf, as in the engine; only a decorator
    around task nodes is looked through.
    """
    if node.word in TASK_WORDS:
        children = tuple(outline_of(child) for child in node.children)
        return Outline(node.path, node.word, children)  # type: ignore[arg-type]
    if len(node.children) == 1 and any(n.word in TASK_WORDS for n in node.children[0].walk()):
        return outline_of(node.children[0])
    return Outline(node.path)


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
        if not done.isdisjoint(child.leaves()):
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
