"""Coming into a team without memory: be silent for a whole term, then ask what was promised.

The order matters: a promise that was forgotten must be over, or still known to those who are
asked, before this teammate may promise anything new.
"""

from __future__ import annotations

from cotree.team.ballots import Ballot
from cotree.team.facts import BUCKET, Facts
from cotree.team.messages import Letter, Promised, Recall
from cotree.team.mind import Mind
from cotree.team.voter import Voter

AGAIN_S = 0.3
"""Between two questions."""


def recalls(ask: int, facts: Facts, voter: Voter, *, fresh: bool) -> list[Recall]:
    """What a voter remembers, in parts of bounded size; facts of bucket k travel with part k."""
    parts = len(facts.digests)
    high: list[list[tuple[int, Ballot]]] = [[] for _ in range(parts)]
    given: list[list[Promised]] = [[] for _ in range(parts)]
    for leaf, ballot in sorted(voter.high.items()):
        high[leaf // BUCKET].append((leaf, ballot))
    for leaf, promise in sorted(voter.promises.items()):
        given[leaf // BUCKET].append(promise.given)
    return [
        Recall(ask, part, parts, fresh, tuple(high[part]), tuple(given[part]))
        for part in range(parts)
    ]


class Joining:
    """One attempt to join; over once ``done``."""

    def __init__(self, mind: Mind, voter: Voter, now_s: float) -> None:
        self._mind = mind
        self._voter = voter
        self._silent_until_s = now_s + mind.timing.silence_s
        self._next_s = self._silent_until_s
        self._parts: dict[str, dict[int, Recall]] = {}
        self.lost = False
        """Nobody remembers enough: every open leaf must be verified."""

    def due_s(self) -> float:
        """When to ask next."""
        return self._next_s

    def asks(self, now_s: float) -> bool:
        """Whether to ask everybody now."""
        if now_s < self._next_s:
            return False
        self._next_s = now_s + AGAIN_S
        return True

    def hear(self, letter: Letter, now_s: float) -> None:
        """A voter's memory, or a part of it."""
        recall = letter.recalled
        if recall is None or now_s < self._silent_until_s or recall.ask != self._mind.boot:
            return
        parts = self._parts.setdefault(letter.sender, {})
        old = parts.get(recall.part)
        if old is None or recall.fresh >= old.fresh:
            parts[recall.part] = recall

    def done(self, now_s: float) -> bool:
        """Whether enough was heard; then everything heard is taken over."""
        if now_s < self._silent_until_s:
            return False
        mind = self._mind
        voters = mind.roster.voters
        complete = {name for name in self._parts if self._complete(name, fresh=False)}
        fresh = {name for name in complete if self._complete(name, fresh=True)}
        others = {voter for voter in voters if voter != mind.name}
        components = set(mind.conflicts.component)
        enough = mind.policy.enough_to_remember(fresh, mind.name, voters, components)
        if not enough and not others <= complete:
            return False
        self.lost = not enough
        for name in sorted(complete):
            for recall in self._parts[name].values():
                self._voter.remember(recall.promises, recall.high, now_s)
                counters = [ballot[0] for _, ballot in recall.high]
                mind.lamport.saw(max(counters, default=0))
        return True

    def _complete(self, name: str, *, fresh: bool) -> bool:
        parts = self._parts[name]
        total = next(iter(parts.values())).parts
        return len(parts) == total and (not fresh or all(each.fresh for each in parts.values()))
