"""What people say of pieces to everybody: who takes which, who will not, who gave which to whom.

It is believed like an answer: who says that she takes a piece has it, and who then does nothing
for 15 s has not meant it.  A piece that she gives to a robot is left to that one by all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from cotree.core.sayings import Saying
from cotree.team.mirror.sightings import Sighting, Stage

LATER_S = 1e-6
"""What is said to everybody comes after an answer in the same tick."""
GIVEN_S = 60.0
"""So long robots leave a piece to the one that it was given to, if that does not do it."""
CLEARS = {
    "done": "is through with it",
    "leave": "left it",
    "failed": "could not do it",
    "refuse": "does not do it",
    "give": "gave it to a robot",
}
"""Words after which a piece is not the person's any more, and why."""


class Given(msgspec.Struct, frozen=True):
    """A piece that a person wants one robot to do."""

    person: str
    robot: str
    until_s: float


class Wishes:
    """What holds of all that people have said; robots that heard the same think the same."""

    def __init__(self, robot: str) -> None:
        self.robot = robot
        self.given: dict[str, Given] = {}
        """By piece."""
        self._unwilling: dict[str, dict[str, None]] = {}
        """By piece: people who do not do it."""

    def hear(
        self,
        person: str,
        piece: str,
        saying: Saying,
        now_s: float,
        *,
        seen: bool,
        handless: bool = False,
    ) -> Sighting | None:
        """Somebody says something; the word for the mirror, if there is one.

        ``seen``: whether it is done can be seen, so that a person need not be believed.
        ``handless``: no hand is watched at it; who says that it is done is not at it any more.
        """
        self.given.pop(piece, None)
        match saying.word:
            case "take":
                self._unwilling.get(piece, {}).pop(person, None)
                return self._word(person, piece, Stage.REACHING, now_s)
            case "done" if not seen:
                return self._word(person, piece, Stage.DONE, now_s)
            case "done" if not handless:
                return None
            case "give":
                self.given[piece] = Given(person, saying.robot, now_s + GIVEN_S)
            case "refuse" | "failed":
                self._unwilling.setdefault(piece, {})[person] = None
        return self._word(person, piece, Stage.CLEARED, now_s, CLEARS[saying.word])

    def is_willing(self, person: str, piece: str) -> bool:
        """Whether it makes sense to ask this person."""
        return person not in self._unwilling.get(piece, {})

    def others(self) -> Iterator[tuple[str, Given]]:
        """Pieces that were given to other robots than this one."""
        return ((piece, each) for piece, each in self.given.items() if each.robot != self.robot)

    def forget(self, pieces: Iterable[str]) -> None:
        """What was said of these is over."""
        for piece in list(pieces):
            self.given.pop(piece, None)

    def _word(self, person: str, piece: str, stage: Stage, now_s: float, why: str = "") -> Sighting:
        said_s = now_s + LATER_S
        return Sighting(
            person,
            piece,
            stage,
            1.0,
            said_s,
            self.robot,
            said_s,
            why=why,
            spoken=True,
            stamp_s=said_s,
        )
