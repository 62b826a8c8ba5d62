"""The permits of one robot, by the names of pieces of work; they outlive its process."""

from __future__ import annotations

from typing import Literal, TypeAlias

from cotree.core.reasons import Reason
from cotree.team.ballots import ZERO, Ballot
from cotree.team.guard import Guard

Ruling: TypeAlias = Literal["opened", "extended", "replaced", "fenced", "late"]
"""What became of a permit; ``replaced``: it is for a new claim, the old one's motions must stop."""


class Gate:
    """Says whether a piece of work may move now, and when it must stop."""

    def __init__(self) -> None:
        self._guard = Guard()
        self._number: dict[str, int] = {}
        self._pieces: list[str] = []
        self._fenced: dict[str, Ballot] = {}
        """Pieces whose last permit had too low a token."""

        self._least: dict[str, Ballot] = {}
        """Below this token a piece is refused, although its number is a new one."""

    def permit(self, piece: str, token: Ballot, until_s: float, now_s: float) -> Ruling:
        """Open a permit or move its deadline; times are the robot's own."""
        if token < self._least.get(piece, ZERO):
            self._fenced[piece] = token
            return "fenced"
        number = self._number_of(piece)
        running = self._guard.running.get(number)
        if running is not None and running.token == token:
            extended = self._guard.extend(number, token, until_s, now_s)
            return "extended" if extended else "late"
        replaces = running is not None and token > running.token and now_s < until_s
        if replaces:
            self._guard.ended(number)
        refusal = self._guard.start(number, token, until_s, now_s)
        if refusal is not None:
            if refusal != "deadline":
                self._fenced[piece] = token
            return "late" if refusal == "deadline" else "fenced"
        self._fenced.pop(piece, None)
        return "replaced" if replaces else "opened"

    def live(self, piece: str, now_s: float) -> Ballot | None:
        """The token under which a piece may move now, or None."""
        running = self._guard.running.get(self._number_of(piece))
        return None if running is None or now_s >= running.deadline_s else running.token

    def refusal(self, piece: str) -> Reason:
        """Why a piece without a live permit may not move."""
        if piece in self._fenced:
            token = self._fenced[piece]
            return Reason("fenced", f"{piece}: token {token[0]} of {token[1]} is out of date")
        return Reason("no_permit", f"{piece} has no permit to move")

    def due(self, now_s: float) -> list[tuple[str, Ballot]]:
        """Pieces whose time is over, with their tokens; they are closed."""
        over = self._guard.due(now_s)
        tokens = [self._guard.running[number].token for number in over]
        for number in over:
            self._guard.ended(number)
        return [(self._pieces[n], token) for n, token in zip(over, tokens, strict=True)]

    def lapsed(self, piece: str, token: Ballot) -> None:
        """Nothing of it moved when its time was over, so the same claim may go on with it."""
        self._least[piece] = token
        del self._number[piece]

    def next_due_s(self) -> float | None:
        """When the next permit runs out."""
        return self._guard.next_due_s()

    def close(self) -> list[str]:
        """Close all permits and name their pieces; their tokens stay used."""
        left = self._guard.leftovers()
        for number in left:
            self._guard.ended(number)
        return [self._pieces[number] for number in left]

    def _number_of(self, piece: str) -> int:
        if piece not in self._number:
            self._number[piece] = len(self._pieces)
            self._pieces.append(piece)
        return self._number[piece]


NO_TOKEN = ZERO
"""Of motions that belong to no piece."""
