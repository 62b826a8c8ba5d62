"""Which node a word means, and to which piece of work it belongs."""

from __future__ import annotations

from collections.abc import Iterable

from cotree.core.paths import is_in
from cotree.core.words import did_you_mean
from cotree.runtime.meant import meant, several
from cotree.runtime.messages import Tree
from cotree.runtime.why.mind import Mind
from cotree.runtime.why.units import units_of
from cotree.trees.unit import Unit

MOST_NAMED = 8


class NoSuchNode(Exception):
    """No node, or several, have this name; the text is one line for people."""


def find(tree: Tree, name: str, teammates: Iterable[str] = ()) -> str:
    """The path that is meant: all of it, or as much of its end as only one node has."""
    paths = [node.path for node in tree.nodes]
    wanted = name.strip().strip("/")
    found = meant(paths, name)
    if len(found) == 1:
        return found[0]
    if found:
        raise NoSuchNode(several(name, found))
    ends = {path.rsplit("/", 1)[-1] for path in paths} - {wanted}
    if wanted in teammates:
        raise NoSuchNode(f"'{name}' is a teammate, not a node; ask about {_some(ends)}")
    hint = did_you_mean(wanted, paths) if "/" in wanted else ""
    raise NoSuchNode(f"no node '{name}' in this record{hint or did_you_mean(wanted, ends)}")


def _some(names: Iterable[str]) -> str:
    """A few names, to choose one of them."""
    known = sorted(names)
    return ", ".join(known[:MOST_NAMED]) + (", ..." if len(known) > MOST_NAMED else "")


class Shape:
    """The pieces of a task, as any robot's tree shows them; alone, each unit is a piece."""

    def __init__(self, mind: Mind) -> None:
        rights = mind.engine.rights
        units = [path for path, part in mind.parts.items() if isinstance(part, Unit)]
        self.pieces = units if rights is None else list(rights.pieces)
        self._mind = mind

    def piece_of(self, path: str) -> str | None:
        """The piece that a node is or belongs to; None: it contains pieces."""
        around = [piece for piece in self.pieces if is_in(path, piece)]
        if any(is_in(piece, path) and piece != path for piece in self.pieces):
            return None
        return max(around, key=len, default=None)

    def below(self, path: str) -> list[str]:
        """The pieces inside a node, in the order of the tree."""
        return [piece for piece in self.pieces if is_in(piece, path)]

    def units(self, piece: str) -> list[str]:
        """The units of a piece, in order."""
        return [unit.path for unit in units_of(self._mind.parts[piece])]
