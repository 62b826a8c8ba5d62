"""What is odd about a mission that can be read: warnings, which refuse nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from cotree.behaviours.declare import Declaration
from cotree.behaviours.guard import GuardParams
from cotree.core.errors import Mistake
from cotree.core.mission import Mark, Mission, Teammate
from cotree.core.words import nearest
from cotree.trees.reading.nodes import quote
from cotree.trees.stranded import stranded

Advice: TypeAlias = Callable[[Mission, Mapping[str, Declaration]], Iterator[Mistake]]


def warnings_of(mission: Mission, catalogue: Mapping[str, Declaration]) -> list[Mistake]:
    """Everything odd, in the order of its place."""
    found = [mistake for advice in ADVICE for mistake in advice(mission, catalogue)]
    return sorted(found, key=lambda mistake: (mistake.mark.line, mistake.mark.column))


def team_too_large(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """A team that this release cannot run."""
    robots = [mate for mate in mission.team.values() if mate.robot is not None]
    people = [mate for mate in mission.team.values() if mate.robot is None]
    if len(mission.team) == 1 and robots:
        return
    odd = (robots[1:] or people)[0]
    mark = odd.mark or Mark(mission.file, 1, 1)
    parts = [_count(robots, "robot", "robots"), _count(people, "person", "people")]
    yield Mistake(
        mark,
        f"a team of {' and '.join(filter(None, parts))} cannot be run yet; "
        "this release runs exactly one robot",
    )


def _count(mates: list[Teammate], one: str, many: str) -> str:
    return "" if not mates else f"{len(mates)} {one if len(mates) == 1 else many}"


def facts_never_set(mission: Mission, catalogue: Mapping[str, Declaration]) -> Iterator[Mistake]:
    """A guard on a fact that nothing in the mission sets."""
    known = {*mission.world.facts, *(event.fact for event in mission.chance.events)}
    for blueprint in mission.task.walk():
        params = blueprint.params
        if isinstance(params, GuardParams) and params.fact not in known:
            near = nearest(params.fact[:80], known)
            hint = f"did you mean '{near}'?" if near else "set it with 'facts:' in the world"
            message = f"nothing in this mission sets the fact {quote(params.fact)}; {hint}"
            yield Mistake(blueprint.mark, message)


ADVICE: tuple[Advice, ...] = (team_too_large, facts_never_set, stranded)
