"""What a new team must do again: it stands elsewhere, on other robots, and holds nothing."""

from __future__ import annotations

import math
from typing import NamedTuple

from cotree.core.jobs import DOCK, UNDOCK, docked
from cotree.runtime.jobs.acting import Team
from cotree.runtime.jobs.duty import Duty, step_of
from cotree.runtime.jobs.names import Facts, word
from cotree.team.teammate import Teammate
from cotree.trees.pieces import Piece

AGAIN_S = 2.0
"""A revision that was not decided is proposed again after so long."""
IDLE_S = 4.0
"""Claims are answered sooner."""
MOST_TIMES = 3
"""So often what is done is doubted, before it is believed that something else is wrong."""


class _Still(NamedTuple):
    """How long nothing of a job has changed, and how often that was mended in vain."""

    team: Team | None
    stands: tuple[bool, ...]
    """What is done."""
    since_s: float
    most: int
    """So many steps were done at the best; only more than that is a way out."""
    times: int = 0


class Redoing:
    """Takes steps back that were done by a team that is no more."""

    def __init__(self, mate: Teammate | None) -> None:
        self._mate = mate
        self._back: dict[int, tuple[int, float]] = {}
        """Leaves to be taken back: their epoch until then, and when it is proposed again."""
        self._still: dict[str, _Still] = {}
        """By path of a job."""

    def look(self, duty: Duty, facts: Facts, now_s: float) -> None:
        """For the robot that has the job: propose what must be taken back."""
        mate = self._mate
        if mate is None:
            return
        if duty.team is not None and (duty.anew or self._idles(duty, mate, now_s)):
            duty.anew = False
            leaves = [mate.mind.task.number[piece.path] for piece in stale(duty, facts)]
            self._back.update((leaf, (mate.epoch(leaf), now_s)) for leaf in leaves)
        for leaf, (epoch, at_s) in list(self._back.items()):
            if mate.epoch(leaf) > epoch:
                del self._back[leaf]
            elif now_s >= at_s:
                self._back[leaf] = epoch, now_s + AGAIN_S
                mate.undo(leaf, now_s)

    def _idles(self, duty: Duty, mate: Teammate, now_s: float) -> bool:
        """Whether nobody has done, or held, anything of a job for long although it is its turn.

        Something is not as what is done says: a part of it came from a team that never was.
        """
        leaves = [mate.mind.task.number[piece.path] for piece in duty.pieces]
        moves = any(mate.taken_by(leaf, now_s) for leaf in leaves)
        moves = moves or not {*leaves}.isdisjoint(mate.holds()) or not duty.its_turn()
        stands = tuple(piece.done for piece in duty.pieces)
        still = self._still.get(duty.path)
        if still is None or still.team != duty.team or sum(stands) > still.most:
            still = _Still(duty.team, stands, now_s, sum(stands))
        elif moves or stands != still.stands:
            still = still._replace(stands=stands, since_s=now_s)
        idles = now_s - still.since_s >= IDLE_S and still.times < MOST_TIMES
        self._still[duty.path] = still._replace(times=still.times + 1) if idles else still
        return idles

    @property
    def due_s(self) -> float:
        """When something is to be proposed; infinity: never."""
        return min((at_s for _, at_s in self._back.values()), default=math.inf)


def stale(duty: Duty, facts: Facts) -> list[Piece]:
    """The first step of everything that the team of a job must do again.

    If robots are not docked where this team wants them, that: what comes after it is taken back
    with it.  Otherwise each object that is not where it belongs, from its first step on.
    """
    steps = [(piece, step_of(piece)) for piece in duty.pieces if piece.done]
    docks = [
        piece
        for piece, step in steps
        if step is not None and step.verb == DOCK and _stands_wrong(duty, step.about(), facts)
    ]
    if docks:
        return docks
    first: dict[str, Piece] = {}
    for piece, step in steps:
        if step is None or step.verb in (DOCK, UNDOCK) or duty.known.settled(step.about()):
            continue
        first.setdefault(step.about(), piece)
    return list(first.values())


def _stands_wrong(duty: Duty, robot: str, facts: Facts) -> bool:
    """Whether a robot of the tower does not stand where it should, or another one on the tower."""
    assert duty.team is not None
    stack, on = duty.team.stack, word(facts, docked(robot))
    return on != ("", *stack)[stack.index(robot)] if robot in stack else on in stack
