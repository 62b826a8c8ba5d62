"""A claim on a piece of work, and what became of it."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass
class Ask:
    """One robot's claim on the piece, until the team answered."""

    robot: str
    at_s: float
    place: int
    answer_s: float | None = None
    word: str = ""
    why: str = ""
    holder: str = ""

    def during(self, other: Ask) -> bool:
        """Whether both waited for the team's answer at the same time."""
        return self._before_answer_of(other) and other._before_answer_of(self)

    def _before_answer_of(self, other: Ask) -> bool:
        return other.answer_s is None or self.at_s < other.answer_s


@dataclasses.dataclass
class Execution:
    """One robot's time with the piece, from the claim to its end."""

    robot: str
    ask: Ask | None = None
    won_s: float | None = None
    ballot: int = 0
    verified: str = ""
    """What was found of it, if it had to be looked at first."""
    resumed: bool = False
    """A person let the robot go on."""
    started_s: float | None = None
    place: int = 0
    """Where the record says that it started."""
    halted: str = ""
    ended_s: float | None = None
    outcome: str = ""

    @property
    def decided_s(self) -> float:
        """When the robot chose it."""
        if self.ask is not None:
            return self.ask.at_s
        start_s = self.won_s if self.won_s is not None else self.started_s
        return 0.0 if start_s is None else start_s
