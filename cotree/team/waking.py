"""How a teammate comes to life: from its disk, from the memory of others, or at the very start."""

from __future__ import annotations

import math

import msgspec

from cotree.team.claimant import Claimant
from cotree.team.dice import Dice
from cotree.team.durable import Born, Durable, Memory
from cotree.team.flood import Flood
from cotree.team.gossip import Gossip
from cotree.team.joining import Joining
from cotree.team.messages import Claim, Letter, Release
from cotree.team.mind import Mind, Plot
from cotree.team.notes import Notes
from cotree.team.policies import Policy
from cotree.team.post import Post
from cotree.team.roster import Roster
from cotree.team.timing import Timing
from cotree.team.unable import Inability
from cotree.team.voter import Voter
from cotree.team.words import Words


class Setting(msgspec.Struct, frozen=True):
    """What a whole team agrees on before it starts."""

    mission: str
    roster: Roster
    timing: Timing = Timing()
    policy: Policy = Policy()


class Waking:
    """The parts of a teammate, and what they know when it wakes up."""

    def __init__(
        self,
        name: str,
        plot: Plot,
        setting: Setting,
        dice: Dice,
        now_s: float,
        *,
        boot: int,
        memory: Memory | None = None,
        first: bool = False,
    ) -> None:
        self._setting = setting
        timing = setting.timing
        mind = Mind(name, plot, setting.roster, timing, setting.policy)
        self.mind = mind
        self.voter = Voter(plot.conflicts, mind.facts, mind.people, timing.term_s)
        self._post = Post(setting.mission, mind)
        self.claims = Claimant(mind, self.voter, dice, self._ask)
        self._records: list[Durable] = []
        self._letters: list[Letter] = []
        self._joining: Joining | None = None
        self._beat_s = now_s + timing.rest_s * dice.random()
        self._last_beat_s = -math.inf
        self._peers: dict[str, tuple[int, int]] = {}
        """Incarnation and roster of each peer that was heard."""
        self._heard_s: dict[str, float] = {}
        self._holders: dict[str, tuple[int, ...]] = {}
        """What each peer was last heard to hold."""
        self._flood = Flood()
        self._words = Words()
        self._notes = Notes()
        self._awake_s = self._roster_since_s = now_s
        self._tells_roster = False
        self.refused_letters: dict[str, int] = {}
        """How many letters were dropped, and why."""
        self._wake(memory, boot, now_s, first=first)
        self._inability = Inability(name, mind.boot, len(mind.task), mind.roster.robots)
        self._gossip = Gossip(mind.facts, self._inability)

    def _ask(self, claim: Claim, to: tuple[str, ...]) -> None:
        if to:
            self._post.put(to, "claims", claim)
            self._post.fact(to, self.mind.facts[claim.leaf])

    def _wake(self, memory: Memory | None, boot: int, now_s: float, *, first: bool) -> None:
        mind = self.mind
        born = None if memory is None else memory.born
        mind.boot = boot if born is None else born.boot + 1
        if memory is not None:
            self._recollect(memory, now_s)
        mind.joined = first or (born is not None and born.joined)
        if not mind.joined:
            self._joining = Joining(mind, self.voter, now_s)
        self._born()

    def _recollect(self, memory: Memory, now_s: float) -> None:
        """Every promise gets a full new term; an own lease on disk ended nobody knows how."""
        mind = self.mind
        if memory.roster is not None and memory.roster.epoch > mind.roster.epoch:
            mind.roster = memory.roster
            mind.lamport.saw(mind.roster.floor)
        mind.facts.merge(memory.facts)
        high = [(each.leaf, each.ballot) for each in memory.high]
        self.voter.remember(memory.promises, high, now_s)
        for own in memory.own:
            mind.lamport.saw(own.ballot[0])
            mind.facts.set_taint(own.leaf, own.ballot)
            release = Release(own.leaf, own.ballot, own.boot, 1 << 30)
            self.voter.release(mind.name, release)
            self.claims.releases.add(release, mind.name, now_s)
            self._records.append(Durable(("own", own.leaf), None))
        for _, ballot in high:
            mind.lamport.saw(ballot[0])

    def _born(self) -> None:
        mind = self.mind
        born = Born(mind.boot, mind.joined, mind.joined)
        self._records.append(Durable(("born", 0), born))

    def _join(self, now_s: float) -> None:
        joining = self._joining
        if joining is None or not joining.done(now_s):
            return
        mind = self.mind
        if joining.floor:
            mind.lamport.saw(joining.floor)
            ballot = mind.lamport.ballot(mind.name)
            for leaf in range(len(mind.task)):
                if not mind.facts.done(leaf):
                    mind.facts.set_taint(leaf, ballot)
            self.voter.begin_above(ballot)
        mind.joined = True
        self._joining = None
        self._born()

    def _interval_s(self) -> float:
        """Between heartbeats while anything runs."""
        return self.mind.timing.beat_s

    def _digest(self) -> None:
        mind = self.mind
        changed_leaves = mind.facts.changed
        if changed_leaves:
            for leaf in changed_leaves:
                self._gossip.news(leaf)
            self._records += mind.digest()
            changed_leaves.clear()
            self._beat_s = min(self._beat_s, self._last_beat_s + self._interval_s())
