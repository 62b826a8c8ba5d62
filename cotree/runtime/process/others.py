"""Whether the others may still change anything, as far as can be known from here."""

from __future__ import annotations

from cotree.team.teammate import Teammate


def others_may_help(mate: Teammate, now_s: float) -> bool:
    """Whether a peer is at work, or so few are there that the team has to wait for them."""
    mind = mate.mind
    if any(now_s < until_s for _, until_s in mind.taken.values()):
        return True
    present = {voter for voter in mind.roster.voters if mate.alive(voter, now_s)}
    return any(mind.hopeless(set(mind.roster.voters) - present, leaf) for leaf in _open(mate))


def _open(mate: Teammate) -> list[int]:
    mind = mate.mind
    return [leaf for leaf in range(mind.task.first_thing) if not mind.facts.over(leaf)][:1]
