"""Coming into a team without memory: be silent for a whole term, then ask what was promised.

The order matters: a promise that was forgotten must be over, or still known to those who are
asked, before this teammate may promise anything new.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from cotree.team.ballots import FORGOT, INHERITS, Ballot
from cotree.team.facts import BUCKET, Facts
from cotree.team.messages import Letter, Promised, Recall
from cotree.team.mind import Mind
from cotree.team.roster import Roster
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
        self.floor = 0
        """Nobody remembers enough: every open leaf must be verified, and claimed above this."""

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
        enough = all(
            mind.policy.enough_to_remember(fresh, mind.name, some, components)
            for some in {voters, mind.roster.ever}  # what the removed ones knew is lost
        )
        if enough:
            self.floor = 0
        elif not (others <= complete and self._noted(others, now_s)):
            return False
        for name in sorted(complete):
            for recall in self._parts[name].values():
                self._voter.remember(recall.promises, recall.high, now_s)
            mind.lamport.saw(_highest(self._parts[name].values()))
        return True

    def _noted(self, others: Collection[str], now_s: float) -> bool:
        """Whether all others have on disk what this one will begin above; first it says what.

        Otherwise whoever loses its disk once more would claim with the same counters again.
        """
        known = [_highest(self._parts[name].values()) for name in others]
        if not self.floor:
            self._mind.lamport.saw(max(known, default=0))
            self.floor = self._mind.lamport.counter + FORGOT
            self._next_s = now_s
        return all(each >= self.floor for each in known)

    def _complete(self, name: str, *, fresh: bool) -> bool:
        parts = self._parts[name]
        total = next(iter(parts.values())).parts
        return len(parts) == total and (not fresh or all(each.fresh for each in parts.values()))


def _highest(memory: Iterable[Recall]) -> int:
    return max((ballot[0] for recall in memory for _, ballot in recall.high), default=0)


def _forgets(mind: Mind, before: Roster, after: Roster) -> set[int]:
    """The components of which voters need not know what somebody decided who is removed."""
    if set(before.voters) <= set(after.voters):
        return set()
    components = set(mind.conflicts.component)
    return {each for each in components if mind.policy.forgets(before, after, each)}


def floored(mind: Mind, after: Roster) -> Roster:
    """The next roster with the floor that all who adopt it begin above.

    It is made where the operator says so, once: were it made by each who hears of it, who jumps
    after others would be far ahead of what they know, and forget that with its disk.
    """
    if not _forgets(mind, mind.roster, after):
        return after
    return msgspec.structs.replace(after, floor=mind.lamport.counter + INHERITS)


def inherited(mind: Mind, before: Roster) -> list[Promised]:
    """What voters must take for promised when one is removed who decided what they need not know.

    As if the removed one had all of that itself: it is over after a term, and then in doubt.
    """
    mind.lamport.saw(mind.roster.floor)
    lost = _forgets(mind, before, mind.roster)
    if not (lost and mind.votes):
        return []
    gone = next(voter for voter in before.voters if voter not in mind.roster.voters)
    facts, component = mind.facts, mind.conflicts.component
    leaves = [x for x in range(len(mind.task)) if component[x] in lost and not facts.done(x)]
    return [Promised(leaf, gone, 0, mind.lamport.ballot(gone), 0) for leaf in leaves]
