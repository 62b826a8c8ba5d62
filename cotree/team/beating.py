"""Heartbeats and everything else that time makes necessary."""

from __future__ import annotations

import math

from cotree.team.lease import HELD
from cotree.team.pace import busy_s, rest_s
from cotree.team.post import EVERYBODY
from cotree.team.waking import Waking

ACTIVE_PERSON_S = 0.5
"""Between heartbeats while a person is seen."""


class Beating(Waking):
    """Looks at everything whose time has come; one letter for everybody tells what changed."""

    _due_s = -math.inf

    def tick(self, now_s: float) -> None:
        """Do what time makes necessary; nothing to do costs nothing."""
        if now_s >= self._due_s:
            self._settle(now_s)

    @property
    def due_s(self) -> float:
        """When ``tick`` has something to do, if nothing is heard before."""
        return self._due_s

    def _settle(self, now_s: float) -> None:
        """After anything: look at everything whose time has come, then say when to look again."""
        self.voter.expire(now_s)
        self._digest()
        self.claims.look(now_s)
        self._digest()
        self._give_back(now_s)
        self._join(now_s)
        if self._joining is not None and self._joining.asks(now_s):
            self._post.set(EVERYBODY, "recall", self.mind.boot)
            self._post.set(EVERYBODY, "floor", self._joining.floor)
            self._post.beats = True
        if self.claims.leases or self.voter.promises:
            self._beat_in(now_s, self._interval_s())
        if now_s >= self._beat_s:
            self._beat(now_s)
        self._digest()
        self._due_s = self._next_due_s()

    def _give_back(self, now_s: float) -> None:
        releases = self.claims.releases
        voters = self.mind.roster.voters
        releases.tidy(voters, now_s)
        for release, noted in releases.due(now_s):
            to = tuple(v for v in voters if v not in noted and v != self.mind.name)
            if to:
                self._post.put(to, "releases", release)
                for leaf in (release.leaf, *release.also):
                    self._post.fact(to, self.mind.facts[leaf])

    def _beat(self, now_s: float) -> None:
        """A heartbeat: renewals, what is held, people, news, digests."""
        mind, post = self.mind, self._post
        for claim in self.claims.renewals(now_s):
            post.put(EVERYBODY, "claims", claim)
            post.fact(EVERYBODY, mind.facts[claim.leaf])
        for lease in self.claims.leases.values():
            if lease.stage in HELD:
                post.put(EVERYBODY, "held", (lease.leaf, lease.ballot))
        mind.people.forget(now_s)
        for seen in mind.people.own(now_s):
            post.put(EVERYBODY, "people", seen)
        self._tell_news(now_s)
        post.set(EVERYBODY, "digests", self._gossip.digests)
        if self._tells_roster:
            post.set(EVERYBODY, "new_roster", mind.roster)
            self._tells_roster = False
        post.beats = True
        self._last_beat_s = now_s
        self._beat_s = now_s + self._beat_interval_s(now_s)

    def _tell_news(self, now_s: float) -> None:
        post = self._post
        for fact in self._gossip.take():
            post.fact(EVERYBODY, fact)
        for said in self._inability.take():
            post.put(EVERYBODY, "unable", said)
        if self._words:
            words = self._words.telling(now_s)
            if words:
                post.set(EVERYBODY, "words", words)
                post.set(EVERYBODY, "sent_s", now_s)

    def _beat_interval_s(self, now_s: float) -> float:
        timing = self.mind.timing
        if self.claims.leases or self.voter.promises or self._gossip:
            return self._interval_s()
        if self._words or self.mind.people.own(now_s):
            return min(ACTIVE_PERSON_S, timing.rest_s)
        return rest_s(timing, len(self.mind.roster.members))

    def _interval_s(self) -> float:
        """Between heartbeats while anything runs."""
        mind = self.mind
        return busy_s(mind.timing, len(mind.roster.members), answers=bool(self.voter.promises))

    def _beat_soon(self, now_s: float) -> None:
        """What a robot has seen, and what it is asked, does not wait for the crowd."""
        self._beat_in(now_s, self.mind.timing.beat_s)

    def _beat_in(self, now_s: float, interval_s: float) -> None:
        self._beat_s = min(self._beat_s, max(now_s, self._last_beat_s + interval_s))

    def _next_due_s(self) -> float:
        due_s = min(self._beat_s, self.claims.next_due_s())
        expiry_s = self.voter.next_due_s()
        if expiry_s is not None:
            due_s = min(due_s, expiry_s)
        return due_s if self._joining is None else min(due_s, self._joining.due_s())
