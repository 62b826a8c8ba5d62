"""A robot as a helper: reserved for one case at most, bound to one at most."""

from __future__ import annotations

import dataclasses
import math

from cotree.reallocation.capability.answer import Mode
from cotree.reallocation.capability.favour.messages import (
    Accept,
    Answer,
    Case,
    Grant,
    Letter,
    Release,
    Request,
    Settled,
)
from cotree.reallocation.capability.favour.terms import NOTHING, Freed, Helping, Out, Terms
from cotree.reallocation.capability.models import Robot
from cotree.reallocation.capability.passive import offers

MOST_SEEN = 1024
"""Cases remembered, so that no request counts twice."""


@dataclasses.dataclass
class _Bond:
    """The team a helper belongs to."""

    case: Case
    mode: Mode
    members: tuple[str, ...]
    until_s: float
    trail: tuple[str, ...]
    stamp_s: float
    settled: bool = False
    """Of a subcontract: the agent knows."""
    told_s: float = 0.0


class Helper:
    """One robot's promises to others."""

    def __init__(self, terms: Terms, now_s: float, quiet: bool) -> None:
        self.terms = terms
        self.ready_s = now_s + terms.bound_s if quiet else now_s
        """A robot that restarted may have promised something before: until then it is silent."""
        self.bond: _Bond | None = None
        self.reserved: tuple[Case, float] | None = None
        self._granted: Out = NOTHING
        self._seen: dict[Case, None] = {}

    def free(self, now_s: float) -> bool:
        """Whether it has promised nothing to anybody."""
        if self.reserved is not None and now_s >= self.reserved[1]:
            self.reserved = None
        return self.bond is None and self.reserved is None and now_s >= self.ready_s

    def first(self, case: Case) -> bool:
        """Whether this case is new; remembers it."""
        if case in self._seen:
            return False
        self._seen[case] = None
        if len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]
        return True

    def asked(self, request: Request, robot: Robot, now_s: float) -> Out | None:
        """The grant, if this robot is idle and can help; otherwise None."""
        if not (robot.idle(self.terms.idle_above) and self.free(now_s)):
            return None
        grant = _grant(request, robot)
        if grant is None:
            return None
        self.reserved = request.case, now_s + request.wait_s + self.terms.hold_s
        self._granted = Out((Letter(tuple(reversed(request.trail)), grant),))
        return self._granted

    def asked_again(self, case: Case, now_s: float) -> Out:
        """The same grant, if it still holds: the first one may be lost."""
        holds = self.reserved is not None and self.reserved[0] == case and now_s < self.reserved[1]
        return self._granted if holds else NOTHING

    def accepted(self, accept: Accept, robot: Robot, now_s: float) -> Out:
        """Yes, if still idle and reserved for this case, or bound to it; otherwise no."""
        before = self.bond
        if before is not None and before.case == accept.case:
            until_s = max(before.until_s, now_s + self.terms.bound_s)
            stamp_s = max(before.stamp_s, accept.stamp_s)
        elif self._may(accept.case, robot, now_s):
            until_s, stamp_s = now_s + self.terms.bound_s, accept.stamp_s
        else:
            return _answer(accept.case, accept.trail, robot, False, accept.stamp_s)
        if before is not None and accept.stamp_s < before.stamp_s:
            return NOTHING  # overtaken by a newer one
        self.reserved = None
        now = self.bond = _Bond(
            accept.case, accept.mode, accept.members, until_s, accept.trail, stamp_s, told_s=now_s
        )
        answer = _answer(accept.case, accept.trail, robot, True, accept.stamp_s)
        if before is not None:
            now.settled = before.settled
            if (before.mode, before.members) == (now.mode, now.members):
                return answer
        return Out(news=(Helping(now.case, accept.job, now.mode, now.members),)) + answer

    def released(self, release: Release) -> Out:
        """Free, if it is this case that is let go."""
        if self.reserved is not None and self.reserved[0] == release.case:
            self.reserved = None
        if self.bond is None or self.bond.case != release.case:
            return NOTHING
        return self._freed("released")

    def settled(self, settled: Settled) -> None:
        """The agent knows that the job is this robot's."""
        if self.bond is not None and self.bond.case == settled.case:
            self.bond.settled = True

    def tick(self, robot: Robot, now_s: float) -> Out:
        """Free again when the agent is silent; a subcontractor says yes until that is known."""
        bond = self.bond
        if bond is None:
            return NOTHING
        if bond.mode != "subcontract":
            return self._freed("silent") if now_s >= bond.until_s else NOTHING
        if bond.settled or now_s < bond.told_s + self.terms.retry_s or now_s >= bond.until_s:
            return NOTHING
        bond.told_s = now_s
        return _answer(bond.case, bond.trail, robot, True, bond.stamp_s)

    def due_s(self) -> float:
        """When ``tick`` has something to do."""
        bond = self.bond
        if bond is None:
            return math.inf
        if bond.mode != "subcontract":
            return bond.until_s
        return math.inf if bond.settled else min(bond.told_s + self.terms.retry_s, bond.until_s)

    def finished(self) -> None:
        """A subcontractor's job is done."""
        self.bond = None

    def _may(self, case: Case, robot: Robot, now_s: float) -> bool:
        reserved = self.reserved is not None and self.reserved[0] == case
        return (
            reserved
            and self.reserved is not None
            and now_s < self.reserved[1]
            and robot.idle(self.terms.idle_above)
        )

    def _freed(self, why: str) -> Out:
        bond = self.bond
        assert bond is not None, "only the bound are freed"
        self.bond = None
        return Out(news=(Freed(bond.case, "silent" if why == "silent" else "released"),))


def _grant(request: Request, robot: Robot) -> Grant | None:
    """What this robot offers; None, if nothing."""
    trail = (*request.trail, robot.name)
    if request.match == "active":
        return Grant(request.case, robot.name, trail, robot=robot)
    found = offers(robot, request.plea, request.match) if request.plea is not None else ()
    return Grant(request.case, robot.name, trail, found) if found else None


def _answer(case: Case, trail: tuple[str, ...], robot: Robot, yes: bool, stamp_s: float) -> Out:
    """Back along the way on which the question came."""
    way = tuple(reversed(trail[:-1]))
    return Out((Letter(way, Answer(case, robot.name, trail, yes, stamp_s, robot.battery)),))
