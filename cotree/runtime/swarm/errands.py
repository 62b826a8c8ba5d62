"""What a robot goes for: a leaf, and before it the things that it needs, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from cotree.runtime.swarm.member import Member
from cotree.runtime.swarm.truth import Truth
from cotree.team.ballots import Ballot
from cotree.team.dice import Dice
from cotree.team.effects import Denied, Over

EAGER_S = 0.1
"""Patience and courtesy must not be what keeps a team safe: some robots have neither."""


class Body(Protocol):
    """What the choice of work needs of a robot."""

    number: int

    def leave(self, thing: int) -> None:
        """Begin to drive out of a thing."""

    def put_back(self, thing: int) -> Ballot:
        """Use a thing no more that it is not in; returns its token."""


class Errands:
    """Chooses what to claim next."""

    def __init__(
        self,
        body: Body,
        truth: Truth,
        dice: Dice,
        note: Callable[[str], None],
        uses: tuple[tuple[int, ...], ...],
        hands: int,
        *,
        eager: bool,
    ) -> None:
        self.mine: dict[int, Ballot] = {}
        """Things that this robot may use now, with their tokens."""
        self.leaf = -1
        """The leaf for which it holds things, or tries to; -1: none."""
        self._body = body
        self._truth = truth
        self._dice = dice
        self._note = note
        self._uses = uses
        self._hands = hands
        self._eager = eager
        self._retry_s: dict[int, float] = {}
        self._instead = -1

    def uses(self, leaf: int) -> tuple[int, ...]:
        """The things that a leaf needs."""
        return self._uses[leaf] if self._uses else ()

    def forget(self) -> None:
        """A new incarnation knows nothing of all this."""
        self.mine.clear()
        self.leaf = self._instead = -1
        self._retry_s.clear()

    def denied(self, order: Denied, now_s: float) -> None:
        """When to try again, and what to look at before."""
        soon_s = now_s + EAGER_S * self._dice.random()
        self._retry_s[order.leaf] = soon_s if self._eager else order.retry_s
        self._instead = order.instead
        if order.leaf == self.leaf:
            self.leaf = -1

    def over(self, order: Over) -> None:
        """It was only looked at."""
        if order.leaf == self.leaf:
            self.leaf = -1

    def busy(self, member: Member) -> bool:
        """Whether it has no hand free."""
        leaves = [leaf for leaf in member.holds() if not self._truth.task.is_thing(leaf)]
        return len(leaves) >= self._hands or (self.leaf >= 0 and self._hands == 1)

    # -- choosing ------------------------------------------------------------------------------

    def choose(self, member: Member, now_s: float) -> None:
        """Claim what is to be done next, and give back what is not needed."""
        if self.mine or self._truth.inside:
            self._tidy(member, now_s)
        if self._stuck():
            return
        if self.leaf >= 0:
            self._pursue(member, now_s)
        if member.complete or self.busy(member):
            return
        leaf = self._pick(member, now_s)
        if leaf < 0:
            return
        if self._truth.by_person[leaf] and self._truth.complete[leaf]:
            member.saw_done(leaf, now_s)
        elif member.knows_person(leaf, now_s):
            self._retry_s[leaf] = now_s + 0.5
        elif self.uses(leaf):
            self.leaf = leaf
            self._pursue(member, now_s)
        else:
            self._claim(member, leaf, now_s)

    def _free(self, member: Member, leaf: int, now_s: float) -> bool:
        if leaf in member.holds() or self._retry_s.get(leaf, -1e9) > now_s:
            return False
        if self.leaf >= 0 and (leaf == self.leaf or self.uses(leaf)):
            return False  # one errand with things at a time
        return self._eager or not member.taken_by(leaf, now_s)

    def _pick(self, member: Member, now_s: float) -> int:
        unknown = member.unknown()
        if self._instead in unknown and self._free(member, self._instead, now_s):
            leaf, self._instead = self._instead, -1
            return leaf
        leaves = range(self._truth.task.first_thing)
        some = [x for x in leaves if member.enabled(x) and self._free(member, x, now_s)]
        some = some or [leaf for leaf in unknown if self._free(member, leaf, now_s)]
        return self._dice.choice(some) if some else -1

    def _claim(self, member: Member, leaf: int, now_s: float) -> None:
        self._note(f"{self._body.number} claims {leaf}")
        member.claim(leaf, now_s)

    # -- things --------------------------------------------------------------------------------

    def _pursue(self, member: Member, now_s: float) -> None:
        """The next step of an errand, or its end when it cannot go on now."""
        leaf = self.leaf
        holds = member.holds()
        if leaf in holds:
            return
        wanted = member.enabled(leaf) or leaf in member.unknown()
        if not wanted or self._retry_s.get(leaf, -1e9) > now_s:
            self.leaf = -1
            self._tidy(member, now_s)
            return
        for thing in self.uses(leaf):
            if thing not in self.mine:
                if thing not in holds:
                    self._get(member, thing, now_s)
                return
        self._claim(member, leaf, now_s)

    def _get(self, member: Member, thing: int, now_s: float) -> None:
        late = self._retry_s.get(thing, -1e9) <= now_s
        if late and (self._eager or not member.taken_by(thing, now_s)):
            self._claim(member, thing, now_s)

    def _tidy(self, member: Member, now_s: float) -> None:
        """Drive out of what is not needed, give back what is empty, claim what it is stuck in."""
        me, inside = self._body.number, self._truth.inside
        needed = self._needed()
        for thing in [thing for thing in self.mine if thing not in needed]:
            if me in inside.get(thing, {}):
                self._body.leave(thing)
            else:
                member.let_go(thing, self._body.put_back(thing), now_s)
        for thing in self._stuck():
            if thing not in member.holds():
                self._get(member, thing, now_s)

    def _needed(self) -> list[int]:
        """Things to keep: in order, so that nobody has a later one and waits for an earlier one."""
        found: list[int] = []
        for thing in self.uses(self.leaf) if self.leaf >= 0 else ():
            if thing not in self.mine:
                break
            found.append(thing)
        return found

    def _stuck(self) -> list[int]:
        """Things that it is in without having them: it drives out before anything else.

        Who wanted more before it is out would take things in another order than the others do.
        """
        me, inside = self._body.number, self._truth.inside
        return [thing for thing in inside if me in inside[thing] and thing not in self.mine]
