"""One claim of one's own, from the first question to the end of the lease."""

from __future__ import annotations

import enum
import math

import msgspec

from cotree.team.ballots import ZERO, Ballot
from cotree.team.messages import Claim, Vote


class Stage(enum.Enum):
    """How far a claim has come."""

    ASKING = "asking"
    VERIFYING = "verifying"
    RUNNING = "running"
    STOPPING = "stopping"
    """Told to stop, and perhaps still moving."""
    STILL = "still"
    """Stopped and kept: a dialogue with a person goes on."""


HELD = frozenset((Stage.VERIFYING, Stage.RUNNING, Stage.STOPPING, Stage.STILL))
STARTED = frozenset((Stage.RUNNING, Stage.STOPPING, Stage.STILL))
ROUNDS = 4
"""How many rounds may be open at once; answers to older ones come too late."""


class Round(msgspec.Struct):
    """One question to the voters."""

    sent_s: float
    granted: set[str]
    refused: dict[str, Vote]


class Lease(msgspec.Struct):
    """A leaf that is claimed or held."""

    leaf: int
    ballot: Ballot
    boot: int
    began_s: float
    also: tuple[int, ...] = ()
    revises: bool = False
    abandons: bool = False
    stage: Stage = Stage.ASKING
    until_s: float = -math.inf
    """End of the lease; only a quorum for one round moves it."""
    taint: Ballot = ZERO
    """Of the last who left the leaf, as a voter says, and nobody knows how."""
    others: bool = False
    early: bool = False
    resumes: bool = False
    partial: bool = False
    """Whether it was found partly done."""
    epoch: int = 0
    """Of the leaf when it was asked for; of a revision: the newest epoch heard of."""
    begins: bool = False
    """A revision whose new epoch the voters are told to begin."""
    free: bool = False
    """Without votes: an optimistic start of a leaf that may be done twice."""
    round: int = 0
    asked_s: float = -math.inf
    again_s: float = -math.inf
    """When silent voters were asked last for this round."""
    rounds: dict[int, Round] = {}

    def next_round(self, now_s: float) -> Claim:
        """Begin a round: the lease will last from now on if a quorum grants it."""
        self.round += 1
        self.asked_s = self.again_s = now_s
        self.rounds[self.round] = Round(now_s, set(), {})
        self.rounds.pop(self.round - ROUNDS, None)
        return self.claim()

    def claim(self) -> Claim:
        """The question of the current round."""
        return Claim(
            self.leaf,
            self.ballot,
            self.boot,
            self.round,
            renews=self.stage is not Stage.ASKING,
            still=self.stage is Stage.STILL,
            revises=self.revises,
            also=self.also,
            epoch=self.epoch if self.begins else 0,
            abandons=self.abandons,
        )

    def silent(self, voters: tuple[str, ...]) -> tuple[str, ...]:
        """Voters that have not answered the current round."""
        now = self.rounds[self.round]
        return tuple(v for v in voters if v not in now.granted and v not in now.refused)

    def answers(self, vote: Vote) -> Round | None:
        """The round that a vote is about, if it is about this lease at all."""
        if vote.ballot != self.ballot or vote.boot != self.boot:
            return None
        return self.rounds.get(vote.round)
