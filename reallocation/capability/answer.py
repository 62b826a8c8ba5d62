"""What matching answers: who does the job and how, or which kind of nobody, and why."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from cotree.reallocation.capability.can import Verdict

Mode: TypeAlias = Literal["solo", "partnership", "subcontract", "assembly"]
Objective: TypeAlias = Literal["fewest_robots", "score"]
Ports: TypeAlias = Literal["paper", "structural"]

ORDER: dict[str, int] = {"solo": 0, "partnership": 1, "subcontract": 2, "assembly": 3}
"""Among equal scores, the earlier mode wins (A12)."""
MOST_TOLD = 20
"""Robots whose verdicts come with a refusal; more would hide the reason, and take long."""


class Candidate(msgspec.Struct, frozen=True):
    """One way to do the job."""

    mode: Mode
    members: tuple[str, ...]
    """Who acts; in an assembly lowest first."""
    score: float

    @property
    def rank(self) -> tuple[float, int, int, tuple[str, ...]]:
        """The least is the best: score, then mode, then fewer robots, then names (A12)."""
        return (-self.score, ORDER[self.mode], len(self.members), self.members)

    def __str__(self) -> str:
        return f"{self.mode} {' + '.join(self.members)} ({self.score:.1f})"


class Decision(msgspec.Struct, frozen=True):
    """Who does the job, how, and what else was possible, best first."""

    job: str
    agent: str
    """Who received it."""
    candidates: tuple[Candidate, ...]
    """The first is chosen."""
    status: Literal["optimal", "feasible"] = "optimal"
    verdicts: tuple[Verdict, ...] = ()
    """Why the agent cannot do it alone, if so."""

    @property
    def chosen(self) -> Candidate:
        """The best way."""
        return self.candidates[0]

    @property
    def mode(self) -> Mode:
        """How the job is done."""
        return self.chosen.mode

    @property
    def members(self) -> tuple[str, ...]:
        """Who acts; in an assembly lowest first."""
        return self.chosen.members

    @property
    def helpers(self) -> tuple[str, ...]:
        """The members that are not the agent."""
        return tuple(name for name in self.members if name != self.agent)

    def explain(self) -> str:
        """The decision, why it was needed, and what else was possible; one line each."""
        lines = [f"{self.job}: {self.chosen}"]
        lines += [f"  {verdict}" for verdict in self.verdicts if not verdict]
        lines += [f"  or {other}" for other in self.candidates[1:]]
        return "\n".join(lines)


class NoTeam(msgspec.Struct, frozen=True):
    """Nobody, and which kind of nobody: impossible is proved, the others are not."""

    status: Literal["impossible", "not_found", "out_of_time", "not_supported"]
    message: str
    verdicts: tuple[Verdict, ...] = ()
    """What each robot that was asked lacks."""

    def explain(self) -> str:
        """The message, then what each robot lacks; one line each."""
        return "\n".join([self.message, *(f"  {verdict}" for verdict in self.verdicts)])


Answer: TypeAlias = Decision | NoTeam
