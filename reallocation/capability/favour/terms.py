"""The times of the protocol, and what a robot tells its own runtime about favours."""

from __future__ import annotations

import dataclasses
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from cotree.reallocation.capability.answer import Decision, Mode, NoTeam, Objective, Ports
from cotree.reallocation.capability.favour.messages import Case, Letter, Match
from cotree.reallocation.capability.models import IDLE_ABOVE


class Terms(msgspec.Struct, frozen=True):
    """How long everybody waits; equal for a whole team."""

    wait_s: float = 0.2
    """An agent collects grants for so long."""
    hold_s: float = 0.5
    """A helper stays reserved for so long after that."""
    answer_s: float = 0.2
    """A helper that does not answer for so long is passed over; less than half of ``hold_s``, so
    that the next best is still reserved."""
    retry_s: float = 0.1
    """What is not answered is said again."""
    lease_s: float = 2.0
    """After so long without an answer, a helper is lost (T_lost)."""
    slack: float = 0.1
    """Helpers wait longer by this share, so that clocks need not run equally fast."""
    rounds: int = 3
    """Begun anew when all who offered are taken or silent."""
    hops: int = 3
    idle_above: float = IDLE_ABOVE
    low: float = 0.15
    """A helper with less battery is let go (T_low)."""
    match: Match = "exact"
    objective: Objective = "fewest_robots"
    ports: Ports = "structural"
    most_robots: int | None = None
    """Of the largest assembly that is searched for; None: any."""

    @property
    def bound_s(self) -> float:
        """How long a helper is bound by what it last heard."""
        return self.lease_s * (1.0 + self.slack)


class Decided(NamedTuple):
    """Of an agent: this is the team, and all of it agreed."""

    case: Case
    decision: Decision


class Refused(NamedTuple):
    """Of an agent: nobody can or will, and why."""

    case: Case
    why: NoTeam


class Lost(NamedTuple):
    """Of an agent: this helper is gone; a new round has begun."""

    case: Case
    helper: str
    why: Literal["silent", "battery", "gone"]


class HandedOver(NamedTuple):
    """Of an agent: its job is another's now."""

    case: Case
    to: str


class Helping(NamedTuple):
    """Of a helper: it belongs to this team now; in a subcontract the job is its own."""

    case: Case
    job: str
    mode: Mode
    members: tuple[str, ...]


class Freed(NamedTuple):
    """Of a helper: it belongs to no team any more."""

    case: Case
    why: Literal["released", "silent"]


News: TypeAlias = Decided | Refused | Lost | HandedOver | Helping | Freed


@dataclasses.dataclass(frozen=True)
class Out:
    """What follows from an event: letters to send, and news for the runtime."""

    letters: tuple[Letter, ...] = ()
    news: tuple[News, ...] = ()

    def __add__(self, other: Out) -> Out:
        return Out(self.letters + other.letters, self.news + other.news)


NOTHING = Out()
