"""What one robot holds of the team: its rights by name, each with its token and its permits."""

from __future__ import annotations

from typing import Literal

from cotree.behaviours.desk import Desk
from cotree.core.changes import ClaimChange
from cotree.runtime.accord.permits import Permits
from cotree.team.ballots import Ballot
from cotree.team.teammate import Teammate
from cotree.trees.rights import Right, Rights

Word = Literal["asked", "won", "denied", "verified", "halted", "released", "given_up", "seen_done"]


class Ledger:
    """The rights, the tokens they are held with, and what is to be told of them."""

    def __init__(self, rights: Rights, mate: Teammate, desk: Desk) -> None:
        self.rights = rights
        self.mate = mate
        self.desk = desk
        self.permits = Permits(rights, desk)
        self.changes: list[ClaimChange] = []
        self._task = mate.mind.task
        self._tokens: dict[str, Ballot] = {}
        self._halfway: set[str] = set()
        """Pieces that were begun before their right was won."""
        rights.starts = self.permits.start

    def number(self, name: str) -> int:
        """What the protocol calls a right."""
        return self._task.number[name]

    def name(self, leaf: int) -> str:
        """What the tree calls it."""
        return self._task.leaves[leaf].path

    def is_thing(self, leaf: int) -> bool:
        """Whether it is a shared thing, and no piece of work."""
        return self._task.is_thing(leaf)

    def right(self, name: str) -> Right:
        """The right of this name."""
        return self.rights.all[name]

    def token(self, name: str) -> Ballot | None:
        """With what it is held; None: it is not."""
        return self._tokens.get(name)

    def win(self, name: str, token: Ballot, until_s: float, *, resumes: bool = False) -> None:
        """It is held from now on; ``resumes``: what is half done already goes on."""
        self._tokens[name] = token
        if resumes:
            self._halfway.add(name)
        self.permits.won(name, token, until_s)
        self.note(name, "won", why="resumed" if resumes else "", token=token)
        self.rights.won(name)

    def began(self, name: str) -> bool:
        """Whether something of it was done, so that somebody must look what became of it."""
        return self.right(name).began or name in self._halfway

    def lose(self, name: str) -> None:
        """It is not held any more."""
        self.rights.lost(name)
        self._halfway.discard(name)
        self._tokens.pop(name, None)
        self.permits.lost(name)

    def note(
        self,
        name: str,
        word: Word,
        *,
        why: str = "",
        holder: str = "",
        potential: float = 0.0,
        token: Ballot = (0, ""),
    ) -> None:
        """Something to be told."""
        self.changes.append(ClaimChange(name, word, why, holder, potential, token))
