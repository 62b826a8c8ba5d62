"""What must be right of reactions once the whole mission is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cotree.behaviours.declare import Declaration
from cotree.behaviours.holding import Holding
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.reallocate import Reallocating
from cotree.core.belief import View
from cotree.core.errors import Mistake
from cotree.core.mission import Blueprint, Mission
from cotree.trees.build import grow
from cotree.trees.first_view import first_view
from cotree.trees.reading.allocated import OWN
from cotree.trees.reading.nodes import quote


def misplaced_reactions(mission: Mission, words: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """A wish outside of a reaction, which nobody would grant; what the team shares, inside of one.

    That is a thing that all of them use, and work that is shared out.
    """
    for node in mission.task.walk():
        if node.word in words and _wishes(words[node.word]):
            yield Mistake(node.mark, f"'{node.word}' stands in a reaction, under 'reactions'")
    for reaction in mission.reactions:
        yield from _shared_out(reaction.children[0])
    if not mission.shared:
        return
    view = first_view(mission)
    for reaction in mission.reactions:
        for node in reaction.children[0].walk():
            for thing in _takes(node, words, view):
                if thing in mission.shared:
                    yield Mistake(
                        node.mark,
                        f"'{node.word}' needs {quote(thing)}, which the team shares; a reaction "
                        f"does not wait for the team, so it can only use what is its robot's own",
                    )


def _shared_out(node: Blueprint) -> Iterator[Mistake]:
    """Work in a reaction that the team would share out, had it its place in the task."""
    said = node.allocation
    by = OWN.get(node.word, "") if said is None or said.by == "peers" else said.by
    if by:
        text = f"{quote(node.word)} is shared out by {by!r} here, and a reaction is what one robot "
        text += "does by itself; put this into 'task', or say here what the robot does, without "
        yield Mistake(node.mark, f"{text}'allocate'")
        return
    for child in node.children:
        yield from _shared_out(child)


def _wishes(declaration: Declaration) -> bool:
    make = declaration.make
    return isinstance(make, type) and issubclass(make, Reallocating)


def _takes(node: Blueprint, words: Mapping[str, Declaration], view: View) -> Iterator[str]:
    made = words[node.word].make
    if isinstance(made, type) and issubclass(made, Holding):
        yield from node.params.what
    if node.children:
        return
    leaf = grow(node, words)
    if isinstance(leaf, Leaf):
        yield from (need.type for need in leaf.needs(view))
