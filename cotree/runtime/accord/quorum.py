"""Whether this robot hears enough voters for its team to decide anything; if not, it says why.

It says so once, and asks for nothing meanwhile, because no answer could come.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from cotree.core.changes import QuorumChange
from cotree.core.reasons import Reason
from cotree.runtime.accord.ledger import Ledger
from cotree.team.messages import Letter
from cotree.team.mind import Mind
from cotree.team.roster import Roster
from cotree.team.teammate import Teammate

NO_QUORUM = "no_quorum"
WAITS = Reason(NO_QUORUM, "no quorum")


class Quorum:
    """Follows who is heard, and keeps the tree from asking in vain."""

    def __init__(self, ledger: Ledger) -> None:
        self.lost = False
        """Whether nothing can be decided, as far as this robot knows."""
        self._ledger = ledger
        self._mate = ledger.mate
        self._heard_s: dict[str, float] = {}
        self._changes: list[QuorumChange] = []

    def hear(self, letters: Iterable[Letter], now_s: float) -> None:
        """Who speaks is there."""
        for letter in letters:
            self._heard_s[letter.sender] = now_s

    def look(self, now_s: float) -> None:
        """Notice that the quorum is lost, or found again."""
        present, voters = self.present(now_s), self._mate.mind.roster.voters
        lost = len(present) < len(voters) and not can_decide(self._mate, present)
        if lost == self.lost:
            return
        self.lost = lost
        message = self.reason(present).message if lost else ""
        self._changes.append(QuorumChange(lost, message))
        self._ledger.rights.bar(WAITS if lost else None)

    def present(self, now_s: float) -> set[str]:
        """The voters that were heard lately, and this robot if it votes."""
        mate = self._mate
        return {voter for voter in mate.mind.roster.voters if mate.alive(voter, now_s)}

    def told(self) -> list[QuorumChange]:
        """What changed since the last call."""
        changes, self._changes = self._changes, []
        return changes

    def reason(self, present: Collection[str]) -> Reason:
        """Why nothing can be decided when only these voters are there."""
        return no_quorum(self._mate.mind.roster, present, self._heard_s)


def can_decide(mate: Teammate, present: Collection[str]) -> bool:
    """Whether these voters can decide about anything whose turn it is; true if it is nothing's."""
    mind, some = mate.mind, set(present)
    if not mind.policy.divides and mind.is_quorum(some, 0):  # what holds for one holds for all
        return True
    turn = [leaf for leaf in range(mind.task.first_thing) if mate.enabled(leaf)]
    return not turn or any(mind.is_quorum(some, leaf) or _goes_alone(mind, leaf) for leaf in turn)


def _goes_alone(mind: Mind, leaf: int) -> bool:
    """Whether no votes are needed, because doing it twice does no harm."""
    safe = mind.task.leaves[leaf].duplicate_safe and mind.conflicts.alone(leaf)
    return safe and mind.policy.word == "optimistic"


def no_quorum(roster: Roster, present: Collection[str], heard_s: Mapping[str, float]) -> Reason:
    """Who is missing, since when, and what helps."""
    missing = [voter for voter in roster.voters if voter not in present]
    silent = ", ".join(_silent(voter, heard_s.get(voter)) for voter in missing)
    heard = len(roster.voters) - len(missing)
    helps = f"start {missing[0] if len(missing) == 1 else 'one of them'} again"
    if not roster.witnesses:
        helps += ", or add a witness for the next time (coordination: {witness: NAME})"
    message = f"no quorum: {heard} of {len(roster.voters)} voters alive; {silent}; {helps}"
    return Reason(NO_QUORUM, message, {"silent": missing})


def _silent(voter: str, since_s: float | None) -> str:
    if since_s is None:
        return f"{voter} was never heard"
    return f"{voter} silent since {round(since_s, 1):g} s"
