"""What is odd about a mission that can be read: warnings, which refuse nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from cotree.behaviours.checkers.condition import ME
from cotree.behaviours.declare import Declaration
from cotree.behaviours.guard import GuardParams
from cotree.core.errors import Mistake
from cotree.core.mission import Mission
from cotree.core.words import nearest
from cotree.trees.in_reach import out_of_reach
from cotree.trees.reading import teams
from cotree.trees.reading.by_level import types_not_looked_at
from cotree.trees.reading.nodes import quote
from cotree.trees.reading.senses import drawn_without_forces
from cotree.trees.stranded import stranded

Advice: TypeAlias = Callable[[Mission, Mapping[str, Declaration]], Iterator[Mistake]]


def warnings_of(mission: Mission, catalogue: Mapping[str, Declaration]) -> list[Mistake]:
    """Everything odd, in the order of its place."""
    found = [mistake for advice in ADVICE for mistake in advice(mission, catalogue)]
    return sorted(found, key=lambda mistake: (mistake.mark.line, mistake.mark.column))


def facts_never_set(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """A guard on a fact that nothing in the mission sets."""
    known = {*mission.first_facts, *(event.fact for event in mission.chance.events)}
    yield from _conditions(mission, known)
    for blueprint in mission.task.walk():
        params = blueprint.params
        if isinstance(params, GuardParams) and params.fact not in known:
            near = nearest(params.fact[:80], known)
            hint = f"did you mean '{near}'?" if near else "set it with 'facts:' in the world"
            message = f"nothing in this mission sets the fact {quote(params.fact)}; {hint}"
            yield Mistake(blueprint.mark, message)


def _conditions(mission: Mission, known: set[str]) -> Iterator[Mistake]:
    """The same of reactions, whose facts are told of every robot."""
    robots = [name for name, mate in mission.team.items() if mate.robot is not None]
    for reaction in mission.reactions:
        fact = reaction.params.fact
        missing = [name for name in (fact.replace(ME, r) for r in robots) if name not in known]
        if fact and missing:
            near = nearest(missing[0][:80], known)
            hint = f"did you mean '{near}'?" if near else "set it with 'facts:' in the world"
            message = f"nothing in this mission sets the fact {quote(missing[0])}; {hint}"
            yield Mistake(reaction.mark, message)


ADVICE: tuple[Advice, ...] = (
    teams.no_third_vote,
    teams.unsafe_rules,
    teams.unsure,
    facts_never_set,
    stranded,
    out_of_reach,
    drawn_without_forces,
    types_not_looked_at,
)
