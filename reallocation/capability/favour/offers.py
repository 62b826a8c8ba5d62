"""What an agent was offered in one round, and the best team that can be made of it."""

from __future__ import annotations

from collections.abc import Container, Iterable

import msgspec

from cotree.reallocation.capability.active import active
from cotree.reallocation.capability.answer import Answer, Decision
from cotree.reallocation.capability.favour.messages import Grant
from cotree.reallocation.capability.favour.terms import Terms
from cotree.reallocation.capability.models import Job, Robot
from cotree.reallocation.capability.passive import Plea, of_best, plea
from cotree.reallocation.capability.shortlist import Match, Offer, Shortlist


class Offers:
    """The grants for one job of one agent, and who of them may still be chosen."""

    def __init__(self, robot: Robot, job: Job, terms: Terms, wanted: frozenset[str]) -> None:
        self.wanted = wanted
        """Robots with whom a team comes first."""
        self.excluded: set[str] = set()
        """Lost, and never chosen again."""
        self.tried: set[str] = set()
        """In this round, without success."""
        self.grants: dict[str, Grant] = {}
        """By helper; ``take`` puts them in."""
        self._robot = robot
        self._job = job
        self._terms = terms
        self._released: set[str] = set()
        """Let go in this round; what is let go is never used again under the same case, so that a
        release that comes late frees nobody whom the agent counts on."""
        self._match: Match = "paper" if terms.match == "paper" else "exact"
        searches = terms.match == "active"
        self.plea: Plea | None = None if searches else plea(robot, job, self._match)
        """What the others need to know to answer for themselves; None: the agent searches."""
        self._best = Shortlist(self._match)

    def take(self, grant: Grant) -> None:
        """Somebody has offered; what is best is kept in order at once, not when time is up."""
        self.grants[grant.helper] = grant
        self._best.take(grant.offers)

    def forget(self) -> None:
        """A new round, in which everybody but the lost may offer."""
        self.grants, self.tried, self._released = {}, set(), set()
        self._best = Shortlist(self._match)

    def release(self, names: Iterable[str]) -> None:
        """These are let go."""
        self._released.update(names)

    def misses_wanted(self) -> bool:
        """Whether somebody with whom a team comes first has not offered, and nobody has failed."""
        missed = self.wanted - {*self.grants} - self.excluded - {self._robot.name}
        return bool(missed) and not self.tried

    def answer(self) -> Answer:
        """The best of those who offered and did not fail since."""
        found = self._answer(self.wanted) if self.wanted else None
        if isinstance(found, Decision):
            best = sorted(found.candidates, key=lambda each: not self.wanted <= {*each.members})
            if self.wanted <= {*best[0].members}:
                return msgspec.structs.replace(found, candidates=tuple(best))
        return self._answer()

    def _answer(self, only: frozenset[str] = frozenset()) -> Answer:
        """The answer to all grants; in ``active``, to those of ``only`` some robots."""
        out = self.excluded | self._released | self.tried
        if self.plea is not None:
            return of_best(self.plea, self._standing(out, everybody=bool(self.wanted)))
        grants = [grant for name, grant in sorted(self.grants.items()) if name not in out]
        terms = self._terms
        robots = [
            grant.robot
            for grant in grants
            if grant.robot is not None and (not only or grant.helper in only)
        ]
        return active(
            self._robot,
            self._job,
            robots,
            terms.objective,
            terms.ports,
            terms.most_robots,
            idle_above=terms.idle_above,
        )

    def _standing(self, out: Container[str], *, everybody: bool) -> list[Offer]:
        """The best offers of those who have not failed; all, if somebody may be far down."""
        best = [offer for offer in self._best.best() if offer.helper not in out]
        if best and not everybody:
            return best
        left = [o for g in self.grants.values() if g.helper not in out for o in g.offers]
        whole = Shortlist(self._match, len(left) + 1)
        whole.take(left)
        return whole.best()
