"""Local search: an action goes to another agent or another moment, and what gets no worse stays."""

from __future__ import annotations

from cotree.reallocation.lead_follow.planning.order import SHARE, Draft, Order
from cotree.reallocation.lead_follow.planning.work import NOBODY
from cotree.reallocation.schedule.solution import Stop
from cotree.team.dice import Dice

MEMORY = 200
"""A move may be as bad as what was accepted so many moves ago (late acceptance)."""
ASK = 64
"""Moves between two questions whether to stop."""


class Moves:
    """One search from a draft; the same from the same seed."""

    def __init__(self, order: Order, draft: Draft, seed: int) -> None:
        self.order, self.draft = order, draft
        self.dice = Dice(seed)
        self.value = order.value(draft)
        self.best, self.best_value = draft, self.value
        free = [slot for slot in range(len(order.slots)) if slot not in order.work.doing]
        self.movable = free

    def run(self, moves: int, bound: int, stop: Stop) -> Draft:
        """The best draft after so many moves, or as soon as one costs no more than the bound."""
        past = [self.value] * MEMORY
        for move in range(moves if self.movable else 0):
            if self.best_value // SHARE <= bound or (move % ASK == 0 and stop()):
                break
            draft = self._moved()
            value = self.order.value(draft)
            if value <= past[move % MEMORY] or value <= self.value:
                self.draft, self.value = Draft(draft.agent, self.order.moments(draft)), value
                if value < self.best_value:
                    self.best, self.best_value = draft, value
            past[move % MEMORY] = self.value
        return self.best

    def _moved(self) -> Draft:
        """The draft after one move or a swap."""
        draft = Draft(list(self.draft.agent), list(self.draft.moment))
        one = self.dice.choice(self.movable)
        other = self.dice.choice(self.movable)
        kind = self.dice.below(3)
        if kind == 0:
            self._give(draft, one)
        elif kind == 1:
            self._give(draft, one)
            draft.moment[one] = draft.moment[other] + self.dice.random() - 0.5
        else:
            self._swap(draft, one, other)
        return draft

    def _give(self, draft: Draft, slot: int) -> None:
        """Somebody else does it, if anybody else can."""
        others = [a for a in self.order.slots[slot].ticks if a != draft.agent[slot]]
        if others and draft.agent[slot] != NOBODY:
            self._to(draft, slot, self.dice.choice(others))

    def _swap(self, draft: Draft, one: int, other: int) -> None:
        """Each goes to the other's agent and moment, where that can be."""
        moment, agents = draft.moment, (draft.agent[one], draft.agent[other])
        moment[one], moment[other] = moment[other], moment[one]
        for slot, agent in ((one, agents[1]), (other, agents[0])):
            if agent in self.order.slots[slot].ticks and draft.agent[slot] != NOBODY:
                self._to(draft, slot, agent)

    def _to(self, draft: Draft, slot: int, agent: int) -> None:
        draft.agent[slot] = agent
        own = self.order.slots[slot]
        tell = self.order.number.get((own.item, "hand_over"))
        if own.action != "do" or tell is None:
            return
        if not self.order.work.tells(own.item, agent):
            draft.agent[tell] = NOBODY
        elif draft.agent[tell] == NOBODY:
            draft.agent[tell] = self.dice.choice(list(self.order.slots[tell].ticks))
