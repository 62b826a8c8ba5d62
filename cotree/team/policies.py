"""What counts as a quorum: one question, answered per conflict component.

Whatever the policy, two quorums of one component share a voter; that is all that safety needs.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

from cotree.core.words import nearest
from cotree.team.roster import Roster

Word = Literal["block", "witness", "home", "zones", "operator", "optimistic"]
WORDS: tuple[Word, ...] = ("block", "witness", "home", "zones", "operator", "optimistic")


class Policy(msgspec.Struct, frozen=True):
    """What happens in a partition, in one word.

    ``block``: only the side with more than half of the voters goes on.  ``witness``: the same, one
    voter is no robot.  ``home``: with half of the voters that half goes on which holds the
    component's home.  ``zones``: each component belongs to one voter, who decides it alone.
    ``operator``: block, until a person says who is switched off.  ``optimistic``: block, but leaves
    marked ``duplicate_safe`` go on everywhere, in the epoch that is known there: who hears of an
    undo stops before it is decided, and who is cut off does what no longer counts.

    An undo needs more than half of the voters, too, whatever the policy.
    """

    word: Word = "block"

    @property
    def divides(self) -> bool:
        """Whether two quorums of different components may have no voter in common."""
        return self.word in ("home", "zones")

    def is_quorum(
        self,
        votes: Collection[str],
        voters: tuple[str, ...],
        component: int,
        seats: tuple[str, ...] = (),
    ) -> bool:
        """Whether these votes decide for this component; ``seats``: all who have ever voted."""
        if not voters:
            return False
        count = sum(voter in votes for voter in voters)
        if self.word == "zones":
            return home(component, voters, seats) in votes
        if 2 * count > len(voters):
            return True
        if self.word != "home" or 2 * count < len(voters):
            return False
        return home(component, voters, seats) in votes

    def hopeless(
        self,
        refused: Collection[str],
        voters: tuple[str, ...],
        component: int,
        seats: tuple[str, ...] = (),
    ) -> bool:
        """Whether no quorum is possible without those who refused."""
        rest = [voter for voter in voters if voter not in refused]
        return not self.is_quorum(rest, voters, component, seats)

    def forgets(self, before: Roster, after: Roster, component: int) -> bool:
        """Whether a quorum of a roster may know nothing of what one of the roster before decided.

        With more than half it never is: who is removed leaves enough who know.
        """
        for size in range(1, len(after.voters) + 1):
            for some in itertools.combinations(after.voters, size):
                if self.is_quorum(some, after.voters, component, after.seats):
                    rest = [voter for voter in before.voters if voter not in some]
                    if self.is_quorum(rest, before.voters, component, before.seats):
                        return True
        return False

    def enough_to_remember(
        self, heard: Collection[str], me: str, voters: tuple[str, ...], components: Iterable[int]
    ) -> bool:
        """Whether those not heard, and oneself, cannot have decided anything by themselves."""
        lost = [voter for voter in voters if voter not in heard or voter == me]
        return not any(self.is_quorum(lost, voters, component) for component in components)


def home(component: int, voters: tuple[str, ...], seats: tuple[str, ...] = ()) -> str:
    """The voter at home in a component; for one that was removed, the next that still votes."""
    seats = seats or voters
    at = component % len(seats)
    return next(voter for voter in (*seats[at:], *seats[:at]) if voter in voters)


def policy_of(word: str) -> Policy:
    """The policy of this name; ValueError says which names there are."""
    for known in WORDS:
        if known == word:
            return Policy(known)
    close = nearest(word, WORDS)
    hint = f"; did you mean '{close}'?" if close else ""
    raise ValueError(f"no partition policy '{word}'{hint} (there are {', '.join(WORDS)})")
