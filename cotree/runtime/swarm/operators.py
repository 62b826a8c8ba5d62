"""Operators: they take finished work back, or give a branch up, and insist until it is decided.

A decision that was lost with every disk that had it is asked for once more.
"""

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
        """Give one branch of an ``or`` up, if another one remains; or a leaf, whatever remains."""
        task = self._truth.task
        if fault.alone:
            self._give_up((fault.leaf,), fault.host)
            return
        nodes = [place for place in task.places if place.kind == "or"]
        if not nodes:
            return
        node = nodes[fault.leaf % len(nodes)]
        branch = fault.leaf // 7 % len(node.children)
        if any(self._intact(node, other) for other in range(len(node.children)) if other != branch):
            self._give_up(tuple(task.branch(node, branch)), fault.host)

    def _give_up(self, leaves: tuple[int, ...], host: int) -> None:
        self._note(f"an operator gives {leaves} up")
        self._given_up.update(dict.fromkeys(leaves))
        self._want(leaves, host, abandons=True)

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
            self._truth.decided(leaf, epoch)
        self._queue.after(AGAIN_S, lambda: self._look(leaves, epoch))
        for wanted, abandons in list(self._wanted.items()):
            if (leaves == wanted) if abandons else (wanted[0] in leaves):
                del self._wanted[wanted]

    def _look(self, leaves: tuple[int, ...], epoch: int) -> None:
        """Until it is done again: see whether the team still knows that it was taken back.

        A quorum had it on disk, so only who lost all of those disks may have forgotten it.
        """
        truth = self._truth
        open_ = [x for x in leaves if not truth.complete[x] and truth.epoch[x] == epoch]
        left = [x for x in open_ if x not in self._given_up and (x,) not in self._wanted]
        lost = [leaf for leaf in left if self._forgotten(leaf)]
        if lost:
            self._note(f"an operator sees that nobody remembers {lost[0]} was taken back")
            truth.take_back(lost[0])
            self._want((lost[0],), self._dice.below(len(self._hosts)), abandons=False)
        elif left:
            self._queue.after(AGAIN_S, lambda: self._look(leaves, epoch))

    def _forgotten(self, leaf: int) -> bool:
        """Whether robots say that it is done, and no disk has what was decided since."""
        members = [host.member for host in self._hosts if host.member is not None]
        believed = any(member.knows_done(leaf) for member in members)
        return believed and self._monitor.remembered(leaf) < self._truth.epoch[leaf]
