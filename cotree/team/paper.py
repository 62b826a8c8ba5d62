"""The paper's own rule, for comparison: whoever wanted the leaf first, by the wall clock, wins.

Section 2.3.1 of theory-of-mind: ask the peers for their status, wait, and start unless one of them
is active there or intended it earlier.  It doubles steps under clock skew, loss and partitions and
after crashes; the simulation shows so.  Never use it on robots.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from cotree.team.ballots import Ballot
from cotree.team.effects import Denied, Halt, Order, Out, Outcome, Start
from cotree.team.facts import Fact
from cotree.team.messages import VERSION, Claim, Letter, Vote
from cotree.team.mind import Mind, Plot
from cotree.team.roster import Change
from cotree.team.teammate import Setting

WAIT_S = 0.5
"""Silence for so long counts as "not active"."""
STEP_BACK_S = 0.5
GOSSIP_S = 0.2


class _Intent(msgspec.Struct):
    ballot: Ballot
    since_s: float
    answered: set[str]


class PaperTeammate:
    """A teammate that follows the paper's text, behind the same interface."""

    def __init__(
        self,
        name: str,
        plot: Plot,
        setting: Setting,
        now_s: float,
        wall_s: Callable[[float], float],
        *,
        boot: int,
        waits_for_all: bool = False,
    ) -> None:
        self._setting = setting
        self.mind = Mind(name, plot, setting.roster, setting.timing, setting.policy)
        self._wall_s = wall_s
        self._boot = boot
        self._waits_for_all = waits_for_all
        self._intents: dict[int, _Intent] = {}
        self._active: dict[int, Ballot] = {}
        self._halted: set[tuple[int, Ballot]] = set()
        self._peers: dict[str, dict[int, Ballot]] = {}
        """What each peer was last heard to execute."""
        self._beat_s = now_s
        self._letters: list[Letter] = []
        self._orders: list[Order] = []
        self._n = 0

    # -- hearing -------------------------------------------------------------------------------

    def receive(self, letter: Letter, now_s: float) -> None:
        """State, questions and answers of a peer."""
        if letter.to and self.mind.name not in letter.to:
            return
        self._learn(letter.facts)
        if letter.digests:
            self._peers[letter.sender] = dict(letter.held)
        for seen in letter.people:
            self.mind.people.hear(seen, now_s)
        for claim in letter.claims:
            self._status(letter.sender, claim, now_s)
        for robot, vote in letter.votes:
            if robot == self.mind.name:
                self._answered(letter.sender, vote, now_s)
        self._look(now_s)

    def _learn(self, facts: tuple[Fact, ...]) -> None:
        self.mind.facts.merge(facts)
        self.mind.digest()
        self.mind.facts.changed.clear()

    def _status(self, peer: str, claim: Claim, now_s: float) -> None:
        """Answer: I am active there, I wanted it earlier, or go ahead."""
        between = self.mind.conflicts.between
        active = [leaf for leaf in self._active if between(leaf, claim.leaf)]
        earlier = [
            leaf
            for leaf, intent in self._intents.items()
            if between(leaf, claim.leaf) and intent.ballot < claim.ballot
        ]
        over = self.mind.facts.over(claim.leaf) or self.mind.alternatives.settled_elsewhere(
            claim.leaf
        )
        granted = not active and not earlier and not over
        vote = Vote(claim.leaf, claim.ballot, claim.boot, claim.round, granted)
        self._say((peer,), votes=((peer, vote),), facts=(self.mind.facts[claim.leaf],))

    def _answered(self, peer: str, vote: Vote, now_s: float) -> None:
        intent = self._intents.get(vote.leaf)
        if intent is None or intent.ballot != vote.ballot:
            return
        if not vote.granted:
            self._step_back(vote.leaf, now_s)
        else:
            intent.answered.add(peer)

    def _step_back(self, leaf: int, now_s: float) -> None:
        del self._intents[leaf]
        self._orders.append(Denied(leaf, "held", "", now_s + STEP_BACK_S))

    # -- deciding ------------------------------------------------------------------------------

    def claim(self, leaf: int, now_s: float) -> None:
        """Ask everybody for their status."""
        if any(self._excludes(mine, leaf) for mine in self.holds()):
            self._orders.append(Denied(leaf, "held", self.mind.name, now_s + STEP_BACK_S))
            return
        ballot = (round((self._wall_s(now_s) + 1e6) * 1e6), self.mind.name)
        self._intents[leaf] = _Intent(ballot, now_s, set())
        self._say((), claims=(Claim(leaf, ballot, self._boot, 1),))
        self._look(now_s)

    def _look(self, now_s: float) -> None:
        for leaf, intent in list(self._intents.items()):
            peers = set(self.mind.roster.members) - {self.mind.name}
            waited = now_s >= intent.since_s + WAIT_S and not self._waits_for_all
            if self.mind.facts.over(leaf) or self.mind.people.active(leaf, now_s):
                self._step_back(leaf, now_s)
            elif intent.answered >= peers or waited:
                del self._intents[leaf]
                self._active[leaf] = intent.ballot
                self._orders.append(Start(leaf, intent.ballot, math.inf))
            elif now_s >= intent.since_s + 4 * WAIT_S:
                self._step_back(leaf, now_s)
        for leaf, ballot in list(self._active.items()):
            if self.mind.people.active(leaf, now_s) and (leaf, ballot) not in self._halted:
                self._halted.add((leaf, ballot))
                self._orders.append(Halt(leaf, ballot, "person"))
        if now_s >= self._beat_s:
            self._beat(now_s)

    def _beat(self, now_s: float) -> None:
        self._beat_s = now_s + GOSSIP_S
        done = tuple(fact for fact in self.mind.facts if fact.done)
        self._say(
            (),
            held=tuple(self._active.items()),
            facts=done,
            people=tuple(self.mind.people.own(now_s)),
            digests=tuple(self.mind.facts.digests),
        )

    def _say(self, to: tuple[str, ...], **sections: object) -> None:
        self._n += 1
        mind = self.mind
        head = (VERSION, self._setting.mission, mind.task.hash, mind.name, self._boot, self._n, 0)
        self._letters.append(Letter(*head, 0, to, **sections))  # type: ignore[arg-type]

    # -- what its robot tells ------------------------------------------------------------------

    def tick(self, now_s: float) -> None:
        """Time has passed."""
        self._look(now_s)

    def verified(self, leaf: int, token: Ballot, outcome: Outcome, now_s: float) -> None:
        """Nothing: the paper never asks."""

    def finished(self, leaf: int, token: Ballot, now_s: float) -> None:
        """It is done: tell everybody."""
        self._active.pop(leaf, None)
        self.saw_done(leaf, now_s)
        self._beat(now_s)

    def stopped(self, leaf: int, token: Ballot, now_s: float, *, started: bool = True) -> None:
        """It was stopped."""
        self._active.pop(leaf, None)

    def see(self, leaf: int, active: bool, now_s: float) -> None:
        """A person is seen, or gone."""
        self.mind.people.see(leaf, active, now_s)
        self._look(now_s)

    def saw_done(self, leaf: int, now_s: float) -> None:
        """The goal holds."""
        self.mind.facts.set_done(leaf)
        self._learn(())

    def drain(self) -> Out:
        """What is to be sent and done; nothing is ever stored."""
        out = Out((), tuple(self._letters), tuple(self._orders))
        self._letters, self._orders = [], []
        return out

    # -- questions -----------------------------------------------------------------------------

    @property
    def due_s(self) -> float:
        """When it wants a tick."""
        patience_s = (4 if self._waits_for_all else 1) * WAIT_S
        waits = [intent.since_s + patience_s for intent in self._intents.values()]
        return min([self._beat_s, *waits])

    def enabled(self, leaf: int) -> bool:
        """Whether it is the leaf's turn."""
        return self.mind.progress.enabled(leaf) and not self.mind.alternatives.settled_elsewhere(
            leaf
        )

    def taken_by(self, leaf: int, now_s: float) -> str:
        """A peer that was last heard to execute something that excludes it."""
        for peer, held in self._peers.items():
            if any(self.mind.conflicts.between(leaf, other) for other in held):
                return peer
        return next((self.mind.name for x in self._active if self._excludes(x, leaf)), "")

    def _excludes(self, a: int, b: int) -> bool:
        return self.mind.conflicts.between(a, b)

    def unknown(self) -> list[int]:
        """Nothing is ever unknown to the paper."""
        return []

    def holds(self) -> list[int]:
        """Leaves intended or executed."""
        return [*self._intents, *self._active]

    def knows_done(self, leaf: int) -> bool:
        """Whether it is believed to be done."""
        return self.mind.facts.over(leaf)

    def epoch(self, leaf: int) -> int:
        """Nothing is ever taken back."""
        return 0

    def let_go(self, leaf: int, token: Ballot, now_s: float) -> None:
        """Nothing: the paper shares no things."""

    def undo(self, leaf: int, now_s: float) -> None:
        """Nothing: the paper takes nothing back."""

    def abandon(self, leaves: tuple[int, ...], now_s: float) -> None:
        """Nothing: the paper gives nothing up."""

    def change_roster(self, change: Change, now_s: float) -> str | None:
        """Nothing: the paper's teams stay as they are."""
        return "the published rule knows no roster"

    def knows_person(self, leaf: int, now_s: float) -> bool:
        """Whether a person is believed to be there."""
        return self.mind.people.active(leaf, now_s)

    @property
    def complete(self) -> bool:
        """Whether everything is believed to be done."""
        return self.mind.progress.complete

    @property
    def lost(self) -> bool:
        """Never: the paper gives nothing up."""
        return False
