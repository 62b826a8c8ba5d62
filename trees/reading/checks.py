"""What is checked of a whole mission once all its parts are read.

``CHECKS`` is the door for further checks: functions from a mission, and the words it is written
in, to its problems.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from cotree.behaviours.declare import Children, Declaration
from cotree.behaviours.leaf import Leaf
from cotree.core.belief import View
from cotree.core.errors import Mistake
from cotree.core.mission import Blueprint, Mission
from cotree.core.resources import Need
from cotree.core.words import did_you_mean
from cotree.trees.circles import circular
from cotree.trees.feasible import blocked
from cotree.trees.first_view import first_view
from cotree.trees.in_reach import beyond_reach
from cotree.trees.reading.allocated import wrong_allocations
from cotree.trees.reading.handing import handed_across
from cotree.trees.reading.job_checks import done_twice, unheard_favours
from cotree.trees.reading.nodes import quote
from cotree.trees.reading.reacting import misplaced_reactions
from cotree.trees.sharing import robots_of
from cotree.trees.things import misplaced


class BadAnswer(Exception):
    """A leaf answered a question with something that is no answer."""


Check: TypeAlias = Callable[[Mission, Mapping[str, Declaration]], Iterable[Mistake]]


def unknown_resources(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """Every need of a leaf for a type of resource that no teammate has."""
    known = {
        word
        for model in robots_of(mission).values()
        for resource in model.resources
        for word in (resource.type, resource.name)
    }
    view = first_view(mission)
    nodes = (*mission.task.walk(), *(n for r in mission.reactions for n in r.children[0].walk()))
    for blueprint in nodes:
        try:
            needed = _needed(blueprint, catalogue[blueprint.word], view)
        except Exception as error:  # a leaf of somebody else's may fail in any way
            message = f"'{blueprint.word}' cannot say what it needs: {_said(error)}"
            yield Mistake(blueprint.mark, message)
            continue
        for type_ in needed:
            if type_ not in known:
                yield Mistake(
                    blueprint.mark,
                    f"no teammate has a resource {quote(type_)}, which '{blueprint.word}' needs"
                    f"{did_you_mean(type_[:80], known)}",
                )


def _needed(blueprint: Blueprint, declaration: Declaration, view: View) -> list[str]:
    if declaration.children is not Children.NONE:
        return []
    leaf = declaration.make(blueprint.name, blueprint.params)
    if not isinstance(leaf, Leaf):
        return []
    needs: object = leaf.needs(view)
    if not isinstance(needs, tuple) or not all(isinstance(need, Need) for need in needs):
        raise BadAnswer(f"needs() returned {reprlib.repr(needs)}, not a tuple of Need(...)")
    return list(dict.fromkeys(need.type for need in needs))


def _said(error: Exception) -> str:
    text = str(error) if isinstance(error, BadAnswer) else repr(error)
    return " ".join(text.split())[:200]


CHECKS: tuple[Check, ...] = (
    unknown_resources,
    misplaced_reactions,
    misplaced,
    wrong_allocations,
    unheard_favours,
    done_twice,
    handed_across,
    blocked,
    beyond_reach,
    circular,
)
"""Called in this order on a mission that has been read without problems, until one finds some."""
