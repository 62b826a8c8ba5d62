"""A robot as an agent: asks, chooses, binds its helpers one by one, and watches over them."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from cotree.reallocation.capability.answer import Candidate, Decision, NoTeam
from cotree.reallocation.capability.favour.member import Member, back, back_to_all
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
from cotree.reallocation.capability.favour.offers import Offers
from cotree.reallocation.capability.favour.terms import (
    NOTHING,
    Decided,
    HandedOver,
    Lost,
    Out,
    Refused,
    Terms,
)
from cotree.reallocation.capability.models import Job, Robot

Phase = Literal["asking", "binding", "working", "refused", "handed over"]


class Seeker:
    """One job of one agent, from its receipt to its end."""

    def __init__(
        self,
        robot: Robot,
        job: Job,
        case: Case,
        terms: Terms,
        now_s: float,
        wanted: frozenset[str] = frozenset(),
    ) -> None:
        self.robot = robot
        self.job = job
        self.case = case
        self.terms = terms
        self.phase: Phase = "asking"
        self.decision: Decision | None = None
        self.members: dict[str, Member] = {}
        self.until_s = now_s + terms.wait_s
        self._asked_s = now_s
        self._offers = Offers(robot, job, terms, wanted)

    # -- what happens --------------------------------------------------------------------------

    def begin(self) -> Out:
        """Ask all neighbours."""
        terms, trail = self.terms, (self.robot.name,)
        plea = self._offers.plea
        request = Request(self.case, terms.match, terms.wait_s, terms.hops, trail, plea)
        return Out((Letter((), request),))

    def granted(self, grant: Grant) -> Out:
        """Remember an offer; one that comes too late is let go."""
        if grant.case == self.case and grant.helper in self._offers.grants:
            return NOTHING
        if grant.case != self.case or self.phase != "asking":
            return back(grant.trail, Release(grant.case))
        self._offers.take(grant)
        return NOTHING

    def answered(self, answer: Answer, now_s: float) -> Out:
        """A helper is bound, stays bound, or is not available."""
        member = self.members.get(answer.helper)
        if member is None:
            return back(answer.trail, Release(answer.case)) if answer.yes else NOTHING
        if not answer.yes:
            return self._without(answer.helper, "gone", now_s)
        if answer.battery < self.terms.low:
            return self._without(answer.helper, "battery", now_s)
        until_s = answer.stamp_s + self.terms.lease_s
        member.counted_on_until_s = max(member.counted_on_until_s, until_s)
        if self.phase == "binding" and all(self.counts_on(name, now_s) for name in self.members):
            return self._complete()
        return NOTHING

    def tick(self, now_s: float) -> Out:
        """Choose when the waiting is over; say again; notice who is lost."""
        if self.phase == "asking":
            return self._choose(now_s) if now_s >= self.until_s else self._ask_again(now_s)
        if self.phase not in ("binding", "working"):
            return NOTHING
        for name, member in self.members.items():
            if now_s >= member.hoped_for_until_s(self.terms):
                return self._without(name, "silent", now_s)
        return self._say_again(now_s)

    def due_s(self) -> float:
        """When ``tick`` has something to do."""
        if self.phase == "asking":
            return min(self.until_s, self._asked_s + self.terms.retry_s)
        if self.phase not in ("binding", "working"):
            return math.inf
        said = map(self._again_s, self.members.values())
        hopes = (member.hoped_for_until_s(self.terms) for member in self.members.values())
        return min([*said, *hopes], default=math.inf)

    def end(self) -> Out:
        """The job is over: everybody is free."""
        released = self._release(self.members)
        self.members = {}
        return released

    def counts_on(self, helper: str, now_s: float) -> bool:
        """Whether this helper is the agent's, at this moment."""
        member = self.members.get(helper)
        return member is not None and now_s < member.counted_on_until_s

    # -- one by one ----------------------------------------------------------------------------

    def _choose(self, now_s: float) -> Out:
        """Bind the best of those who offered and did not fail since."""
        if self._hopes_for_wanted():
            spare = self._release(self.members) + self._release_grants()
            self.members = {}
            return spare + self._again(now_s)
        found = self._offers.answer()
        before, grants = self.members, self._offers.grants
        helpers = found.helpers if isinstance(found, Decision) else ()
        spare = self._release({n: each for n, each in before.items() if n not in helpers})
        self.members = {
            name: before.get(name) or Member(grants[name].trail, now_s, now_s) for name in helpers
        }
        if isinstance(found, NoTeam) and self._offers.tried and self._may_ask_again:
            return spare + self._release_grants() + self._again(now_s)
        if isinstance(found, NoTeam):
            self.phase = "refused"
            return spare + self._release_grants() + Out(news=(Refused(self.case, found),))
        self.decision = found
        self.phase = "binding"
        if all(self.counts_on(name, now_s) for name in self.members):
            return spare + self._complete()
        return spare + self._accept(self.members, now_s)

    def _hopes_for_wanted(self) -> bool:
        """Whether those with whom a team comes first are asked once more."""
        return self._offers.misses_wanted() and self._may_ask_again

    @property
    def _may_ask_again(self) -> bool:
        return self.case.round + 1 < self.terms.rounds

    def _complete(self) -> Out:
        """Everybody said yes."""
        assert self.decision is not None, "a team that is complete was chosen"
        self.phase = "working"
        spare = self._release_grants()
        if self.decision.mode != "subcontract":
            return spare + Out(news=(Decided(self.case, self.decision),))
        (to,) = self.members
        self.phase = "handed over"
        told = back(self.members[to].trail, Settled(self.case))
        news = Out(news=(Decided(self.case, self.decision), HandedOver(self.case, to)))
        self.members = {}
        return spare + told + news

    def _without(self, helper: str, why: Literal["silent", "battery", "gone"], now_s: float) -> Out:
        """Let the team go: the next best while binding, a new round while working."""
        if self.phase == "binding":
            self._offers.tried.add(helper)
            return self._choose(now_s)
        self._offers.excluded.add(helper)
        released = self._release(self.members)
        self.members = {}
        lost = Out(news=(Lost(self.case, helper, why),))
        return released + lost + self._again(now_s)

    def _again(self, now_s: float) -> Out:
        """A new round, in which everybody but the lost may offer."""
        self.case = msgspec.structs.replace(self.case, round=self.case.round + 1)
        self.phase, self.until_s = "asking", now_s + self.terms.wait_s
        self._offers.forget()
        return self.begin()

    def _ask_again(self, now_s: float) -> Out:
        """The first request may be lost."""
        if now_s < self._asked_s + self.terms.retry_s:
            return NOTHING
        self._asked_s = now_s
        return self.begin()

    def _say_again(self, now_s: float) -> Out:
        """Accept again where no answer came, or before the lease ends."""
        due = {n: m for n, m in self.members.items() if now_s >= self._again_s(m)}
        return self._accept(due, now_s)

    def _again_s(self, member: Member) -> float:
        return member.again_s(self.terms, binding=self.phase == "binding")

    def _accept(self, members: dict[str, Member], now_s: float) -> Out:
        assert self.decision is not None, "only a team that was chosen is bound"
        out = NOTHING
        for member in members.values():
            member.said_s = now_s
            chosen: Candidate = self.decision.chosen
            out += back(
                member.trail,
                Accept(self.case, self.job.name, chosen.mode, chosen.members, member.trail, now_s),
            )
        return out

    def _release(self, members: dict[str, Member]) -> Out:
        self._offers.release(members)
        return back_to_all((member.trail for member in members.values()), Release(self.case))

    def _release_grants(self) -> Out:
        """Those who offered and are not needed: sooner than their reservations end."""
        spare = {name: g for name, g in self._offers.grants.items() if name not in self.members}
        self._offers.release(spare)
        return back_to_all((grant.trail for grant in spare.values()), Release(self.case))
