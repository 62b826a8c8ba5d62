"""Operators: they take finished work back, or give a branch up, and insist until it is decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cotree.runtime.swarm.faults import Fault
from cotree.runtime.swarm.host import Host
from cotree.runtime.swarm.monitor import Monitor
from cotree.runtime.swarm.queue import Queue
from cotree.runtime.swarm.truth import Truth
from cotree.team.dice import Dice
from cotree.team.outline import Place

AGAIN_S = 4.0
"""After how long an operator asks again, at whatever robot lives."""


class Operators:
    """Everybody who may take something back."""

    def __init__(
        self,
        truth: Truth,
        queue: Queue,
        hosts: Sequence[Host],
        dice: Dice,
        note: Callable[[str], None],
        monitor: Monitor,
    ) -> None:
        self._truth = truth
        self._queue = queue
        self._hosts = hosts
        self._dice = dice
        self._note = note
        self._monitor = monitor
        self._given_up: dict[int, None] = {}
        """Leaves of branches that somebody wants given up."""
        self._wanted: dict[tuple[int, ...], bool] = {}
        """What is not decided yet: leaves, and whether they are given up."""

    def undo(self, fault: Fault) -> None:
        """Take a leaf apart, and say so: mostly one that is complete."""
        truth = self._truth
        leaves = [x for x in range(truth.task.first_thing) if x not in self._given_up]
        done = [leaf for leaf in leaves if truth.complete[leaf]]
        some = done if done and fault.leaf % 4 else leaves
        if not some:
            return
        leaf = some[fault.leaf // 4 % len(some)]
        self._note(f"an operator takes {leaf} back")
        truth.take_back(leaf)
        self._want((leaf,), fault.host, abandons=False)

    def abandon(self, fault: Fault) -> None:
        """Give one branch of an ``or`` up, if another one remains."""
        task = self._truth.task
        nodes = [place for place in task.places if place.kind == "or"]
        if not nodes:
            return
        node = nodes[fault.leaf % len(nodes)]
        branch = fault.leaf // 7 % len(node.children)
        if any(self._intact(node, other) for other in range(len(node.children)) if other != branch):
            leaves = tuple(task.branch(node, branch))
            self._note(f"an operator gives {leaves} up")
            self._given_up.update(dict.fromkeys(leaves))
            self._want(leaves, fault.host, abandons=True)

    def _intact(self, node: Place, branch: int) -> bool:
        return not any(leaf in self._given_up for leaf in self._truth.task.branch(node, branch))

    def _want(self, leaves: tuple[int, ...], host: int, *, abandons: bool) -> None:
        self._wanted[leaves] = abandons
        self._ask(leaves, host)

    def _ask(self, leaves: tuple[int, ...], number: int) -> None:
        """Tell a robot, and ask another one later if nothing comes of it."""
        if leaves not in self._wanted:
            return
        host = self._hosts[number % len(self._hosts)]
        if self._wanted[leaves]:
            host.tell(lambda member: member.abandon(leaves, host.now_s))
        else:
            host.tell(lambda member: member.undo(leaves[0], host.now_s))
        again = self._dice.below(len(self._hosts))
        self._queue.after(AGAIN_S, lambda: self._ask(leaves, again))

    def revised(self, host: int, leaves: tuple[int, ...], epoch: int) -> None:
        """It is decided; nobody may be at it now."""
        self._monitor.revised(host, leaves)
        for leaf in leaves:
            self._truth.decided(leaf, epoch, abandons=leaf in self._given_up)
        for wanted, abandons in list(self._wanted.items()):
            if (leaves == wanted) if abandons else (wanted[0] in leaves):
                del self._wanted[wanted]
