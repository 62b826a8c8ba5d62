"""Large neighbourhoods: what a few agents do about some time is planned anew, the rest is kept."""

from __future__ import annotations

import dataclasses

from cotree.reallocation.lead_follow.planning.cp_joint import improve
from cotree.reallocation.lead_follow.planning.graph import Timed, cost, nodes_of
from cotree.reallocation.lead_follow.planning.work import NEVER, Item, Work
from cotree.reallocation.schedule.solution import Stop
from cotree.team.dice import Dice

WIDTH = 14
"""Items that are planned anew at once."""
EFFORT = 0.005
"""Of CP-SAT's deterministic time, for one of them."""


def opened(work: Work, best: Timed, bound: int, rounds: int, stop: Stop) -> Timed:
    """The best after so many windows, opened by the dice."""
    dice = Dice(1)
    for _ in range(rounds):
        known = cost(work, best)
        if known <= bound or stop():
            break
        kept = _kept(work, best, _window(work, best, dice))
        found = improve(kept, best, known, bound, EFFORT, stop, raw=True).timed
        if found is not None:
            again = Timed(found.choice, nodes_of(work, found.choice), found.starts)
            best = again if cost(work, again) <= known else best
    return best


def _window(work: Work, best: Timed, dice: Dice) -> set[int]:
    """Items of up to three agents about a moment; others only if these have too few.

    Every other time, about, whoever ends last is one of them.
    """
    agents = range(len(work.agents))
    doer = best.choice.doer
    moment = dice.below(max(1, best.makespan))
    first = _last(best) if dice.below(2) else dice.choice(agents)
    chosen = {first, dice.choice(agents), dice.choice(agents)}
    near = sorted(
        range(len(doer)),
        key=lambda i: (doer[i] not in chosen, abs(_middle(best, i) - moment), i),
    )
    return set(near[:WIDTH])


def _last(best: Timed) -> int:
    """Who ends last."""
    pairs = zip(best.starts, best.nodes, strict=True)
    return max((start + node.ticks, node.agent) for start, node in pairs)[1]


def _middle(best: Timed, item: int) -> int:
    return best.starts[item] + best.nodes[item].ticks // 2


def _kept(work: Work, best: Timed, free: set[int]) -> Work:
    """The work where everything but what is free keeps its doer and its order."""
    before: dict[int, int] = {}
    last: dict[int, int] = {}
    for i in sorted(range(len(work.items)), key=lambda i: (best.starts[i], best.nodes[i].ticks)):
        agent = best.choice.doer[i]
        if i not in free and i not in work.doing:
            if agent in last:
                before[i] = last[agent]
            last[agent] = i
    return dataclasses.replace(
        work,
        items=tuple(
            item
            if i in free or i in work.doing
            else _fixed(item, best.choice.doer[i], before.get(i))
            for i, item in enumerate(work.items)
        ),
    )


def _fixed(item: Item, agent: int, before: int | None) -> Item:
    ticks = tuple(time if a == agent else NEVER for a, time in enumerate(item.ticks))
    after = item.after if before is None else (*item.after, before)
    return item._replace(ticks=ticks, after=after)
