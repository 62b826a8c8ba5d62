"""Hosts that are dead for good, and the operator who tells the team so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cotree.runtime.swarm.host import Host
from cotree.runtime.swarm.member import Member
from cotree.runtime.swarm.queue import Queue
from cotree.runtime.swarm.truth import Truth
from cotree.team.roster import Change

AGAIN_S = 3.0
"""After how long the operator asks again: at the next robot, while any of them may not know."""
LOOKS_S = 0.2
"""How often an operator looks whether a dead robot still moves."""


class Morgue:
    """Removes from the team who is really dead: says so only once nothing of it moves."""

    def __init__(
        self,
        truth: Truth,
        queue: Queue,
        hosts: Sequence[Host],
        names: Sequence[str],
        note: Callable[[str], None],
    ) -> None:
        self._truth = truth
        self._queue = queue
        self._hosts = hosts
        self._names = names
        self._note = note

    def takes(self, host: Host, after_s: float) -> None:
        """A host will never come back; an operator will see that so much later."""
        host.dead = True
        self._note(f"{host.number} is dead for good")
        self._queue.after(after_s, lambda: self._look(host))

    def _look(self, host: Host) -> None:
        if any(number == host.number for number, _ in self._truth.motions):
            self._queue.after(LOOKS_S, lambda: self._look(host))
        else:
            self._tell(host, host.number + 1)

    def _tell(self, dead: Host, asked: int) -> None:
        """Ask one robot after the other for as long as the run lasts: any may have lost its disk.

        It is always the same change, so it does no harm that some of them have made it already.
        """
        host = self._hosts[asked % len(self._hosts)]
        change = Change(remove=self._names[dead.number], switched_off=True)

        def tell(member: Member) -> None:
            why = member.change_roster(change, host.now_s)
            dead.removed = dead.removed or why is None
            self._note(f"an operator removes {dead.number} at {host.number}: {why or 'removed'}")

        host.tell(tell)
        self._queue.after(AGAIN_S, lambda: self._tell(dead, asked + 1))
