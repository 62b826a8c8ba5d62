"""One teammate of the claim protocol: letters and sightings in, letters, records and orders out.

Nothing here waits, reads a clock or rolls dice.  After any call, ``drain`` gives what is to be
done, in write-ahead order: store the records, then send the letters and obey the orders.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from cotree.team.ballots import FAR, Ballot
from cotree.team.claimant import Claimant, Outcome
from cotree.team.dice import Dice
from cotree.team.durable import Born, Durable, Memory
from cotree.team.effects import Order, Out
from cotree.team.gossip import Gossip
from cotree.team.joining import Joining, recalls
from cotree.team.lease import HELD
from cotree.team.messages import VERSION, Claim, Freed, Letter, Release, fault, highest_counter
from cotree.team.mind import Mind, Plot
from cotree.team.policies import Policy
from cotree.team.post import EVERYBODY, Post
from cotree.team.roster import Change, Roster, changed
from cotree.team.timing import Timing
from cotree.team.voter import Voter

ACTIVE_PERSON_S = 0.5
"""Between heartbeats while a person is seen."""
TAKEN_S = 2.5
"""How long a peer's word that it holds a leaf is believed."""


class Setting(msgspec.Struct, frozen=True):
    """What a whole team agrees on before it starts."""

    mission: str
    roster: Roster
    timing: Timing = Timing()
    policy: Policy = Policy()


class Teammate:
    """Votes, claims and gossips for one robot, or only votes (a witness).

    ``memory`` is what the disk says; without one the teammate comes in silence and asks, unless
    ``first``: the mission begins, and nobody can have promised anything.  ``boot`` names this
    incarnation when the disk does not.
    """

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
        self._gossip = Gossip(mind.facts)
        self._records: list[Durable] = []
        self._letters: list[Letter] = []
        self._joining: Joining | None = None
        self._beat_s = now_s + timing.rest_s * dice.random()
        self._last_beat_s = -math.inf
        self._peers: dict[str, tuple[int, int]] = {}
        self._taken: dict[int, tuple[str, float]] = {}
        self._roster_since_s = now_s
        self._tells_roster = False
        self.refused_letters: dict[str, int] = {}
        """How many letters were dropped, and why."""
        self._wake(memory, boot, now_s, first=first)

    # -- coming to life ------------------------------------------------------------------------

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
        if joining.lost:
            mind.lamport.saw(mind.lamport.counter + FAR)
            ballot = mind.lamport.ballot(mind.name)
            for leaf in range(len(mind.task)):
                if not mind.facts.done(leaf):
                    mind.facts.set_taint(leaf, ballot)
            self.voter.remember((), ((leaf, ballot) for leaf in range(len(mind.task))), now_s)
        mind.joined = True
        self._joining = None
        self._born()

    # -- hearing -------------------------------------------------------------------------------

    def receive(self, letter: Letter, now_s: float) -> None:
        """One letter; a wrong one is counted and dropped."""
        wrong = self._wrong(letter)
        if wrong is not None:
            self.refused_letters[wrong] = self.refused_letters.get(wrong, 0) + 1
            return
        if letter.to and self.mind.name not in letter.to:
            return
        mind = self.mind
        mind.lamport.saw(letter.clock)
        self._peers[letter.sender] = (letter.boot, letter.roster)
        mind.facts.merge(letter.facts)
        self._hear_roster(letter, now_s)
        for seen in letter.people:
            mind.people.hear(seen, now_s)
        self._hear_held(letter, now_s)
        self._hear_memory(letter, now_s)
        if letter.roster == mind.roster.epoch:
            self._hear_claims(letter, now_s)
            self._hear_votes(letter, now_s)
        self._hear_digests(letter, now_s)
        self._settle(now_s)

    def _wrong(self, letter: Letter) -> str | None:
        if letter.v != VERSION:
            return "version"
        if letter.mission != self._setting.mission:
            return "mission"
        if letter.tree != self.mind.task.hash:
            return "tree"
        if letter.sender == self.mind.name or not self._member(letter):
            return "sender"
        if not self.mind.lamport.sane(highest_counter(letter)):
            return "counter"
        return fault(letter, len(self.mind.task), len(self.mind.facts.digests))

    def _member(self, letter: Letter) -> bool:
        known = self.mind.roster.members
        newer = letter.new_roster.members if letter.new_roster is not None else ()
        return letter.sender in known or letter.sender in newer

    def _hear_roster(self, letter: Letter, now_s: float) -> None:
        mind = self.mind
        new = letter.new_roster
        if new is not None and new.epoch > mind.roster.epoch and new.wrong() is None:
            self._adopt(new, now_s)
        elif letter.roster < mind.roster.epoch:
            self._tells_roster = True

    def _adopt(self, roster: Roster, now_s: float) -> None:
        self.mind.roster = roster
        self._roster_since_s = now_s
        self._tells_roster = True
        self._records.append(Durable(("roster", 0), roster))

    def _hear_held(self, letter: Letter, now_s: float) -> None:
        if letter.digests:  # a heartbeat names all that its sender holds
            for leaf, (peer, _) in list(self._taken.items()):
                if peer == letter.sender:
                    del self._taken[leaf]
        for leaf, _ in letter.held:
            self._taken[leaf] = (letter.sender, now_s + TAKEN_S)

    def _hear_memory(self, letter: Letter, now_s: float) -> None:
        mind = self.mind
        if letter.recall >= 0 and mind.votes:
            to = (letter.sender,)
            for recall in recalls(letter.recall, mind.facts, self.voter, fresh=mind.joined):
                self._post.set(to, "recalled", recall)
                for fact in mind.facts.bucket(recall.part):
                    self._post.fact(to, fact)
                self._letters += self._post.flush_to(to)
        if self._joining is not None:
            self._joining.hear(letter, now_s)
            self._join(now_s)

    def _hear_claims(self, letter: Letter, now_s: float) -> None:
        mind = self.mind
        for release in letter.releases:
            if mind.votes and mind.joined:
                self.voter.release(letter.sender, release)
                freed = Freed(release.leaf, release.ballot)
                self._post.put((letter.sender,), "freed", (letter.sender, freed))
        for claim in letter.claims:
            if mind.votes and mind.joined:
                self._answer(letter.sender, claim, now_s)

    def _answer(self, robot: str, claim: Claim, now_s: float) -> None:
        vote = self.voter.vote(robot, claim, now_s)
        if vote is None:
            return
        to = EVERYBODY if claim.renews and vote.granted else (robot,)
        self._post.put(to, "votes", (robot, vote))
        self._post.fact(to, self.mind.facts[claim.leaf])
        if vote.instead >= 0:
            self._post.fact(to, self.mind.facts[vote.instead])
        if to == EVERYBODY:
            self._beat_soon(now_s)

    def _hear_votes(self, letter: Letter, now_s: float) -> None:
        for robot, vote in letter.votes:
            if robot == self.mind.name:
                self.claims.hear(letter.sender, vote, now_s)
        for robot, freed in letter.freed:
            if robot == self.mind.name:
                self.claims.releases.noted(letter.sender, freed)

    def _hear_digests(self, letter: Letter, now_s: float) -> None:
        if not (self.mind.votes or letter.sender in self.mind.roster.voters):
            return
        for fact in self._gossip.correction(letter.sender, letter.digests, now_s):
            self._post.fact((letter.sender,), fact)

    # -- what its robot tells ------------------------------------------------------------------

    def claim(self, leaf: int, now_s: float) -> None:
        """The robot wants to execute this leaf (its own resources are granted already)."""
        self.claims.claim(leaf, now_s)
        self._settle(now_s)

    def verified(self, leaf: int, token: Ballot, outcome: Outcome, now_s: float) -> None:
        """The answer to ``Verify``."""
        self.claims.verified(leaf, token, outcome, now_s)
        self._settle(now_s)

    def finished(self, leaf: int, token: Ballot, now_s: float) -> None:
        """The leaf is executed to its end."""
        self.claims.finished(leaf, token, now_s)
        self._settle(now_s)

    def stopped(
        self, leaf: int, token: Ballot, now_s: float, *, started: bool = True, keep: bool = False
    ) -> None:
        """Nothing of the leaf moves any more, and it is not finished."""
        self.claims.stopped(leaf, token, now_s, started=started, keep=keep)
        self._settle(now_s)

    def resume(self, leaf: int, now_s: float) -> None:
        """After a dialogue the robot goes on with what it kept."""
        self.claims.resume(leaf, now_s)
        self._settle(now_s)

    def withdraw(self, leaf: int, now_s: float) -> None:
        """The robot does not want the leaf any more."""
        self.claims.withdraw(leaf, now_s)
        self._settle(now_s)

    def see(self, leaf: int, active: bool, now_s: float) -> None:
        """A person is (not) at this leaf; to be repeated while it lasts."""
        self.mind.people.see(leaf, active, now_s)
        self._beat_soon(now_s)
        self._settle(now_s)

    def saw_done(self, leaf: int, now_s: float) -> None:
        """Perception says that the leaf's goal holds for good (a person did it)."""
        self.mind.facts.set_done(leaf)
        self._settle(now_s)

    def undo(self, leaf: int, now_s: float) -> None:
        """Take a done leaf back, and everything after it; refused while any of it is executed."""
        also = tuple(self.mind.task.after(leaf))
        self.claims.claim(leaf, now_s, also=also, revises=True)
        self._settle(now_s)

    def abandon(self, leaves: tuple[int, ...], now_s: float) -> None:
        """Nobody shall do these leaves any more (a branch that is given up)."""
        first, also = leaves[0], leaves[1:]
        self.claims.claim(first, now_s, also=also, revises=True, abandons=True)
        self._settle(now_s)

    def change_roster(self, change: Change, now_s: float) -> str | None:
        """What an operator decides; returns why not, or None."""
        mind = self.mind
        followers = {
            peer for peer, (_, epoch) in self._peers.items() if epoch == mind.roster.epoch
        } | {mind.name}
        settled = mind.roster.epoch == 0 or now_s >= self._roster_since_s + mind.timing.term_s
        count = sum(voter in followers for voter in mind.roster.voters)
        if not settled or (mind.roster.epoch > 0 and 2 * count <= len(mind.roster.voters)):
            return "the last change has not reached the team yet; wait and try again"
        found = changed(mind.roster, change)
        if isinstance(found, str):
            return found
        self._adopt(found, now_s)
        self._settle(now_s)
        return None

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_s: float) -> None:
        """Do what time makes necessary; nothing to do costs nothing."""
        if now_s >= self._due_s:
            self._settle(now_s)

    @property
    def due_s(self) -> float:
        """When ``tick`` has something to do, if nothing is heard before."""
        return self._due_s

    _due_s = -math.inf

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
        if self.claims.leases or self.voter.promises:
            self._beat_soon(now_s)
        if now_s >= self._beat_s:
            self._beat(now_s)
        self._digest()
        self._due_s = self._next_due_s()

    def _digest(self) -> None:
        mind = self.mind
        changed_leaves = mind.facts.changed
        if changed_leaves:
            for leaf in changed_leaves:
                self._gossip.news(leaf)
            self._records += mind.digest()
            changed_leaves.clear()
            self._beat_s = min(self._beat_s, self._last_beat_s + mind.timing.beat_s)

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

    def _ask(self, claim: Claim, to: tuple[str, ...]) -> None:
        if to:
            self._post.put(to, "claims", claim)
            self._post.fact(to, self.mind.facts[claim.leaf])

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
        for fact in self._gossip.take():
            post.fact(EVERYBODY, fact)
        post.set(EVERYBODY, "digests", tuple(mind.facts.digests))
        if self._tells_roster:
            post.set(EVERYBODY, "new_roster", mind.roster)
            self._tells_roster = False
        self._last_beat_s = now_s
        self._beat_s = now_s + self._beat_interval_s(now_s)

    def _beat_interval_s(self, now_s: float) -> float:
        timing = self.mind.timing
        if self.claims.leases or self.voter.promises or self._gossip:
            return timing.beat_s
        if self.mind.people.own(now_s):
            return min(ACTIVE_PERSON_S, timing.rest_s)
        return timing.rest_s

    def _beat_soon(self, now_s: float) -> None:
        self._beat_s = min(self._beat_s, max(now_s, self._last_beat_s + self.mind.timing.beat_s))

    def _next_due_s(self) -> float:
        due_s = min(self._beat_s, self.claims.next_due_s())
        expiry_s = self.voter.next_due_s()
        if expiry_s is not None:
            due_s = min(due_s, expiry_s)
        return due_s if self._joining is None else min(due_s, self._joining.due_s())

    # -- what comes out ------------------------------------------------------------------------

    def drain(self) -> Out:
        """Everything that is to be stored, sent and done, once."""
        self._digest()  # a record of having joined never goes without what was learnt by it
        orders: tuple[Order, ...] = tuple(self.claims.orders)
        self.claims.orders.clear()
        letters = tuple(self._letters) + tuple(self._post.flush())
        self._letters = []
        records = tuple(self._all_records())
        return Out(records, letters, orders)

    def _all_records(self) -> Iterable[Durable]:
        for source in (self._records, self.voter.records, self.claims.records):
            yield from source
            source.clear()

    # -- questions -----------------------------------------------------------------------------

    def enabled(self, leaf: int) -> bool:
        """Whether it is this leaf's turn, as far as is known here."""
        return self.mind.progress.enabled(leaf) and not self.mind.facts.over(leaf)

    def taken_by(self, leaf: int, now_s: float) -> str:
        """The peer that said it holds a conflicting leaf; empty when none did lately."""
        for other, (peer, until_s) in self._taken.items():
            if now_s < until_s and self.mind.conflicts.between(leaf, other):
                return peer
        return ""

    def unknown(self) -> list[int]:
        """Leaves that somebody must verify, in the order of the tree."""
        facts = self.mind.facts
        return [leaf for leaf in range(len(self.mind.task)) if facts.tainted(leaf)]

    def holds(self) -> list[int]:
        """Leaves that are claimed or held."""
        return list(self.claims.leases)

    def knows_done(self, leaf: int) -> bool:
        """Whether nobody needs to execute a leaf any more, as far as is known here."""
        return self.mind.facts.over(leaf)

    def knows_person(self, leaf: int, now_s: float) -> bool:
        """Whether a person is known to be at a leaf."""
        return self.mind.people.active(leaf, now_s)

    @property
    def complete(self) -> bool:
        """Whether the whole task is done, as far as is known here."""
        return self.mind.progress.complete
