"""What a letter does to a teammate, section by section."""

from __future__ import annotations

from cotree.team.beating import Beating
from cotree.team.checking import fault, highest_counter
from cotree.team.durable import Durable
from cotree.team.joining import floored, inherited, recalls
from cotree.team.messages import VERSION, Claim, Freed, Letter
from cotree.team.post import EVERYBODY
from cotree.team.roster import Change, Roster, changed

NOT_YET = "the last change has not reached the team yet; wait and try again"
"""The only refusal of another roster that time mends."""


class Hearing(Beating):
    """Believes facts, answers claims, counts votes; a wrong letter is counted and dropped."""

    def receive(self, letter: Letter, now_s: float) -> None:
        """One letter; a wrong one is counted and dropped."""
        if letter.to and self.mind.name not in letter.to:
            return
        wrong = self._wrong(letter, now_s)
        if wrong is not None:
            self.refused_letters[wrong] = self.refused_letters.get(wrong, 0) + 1
            return
        stirred = self._read(letter, now_s)
        if stirred or now_s >= self._due_s:
            self._settle(now_s)

    def _wrong(self, letter: Letter, now_s: float) -> str | None:
        if letter.v != VERSION:
            return "version"
        if letter.mission != self._setting.mission:
            return "mission"
        task = self.mind.task
        if letter.tree != task.hash:
            return "tree"
        if letter.sender == self.mind.name or not self._member(letter):
            return "sender"
        if not self._flood.admits(letter.sender, now_s):
            return "flood"
        if not self.mind.lamport.sane(highest_counter(letter)):
            return "counter"
        return fault(letter, len(task), len(self.mind.facts.digests), len(task.things))

    def _read(self, letter: Letter, now_s: float) -> bool:
        """Believe and answer it; whether that leaves anything to do but to post answers.

        Most heartbeats bring nothing new: the work is in what they do have.
        """
        mind, sender = self.mind, letter.sender
        mind.lamport.saw(letter.clock)
        self._peers[sender] = (letter.boot, letter.roster)
        self._heard_s[sender] = now_s
        if letter.facts:
            mind.facts.merge(letter.facts)
        stirred = bool(mind.facts.changed) or self._joining is not None
        if letter.new_roster is not None or letter.roster != mind.roster.epoch:
            self._hear_roster(letter, now_s)
            stirred = True
        if letter.people or letter.words or letter.unable:
            self._hear_of_others(letter, now_s)
            stirred = True
        if letter.favours:
            self._notes.hear(sender, letter.favours)
        self._hear_held(letter, now_s)
        if letter.recall >= 0 or self._joining is not None:
            self._hear_memory(letter, now_s)
        if letter.roster == mind.roster.epoch:
            stirred = self._hear_protocol(letter, now_s) or stirred
        if letter.digests:
            self._hear_digests(letter, now_s)
        return stirred

    def _hear_of_others(self, letter: Letter, now_s: float) -> None:
        for seen in letter.people:
            self.mind.people.hear(seen, now_s)
        if letter.words and letter.sent_s is not None:
            self._words.hear(letter.sender, letter.boot, letter.words, letter.sent_s, now_s)
        for said in letter.unable:
            self._inability.hear(said)

    def _hear_protocol(self, letter: Letter, now_s: float) -> bool:
        """Claims, votes and releases; whether any of them was for this teammate."""
        heard = False
        if letter.claims or letter.releases:
            heard = self._hear_claims(letter, now_s)
        if letter.votes or letter.freed:
            heard = self._hear_votes(letter, now_s) or heard
        return heard

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
        """A heartbeat names all that its sender holds."""
        taken, sender = self.mind.taken, letter.sender
        if letter.digests and sender in self._holders:
            for leaf in self._holders.pop(sender):
                if taken.get(leaf, ("", 0.0))[0] == sender:
                    del taken[leaf]
        if letter.held:
            until_s = now_s + self.mind.timing.term_s  # as long as voters promise it
            for leaf, _ in letter.held:
                taken[leaf] = (sender, until_s)
            leaves = tuple(leaf for leaf, _ in letter.held)
            self._holders[sender] = (*self._holders.get(sender, ()), *leaves)

    def _hear_memory(self, letter: Letter, now_s: float) -> None:
        mind = self.mind
        if letter.recall >= 0 and mind.votes:
            to = (letter.sender,)
            if letter.floor:
                mind.lamport.saw(letter.floor)
                self.voter.begin_above((letter.floor, letter.sender))
            for recall in recalls(letter.recall, mind.facts, self.voter, fresh=mind.joined):
                self._post.set(to, "recalled", recall)
                for fact in mind.facts.bucket(recall.part):
                    self._post.fact(to, fact)
                self._letters.append(self._post.flush_to(to))
        if self._joining is not None:
            self._joining.hear(letter, now_s)
            self._join(now_s)

    def _hear_claims(self, letter: Letter, now_s: float) -> bool:
        mind = self.mind
        revisions = [claim for claim in letter.claims if claim.revises]
        for claim in revisions:
            self.claims.make_way(claim, now_s)
            objection = self.claims.objection(claim)
            if objection is not None:
                self._post.put((letter.sender,), "votes", (letter.sender, objection))
        for release in letter.releases:  # it is free now, not with the sender's next heartbeat
            if mind.taken.get(release.leaf, ("", 0.0))[0] == letter.sender:
                del mind.taken[release.leaf]
        if not (mind.votes and mind.joined):
            return bool(revisions)
        for release in letter.releases:
            self.voter.release(letter.sender, release)
            freed = Freed(release.leaf, release.ballot)
            self._post.put((letter.sender,), "freed", (letter.sender, freed))
        for claim in letter.claims:
            if not claim.warns:
                self._answer(letter.sender, claim, now_s)
        return True

    def _answer(self, robot: str, claim: Claim, now_s: float) -> None:
        if (
            not claim.renews
            and not claim.revises
            and self.voter.refused_by_facts(claim, now_s) is None
        ):
            self.claims.step_back(claim, now_s)
        vote = self.voter.vote(robot, claim, now_s)
        if vote is None:
            return
        to = EVERYBODY if claim.renews and vote.granted else (robot,)
        self._post.put(to, "votes", (robot, vote))
        if to != EVERYBODY:  # a holder that goes on hears the news like everybody else
            self._post.fact(to, self.mind.facts[claim.leaf])
        if vote.instead >= 0:
            self._post.fact(to, self.mind.facts[vote.instead])
        if to == EVERYBODY:
            self._beat_in(now_s, self._interval_s())

    def _hear_votes(self, letter: Letter, now_s: float) -> bool:
        me, heard = self.mind.name, False
        for robot, vote in letter.votes:
            if robot == me:
                self.claims.hear(letter.sender, vote, now_s)
                heard = True
        for robot, freed in letter.freed:
            if robot == me:
                self.claims.releases.noted(letter.sender, freed)
                heard = True
        return heard

    def _hear_digests(self, letter: Letter, now_s: float) -> None:
        if not (self.mind.votes or letter.sender in self.mind.roster.voters):
            return
        bucket = self._gossip.differing(letter.sender, letter.digests, now_s)
        if bucket < 0:
            return
        to = (letter.sender,)
        for fact in self.mind.facts.bucket(bucket):
            self._post.fact(to, fact)
        for said in self._inability.correction(letter.sender, bucket):
            self._post.put(to, "unable", said)

    # -- the roster ----------------------------------------------------------------------------

    def _adopt(self, roster: Roster, now_s: float) -> None:
        before, self.mind.roster = self.mind.roster, roster
        self.voter.remember(inherited(self.mind, before), (), now_s)
        self._inability.adopt(roster.robots)
        self._roster_since_s = now_s
        self._tells_roster = True
        self._records.append(Durable(("roster", 0), roster))

    def next_roster(self, change: Change, now_s: float) -> Roster | str:
        """What an operator's decision would lead to now, or why it can not be done."""
        mind = self.mind
        followers = {
            peer for peer, (_, epoch) in self._peers.items() if epoch == mind.roster.epoch
        } | {mind.name}
        settled = mind.roster.epoch == 0 or now_s >= self._roster_since_s + mind.timing.term_s
        count = sum(voter in followers for voter in mind.roster.voters)
        if not settled or (mind.roster.epoch > 0 and 2 * count <= len(mind.roster.voters)):
            return NOT_YET
        return changed(mind.roster, change)

    def change_roster(self, change: Change, now_s: float) -> str | None:
        """What an operator decides; returns why not, or None."""
        found = self.next_roster(change, now_s)
        if isinstance(found, str):
            return found
        self._adopt(floored(self.mind, found), now_s)
        self._settle(now_s)
        return None
