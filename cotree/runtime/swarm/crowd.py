"""People who act as they like, and who sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cotree.runtime.swarm.faults import Fault
from cotree.runtime.swarm.host import Host
from cotree.runtime.swarm.member import Member
from cotree.runtime.swarm.queue import Queue
from cotree.runtime.swarm.truth import Truth
from cotree.team.dice import Dice

REFRESH_S = 0.5
COUNT_S = 0.2
SLOWEST_S = 0.5
"""How long perception takes, at most."""


class Crowd:
    """Everybody who is no robot."""

    def __init__(
        self,
        truth: Truth,
        queue: Queue,
        hosts: Sequence[Host],
        dice: Dice,
        note: Callable[[str], None],
        census: Callable[[int], None],
    ) -> None:
        self._truth = truth
        self._queue = queue
        self._hosts = hosts
        self._dice = dice
        self._note = note
        self._census = census

    def comes(self, fault: Fault) -> None:
        """A person begins something, is seen by some, and finishes it or lets it be."""
        leaf = fault.leaf % self._truth.task.first_thing
        if self._truth.complete[leaf]:
            return
        self._note(f"a person is at {leaf}")
        self._truth.people[leaf] = self._truth.people.get(leaf, 0) + 1
        self._count(leaf)
        observers = [host for host in self._hosts if self._dice.chance(0.5)]
        observers = observers or [self._dice.choice(self._hosts)]
        for host in observers:
            self._queue.after(self._dice.random() * SLOWEST_S, self._watch(host, leaf))
        self._queue.after(fault.for_s, lambda: self._leaves(fault, leaf, observers))

    def _count(self, leaf: int) -> None:
        """While somebody is there, look again and again who knows it."""
        self._census(leaf)
        if self._truth.people.get(leaf, 0) > 0:
            self._queue.after(COUNT_S, lambda: self._count(leaf))

    def _watch(self, host: Host, leaf: int) -> Callable[[], None]:
        def look() -> None:
            there = self._truth.people.get(leaf, 0) > 0
            host.tell(lambda member: member.see(leaf, there, host.now_s))
            if there:
                self._queue.after(REFRESH_S, look)

        return look

    def _leaves(self, fault: Fault, leaf: int, observers: list[Host]) -> None:
        self._truth.people[leaf] -= 1
        if fault.finishes and not self._truth.complete[leaf]:
            self._note(f"a person has done {leaf}")
            self._truth.done_by_person(leaf)
            for host in observers:
                self._queue.after(self._dice.random() * SLOWEST_S, self._saw(host, leaf))

    def _saw(self, host: Host, leaf: int) -> Callable[[], None]:
        def saw(member: Member) -> None:
            if self._truth.complete[leaf] and self._truth.by_person[leaf]:  # still
                member.saw_done(leaf, host.now_s)

        return lambda: host.tell(saw)
