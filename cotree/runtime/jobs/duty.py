"""One job as one robot sees it: who does it, and why nobody does yet."""

from __future__ import annotations

import math
from collections.abc import Iterable

from py_trees.behaviour import Behaviour

from cotree.behaviours.acting import Acting
from cotree.core.allocation import Allocated
from cotree.core.changes import NodeState
from cotree.core.paths import is_in
from cotree.core.reasons import Reason
from cotree.runtime.jobs.acting import Team
from cotree.runtime.jobs.progress import Known
from cotree.trees.part import Part
from cotree.trees.pieces import Piece
from cotree.trees.unit import Unit

NO_TEAM = "no_team"
"""The code of a reason: nobody can or will do a job."""


class Duty:
    """A subtree whose robots are found by matching."""

    def __init__(self, path: str, allocated: Allocated, parts: Iterable[Part]) -> None:
        self.path = path
        self.job = allocated.job
        self.to = allocated.to
        """Who is given it."""
        below = [part for part in parts if is_in(part.path, path)]
        self.part = next(part for part in below if part.path == path)
        self.units = tuple(part for part in below if isinstance(part, Unit))
        self.pieces = tuple(
            dict.fromkeys(unit.piece for unit in self.units if isinstance(unit.piece, Piece))
        )
        """What of it the team claims."""
        self.by_part = any(_is_step(unit, self.job.name) for unit in self.units)
        """Whether its steps are given to parts; otherwise to whoever can do all of it."""
        self.team: Team | None = None
        self.promised: Team | None = None
        """What this robot has agreed to, before it is heard that everybody has."""
        self.handed = ""
        """Who took it over from this robot, and has not said so yet."""
        self.refusal: Reason | None = None
        """Why nobody does it."""
        self.declined = ""
        """Why this robot did not help when it was asked."""
        self.retry_s = -math.inf
        """Before this, nobody is asked again."""
        self.missed_s: float | None = None
        """Since when only robots that are silent could help; None: that is not so."""
        self.vain = ""
        """Why the last search came to nothing."""
        self.wanted: frozenset[str] = frozenset()
        """Robots that should be of the next team."""
        self.renewed = 0
        """How often the team was given up because it could not go on."""
        self.known = Known(self.job)
        self.anew = False
        """Whether a new team has formed, for which some of what is done must be done again."""

    def its_turn(self) -> bool:
        """Whether somebody is to do it now."""
        return self.part.state is not NodeState.INACTIVE and not self.part.is_over()

    def begun(self) -> bool:
        """Whether anything of it is done."""
        return any(piece.done for piece in self.pieces)

    def form(self, team: Team) -> None:
        """These do it from now on."""
        if self.team != team:
            self.anew = self.begun()
        self.team = team

    def forgo(self, why: str) -> None:
        """Nobody does it: this robot gives up what is left of it."""
        reason = self.refusal = Reason(NO_TEAM, why)
        for piece in self.pieces:
            piece.forgo(reason)
        for unit in self.units:
            if unit.piece is None and unit.state is NodeState.WAITING:
                unit.give_up(reason)


def step_of(piece: Piece) -> Acting | None:
    """The step of a job that a piece of work is."""
    return next((unit.leaf for unit in piece.units if isinstance(unit.leaf, Acting)), None)


def _is_step(unit: Unit, job: str) -> bool:
    return any(job_of(node) == job for node in unit.node.iterate())


def job_of(node: Behaviour) -> str:
    """The job of which a leaf is a step; empty: of none."""
    return str(getattr(getattr(node, "params", None), "job", ""))
