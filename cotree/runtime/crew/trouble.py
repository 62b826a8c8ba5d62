"""Lets faults happen to a crew, and heals them."""

from __future__ import annotations

import math
from collections.abc import Callable

from cotree.runtime.crew.crew import Crew
from cotree.runtime.crew.fates import Fates, Host, hosts_of, lives
from cotree.runtime.crew.seat import Seat
from cotree.runtime.swarm.faults import Fault
from cotree.runtime.swarm.host import Clock
from cotree.team.messages import Letter

SPIKE_S = 2.0
SLOW_BEATS = 10
"""A slow process misses so many beats less one."""


class Trouble:
    """Brings each fault at its time; after ``heals_s`` everybody lives who is not dead for good."""

    def __init__(
        self,
        crew: Crew,
        faults: tuple[Fault, ...],
        clocks: dict[str, Clock],
        heals_s: float,
        note: Callable[[str], None],
    ) -> None:
        self._crew = crew
        self._hosts = hosts_of(crew)
        self._clocks = clocks
        self._note = note
        self.fates = Fates(crew, note)
        self._cuts: dict[str, tuple[Fault, int]] = {}
        """Who dies when its next letters leave, and how many more of them still do."""
        self._lost: set[str] = set()
        """Dead for good."""
        self._lives: dict[str, int] = {}
        """When a host comes back counts for the life that ended, and for no other."""
        self.crashed: Callable[[str], None] = lambda name: None
        """Told of a robot the moment before its process is gone."""
        crew.faults_left = len(faults)
        queue = crew.queue
        for fault in faults:
            queue.at(fault.at_s, lambda fault=fault: self._happen(fault))  # type: ignore[misc]
        queue.at(heals_s, self._heal)
        for host in self._hosts:
            self._listen(host)

    def _listen(self, host: Host) -> None:
        send = host.send
        host.send = lambda name, letter: self._post(host, send, letter)

    # -- faults --------------------------------------------------------------------------------

    def _happen(self, fault: Fault) -> None:
        self._crew.faults_left -= 1
        host = self._hosts[fault.host % len(self._hosts)]
        self._note(f"fault {fault.kind} {host.name} for {fault.for_s:.3f} s")
        happens: dict[str, Callable[[Host, Fault], None]] = {
            "crash": self._crash,
            "pause": self._pause,
            "partition": self._partition,
            "spike": self._spike,
            "jump": self._jump,
            "slow": self._slow,
        }
        happens[fault.kind](host, fault)

    def _crash(self, host: Host, fault: Fault) -> None:
        if fault.cut < 0:
            self._die(host, fault)
        else:
            self._cuts[host.name] = (fault, fault.cut)

    def _post(self, host: Host, send: Callable[[str, Letter], None], letter: Letter) -> None:
        cut = self._cuts.pop(host.name, None)
        if cut is None:
            send(host.name, letter)
            return
        fault, left = cut
        if left == 0:
            self._die(host, fault)
            return
        self._cuts[host.name] = (fault, left - 1)
        send(host.name, letter)

    def _die(self, host: Host, fault: Fault) -> None:
        if not lives(host):
            if math.isinf(fault.for_s):
                self._bury(host)
            return
        now_s = self._crew.queue.now_s
        self.crashed(host.name)
        self.fates.die(host, disk=fault.disk, orphan=fault.orphan)
        if math.isinf(fault.for_s):
            self._bury(host)
            return
        self._crew.returning.add(host.name)
        life = host.lives
        self._crew.queue.at(now_s + fault.for_s, lambda: self._boot(host, life))

    def _bury(self, host: Host) -> None:
        self._lost.add(host.name)
        self._crew.returning.discard(host.name)

    def _boot(self, host: Host, life: int) -> None:
        if lives(host) or host.lives != life or host.name in self._lost:
            return
        self._crew.returning.discard(host.name)
        self.fates.boot(host)

    def _pause(self, host: Host, fault: Fault) -> None:
        if lives(host) and not host.paused:
            host.paused = True
            life = host.lives
            self._crew.queue.after(fault.for_s, lambda: self._resume(host, life))

    def _resume(self, host: Host, life: int) -> None:
        if not host.paused or host.lives != life:
            return
        host.paused = False
        if isinstance(host, Seat):
            host.wake(self._crew.queue.now_s)
        else:
            host.resume(self._crew.queue.now_s)

    def _slow(self, host: Host, fault: Fault) -> None:
        if isinstance(host, Seat):
            host.stride = SLOW_BEATS
            self._crew.queue.after(fault.for_s, lambda: setattr(host, "stride", 1))

    def _partition(self, host: Host, fault: Fault) -> None:
        partitions = self._crew.network.partitions
        partitions.append(fault)

        def over() -> None:
            if fault in partitions:
                partitions.remove(fault)

        self._crew.queue.after(fault.for_s, over)

    def _spike(self, host: Host, fault: Fault) -> None:
        network = self._crew.network
        network.spike_s = SPIKE_S
        self._crew.queue.after(fault.for_s, lambda: setattr(network, "spike_s", 0.0))

    def _jump(self, host: Host, fault: Fault) -> None:
        self._clocks[host.name].skew_s += fault.by_s

    # -- healing -------------------------------------------------------------------------------

    def _heal(self) -> None:
        """Letters arrive, and everybody lives and runs."""
        self._crew.faults_left = 0
        self._note("healed")
        self._crew.network.heal()
        self._cuts.clear()
        for host in self._hosts:
            if isinstance(host, Seat):
                host.stride = 1
            self._resume(host, host.lives)
            if not lives(host):
                self._boot(host, host.lives)


def _lives(host: Host) -> bool:
    return (host.executor if isinstance(host, Seat) else host.mate) is not None
