"""What a letter does to a teammate, section by section."""

from __future__ import annotations

from cotree.team.beating import Beating
from cotree.team.durable import Durable
from cotree.team.joining import recalls
from cotree.team.messages import VERSION, Claim, Freed, Letter, fault, highest_counter
from cotree.team.post import EVERYBODY
from cotree.team.roster import Change, Roster, changed


class Hearing(Beating):
    """Believes facts, answers claims, counts votes; a wrong letter is counted and dropped."""

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

    def _hear_held(self, letter: Letter, now_s: float) -> None:
        if letter.digests:  # a heartbeat names all that its sender holds
            for leaf, (peer, _) in list(self.mind.taken.items()):
                if peer == letter.sender:
                    del self.mind.taken[leaf]
        for leaf, _ in letter.held:
            self.mind.taken[leaf] = (letter.sender, now_s + self.mind.timing.hold_s)

    def _hear_memory(self, letter: Letter, now_s: float) -> None:
        mind = self.mind
        if letter.recall >= 0 and mind.votes:
            to = (letter.sender,)
            for recall in recalls(letter.recall, mind.facts, self.voter, fresh=mind.joined):
                self._post.set(to, "recalled", recall)
                for fact in mind.facts.bucket(recall.part):
                    self._post.fact(to, fact)
                self._letters.append(self._post.flush_to(to))
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
        if not claim.renews and self.voter.refused_by_facts(claim, now_s) is None:
            self.claims.step_back(claim, now_s)
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

    # -- the roster ----------------------------------------------------------------------------

    def _adopt(self, roster: Roster, now_s: float) -> None:
        self.mind.roster = roster
        self._roster_since_s = now_s
        self._tells_roster = True
        self._records.append(Durable(("roster", 0), roster))

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
