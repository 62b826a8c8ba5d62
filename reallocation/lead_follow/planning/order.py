"""A plan as who does each action, and a moment per action: begun in the order of their moments.

Every action is a slot, also the hand-over of an item that nobody needs to be told of just now; such
a slot has nobody and takes no time.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from cotree.reallocation.lead_follow.planning.graph import Choice, Timed, nodes_of
from cotree.reallocation.lead_follow.planning.work import NOBODY, Work
from cotree.reallocation.lead_follow.problem import Action

SHARE = 1 << 20
"""Costs come before how much all agents have to do together."""


class Slot(NamedTuple):
    """One action that a plan may have."""

    item: int
    action: Action
    ticks: dict[int, int]
    """Who can do it, and how long each takes."""


class Draft(NamedTuple):
    """Per slot, who does it and its moment."""

    agent: list[int]
    moment: list[float]


class Order:
    """Turns drafts into plans, fast.  The first slots are the items' own."""

    def __init__(self, work: Work) -> None:
        self.work = work
        items = work.items
        self.slots = [
            Slot(i, "do", {a: item.ticks[a] for a in item.agents()}) for i, item in enumerate(items)
        ]
        self.number: dict[tuple[int, Action], int] = {(i, "do"): i for i in range(len(items))}
        self.before = [list(item.after) for item in items]
        for i, item in enumerate(items):
            if item.repair:
                self._more(Slot(i, "correct", {a: item.repair[a] for a in item.repairers()}))
            if any(work.tells(i, agent) for agent in item.agents()):
                self._more(Slot(i, "hand_over", {a: work.hand_over[a] for a in work.robots}))
        self.after: list[list[int]] = [[] for _ in self.slots]
        for slot, before in enumerate(self.before):
            for each in before:
                self.after[each].append(slot)
        self.release = [items[slot.item].release for slot in self.slots[: len(items)]]
        self.release += [0] * (len(self.slots) - len(items))
        placed = [slot.action != "hand_over" and items[slot.item].place for slot in self.slots]
        self.place = [-1 if place is False else int(place) for place in placed]

    def _more(self, slot: Slot) -> None:
        self.number[slot.item, slot.action] = len(self.slots)
        self.before[slot.item].append(len(self.slots))
        self.before.append([])
        self.slots.append(slot)

    def draft(self, timed: Timed) -> Draft:
        """A plan as a draft."""
        agent = [NOBODY] * len(self.slots)
        moment = [0.0] * len(self.slots)
        for node, start in zip(timed.nodes, timed.starts, strict=True):
            slot = self.number[node.item, node.action]
            agent[slot], moment[slot] = node.agent, float(start)
        return Draft(agent, moment)

    def starts(self, draft: Draft) -> tuple[list[int], list[int]]:
        """When each action starts, and when each agent is done."""
        agent, moment = draft
        free, places = list(self.work.free), self._places()
        missing = [len(before) for before in self.before]
        ready, starts = list(self.release), [0] * len(self.slots)
        heap = [(moment[slot], slot) for slot, count in enumerate(missing) if not count]
        heapify(heap)
        while heap:
            slot = heappop(heap)[1]
            who = agent[slot]
            if who == NOBODY:
                end = starts[slot] = ready[slot]
            elif slot in self.work.doing:
                end = self.slots[slot].ticks[who]
            else:
                start = max(ready[slot], free[who])
                if self.place[slot] >= 0:
                    start = self._room(slot, who, start, places)
                starts[slot] = start
                end = free[who] = start + self.slots[slot].ticks[who]
                places[self.place[slot]] = end
            for each in self.after[slot]:
                missing[each] -= 1
                if ready[each] < end:
                    ready[each] = end
                if not missing[each]:
                    heappush(heap, (moment[each], each))
        return starts, free

    def moments(self, draft: Draft) -> list[float]:
        """The draft's moments as they come out: when each action really starts."""
        return [float(start) for start in self.starts(draft)[0]]

    def _places(self) -> dict[int, int]:
        items = self.work.items
        return {items[i].place: items[i].ticks[a] for i, a in self.work.doing.items()}

    def _room(self, slot: int, who: int, start: int, places: dict[int, int]) -> int:
        item = self.work.items[self.slots[slot].item]
        lead = item.lead(who) if self.slots[slot].action == "do" else 0
        return max(start, places.get(self.place[slot], 0) - lead)

    def value(self, draft: Draft) -> int:
        """What is minimised, then the sum of what everybody has to do."""
        free = self.starts(draft)[1]
        costs = self.work.costs
        extra = sum(costs[i][draft.agent[i]] for i in range(len(costs)) if costs[i])
        return (max(free) + extra) * SHARE + sum(free) // len(free)

    def timed(self, draft: Draft) -> Timed:
        """The plan of a draft."""
        starts = self.starts(draft)[0]
        items = range(len(self.work.items))

        def who(action: Action) -> tuple[int, ...]:
            slots = (self.number.get((i, action)) for i in items)
            return tuple(NOBODY if slot is None else draft.agent[slot] for slot in slots)

        choice = Choice(who("do"), who("hand_over"), who("correct"))
        nodes = nodes_of(self.work, choice)
        when = (starts[self.number[node.item, node.action]] for node in nodes)
        return Timed(choice, nodes, tuple(when))

    def given(self, doer: Sequence[int], moment: Sequence[float]) -> Draft:
        """A draft from the items' agents and moments; repairs and hand-overs come just before."""
        agent, moments = list(doer), [float(each) for each in moment]
        for slot in self.slots[len(doer) :]:
            wanted = slot.action == "correct" or self.work.tells(slot.item, doer[slot.item])
            agent.append(min(slot.ticks, key=slot.ticks.__getitem__) if wanted else NOBODY)
            moments.append(moments[slot.item])
        return Draft(agent, moments)
