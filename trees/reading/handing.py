"""What a robot would hold while others do what comes between: refused, for another might go on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cotree.behaviours.declare import Declaration
from cotree.behaviours.move import Move
from cotree.core.errors import Mistake
from cotree.core.mission import Mission
from cotree.trees.build import grow
from cotree.trees.reading.nodes import quote
from cotree.trees.sharing import robots_of
from cotree.trees.whole import assigned_in, handing_on


def handed_across(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """Every leaf of a ``then`` that leaves something in a hand, though the ``then`` is nobody's."""
    if len(robots_of(mission)) < 2:
        return
    marks = {node.path: node.mark for node in mission.task.walk()}
    for then in grow(mission.task, catalogue).iterate():
        held = [leaf for leaf in handing_on(then) if not isinstance(leaf, Move)]
        between = assigned_in(then) if held else None
        if between is not None:
            for leaf in held:
                text = f"{quote(leaf.name)} leaves its robot holding something, and who does "
                text += f"{quote(between.name)} in the same 'then' is found in another way"
                yield Mistake(
                    marks[leaf.path], f"{text}; put what one robot does into a 'then' of its own"
                )
