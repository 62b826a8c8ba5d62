"""What befalls the processes of a crew, whoever wants it: they die, begin anew, are cut off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cotree.runtime.crew.bystander import Bystander
from cotree.runtime.crew.crew import Crew
from cotree.runtime.crew.seat import Seat
from cotree.runtime.swarm.faults import Fault

Host: TypeAlias = Seat | Bystander


def lives(host: Host) -> bool:
    """Whether its process is there."""
    return (host.executor if isinstance(host, Seat) else host.mate) is not None


def joined(host: Host) -> bool:
    """Whether its process is there and knows what the team has promised."""
    if isinstance(host, Bystander):
        return host.mate is not None and host.mate.mind.joined
    accord = None if host.executor is None else host.executor.accord
    return accord is not None and accord.mate.mind.joined


def hosts_of(crew: Crew) -> list[Host]:
    """All who have a process."""
    return [*crew.seats.values(), *crew.bystanders.values()]


class Fates:
    """Ends processes, begins them anew, and cuts them off."""

    def __init__(self, crew: Crew, note: Callable[[str], None] = lambda line: None) -> None:
        self._crew = crew
        self._note = note
        self.anew: Callable[[], None] = lambda: None
        """Told when the last who remembered has lost its disk: the team begins anew."""
        self._forgetful: set[str] = set()
        """Who has lost its disk, and has not heard from the others what was on it."""
        self._apart: dict[str, Fault] = {}
        """By name: what keeps its letters from the others."""

    def die(self, host: Host, *, disk: bool = True, orphan: bool = True) -> None:
        """Its process is gone, perhaps its disk, too; ``orphan``: its motion goes on at first."""
        self._note(f"{host.name} dies{'' if disk else ', disk lost'}")
        host.die(disk=disk)
        if not disk:
            self._forgets(host)
        if isinstance(host, Seat):
            host.stride = 1
            self._crew.world.crash(host.name, orphan=orphan)
            self._crew.stirred = True

    def _forgets(self, host: Host) -> None:
        hosts = hosts_of(self._crew)
        self._forgetful -= {each.name for each in hosts if joined(each)}
        self._forgetful.add(host.name)
        if len(self._forgetful) == len(hosts):
            self.anew()

    def boot(self, host: Host) -> None:
        """A new process of it begins."""
        self._note(f"{host.name} boots")
        if isinstance(host, Seat):
            self._crew.world.restart(host.name)
            self._crew.stirred = True
        host.boot(self._crew.queue.now_s)

    def is_apart(self, name: str) -> bool:
        """Whether it is cut off."""
        return name in self._apart

    def cut(self, name: str) -> None:
        """From now on nobody hears it, and it hears nobody."""
        network = self._crew.network
        side = (network.names.index(name),)
        self._apart[name] = Fault("partition", self._crew.queue.now_s, side=side)
        network.partitions.append(self._apart[name])

    def mend(self, name: str) -> None:
        """It hears and is heard again."""
        fault, partitions = self._apart.pop(name), self._crew.network.partitions
        if fault in partitions:
            partitions.remove(fault)
