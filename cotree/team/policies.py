"""What counts as a quorum: one question, answered per conflict component.

Whatever the policy, two quorums of one component share a voter; that is all that safety needs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

import msgspec

from cotree.core.words import nearest

Word = Literal["block", "witness", "home", "zones", "operator", "optimistic"]
WORDS: tuple[Word, ...] = ("block", "witness", "home", "zones", "operator", "optimistic")


class Policy(msgspec.Struct, frozen=True):
    """What happens in a partition, in one word.

    ``block``: only the side with more than half of the voters goes on.  ``witness``: the same, one
    voter is no robot.  ``home``: with half of the voters that half goes on which holds the
    component's home.  ``zones``: each component belongs to one voter, who decides it alone.
    ``operator``: block, until a person says who is switched off.  ``optimistic``: block, but leaves
    marked ``duplicate_safe`` go on everywhere.
    """

    word: Word = "block"

    @property
    def divides(self) -> bool:
        """Whether two quorums of different components may have no voter in common."""
        return self.word in ("home", "zones")

    def is_quorum(self, votes: Collection[str], voters: tuple[str, ...], component: int) -> bool:
        """Whether these votes decide for this component."""
        if not voters:
            return False
        count = sum(voter in votes for voter in voters)
        if self.word == "zones":
            return home(component, voters) in votes
        if 2 * count > len(voters):
            return True
        if self.word != "home" or 2 * count < len(voters):
            return False
        return home(component, voters) in votes

    def hopeless(self, refused: Collection[str], voters: tuple[str, ...], component: int) -> bool:
        """Whether no quorum is possible without those who refused."""
        rest = [voter for voter in voters if voter not in refused]
        return not self.is_quorum(rest, voters, component)

    def enough_to_remember(
        self, heard: Collection[str], me: str, voters: tuple[str, ...], components: Iterable[int]
    ) -> bool:
        """Whether those not heard, and oneself, cannot have decided anything by themselves."""
        lost = [voter for voter in voters if voter not in heard or voter == me]
        return not any(self.is_quorum(lost, voters, component) for component in components)


def home(component: int, voters: tuple[str, ...]) -> str:
    """The voter at home in a component."""
    return voters[component % len(voters)]


def policy_of(word: str) -> Policy:
    """The policy of this name; ValueError says which names there are."""
    for known in WORDS:
        if known == word:
            return Policy(known)
    close = nearest(word, WORDS)
    hint = f"; did you mean '{close}'?" if close else ""
    raise ValueError(f"no partition policy '{word}'{hint} (there are {', '.join(WORDS)})")
