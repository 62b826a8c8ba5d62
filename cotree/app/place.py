"""Where one process of a team stands: its folder, its bus, its record, how it begins and ends."""

from __future__ import annotations

import dataclasses
import math
import os
import time
from collections.abc import Callable
from pathlib import Path

from cotree.app.assembly import Assembly
from cotree.app.buses import BusFactory
from cotree.app.membership import names_of, team_of
from cotree.app.naming import usual_state
from cotree.app.planners import NOBODY, team_workers
from cotree.core.mission import Mission
from cotree.runtime.disk import Disk
from cotree.runtime.executor import Executor
from cotree.runtime.messages import Born, End, Message
from cotree.runtime.process.footing import Footing
from cotree.runtime.process.leaving import Leaving
from cotree.runtime.process.rollcall import RollCall
from cotree.runtime.process.wire import Wire
from cotree.runtime.promises import Identity
from cotree.runtime.telling.aside import Aside
from cotree.runtime.telling.teller import Teller
from cotree.simulation.shared.keepsake import Keepsake
from cotree.team.durable import Memory
from cotree.team.teammate import Teammate

Write = Callable[[Message], None]


@dataclasses.dataclass(frozen=True)
class Terms:
    """How a process takes part, as whoever starts it says."""

    bus: BusFactory
    state: Path | None = None
    """Where it keeps its promises; None: under ``out/state``."""
    forget: bool = False
    """Start without what is kept there."""
    first: bool = False
    """The mission has never run, so nobody needs to be waited for."""
    stay: bool = False
    """Go on when the task is done."""
    removes: tuple[str, ...] = ()
    """Teammates that are switched off for good."""
    speed: float = 1.0
    until_s: float = math.inf
    notice: Callable[[str], None] = print
    team: str | None = None
    """What its team is called; None: as the mission."""
    tell: bool = True
    """Tell viewers what goes into the record."""


class Place:
    """Where one process stands: its folder, its wire, how it begins and ends."""

    def __init__(self, mission: Mission, name: str, write: Write, terms: Terms) -> None:
        self.mission = mission
        self.name = name
        self.terms = terms
        self.aside = Aside(None, terms.notice)
        self._record = write
        self.assembly = Assembly(mission, self.write)
        roster, timing = self.assembly.setting.roster, self.assembly.setting.timing
        me = Identity(mission.name, self.assembly.plot.task.hash, name)
        folder = terms.state or usual_state(mission, name, terms.team)
        team = terms.team or mission.name
        mine = Identity(team, me.tree, name)  # another team's promises are not of its mission
        self.disk = Disk(folder, mine, forget=terms.forget)
        if self.disk.note:
            terms.notice(self.disk.note)
        self.keepsake = Keepsake(folder)
        if terms.forget:
            self.keepsake.drop()
        try:
            self.bus = terms.bus(name, team_of(mission), team)
        except BaseException:
            self.disk.close()
            raise
        self.incarnation = int(1000 * time.time())
        """Rises with each process, so that no two have the same dice, whatever the disk says."""
        if terms.tell:
            self.aside = Aside(Teller(me, self.incarnation), terms.notice)
        self.rollcall = RollCall(
            name,
            roster.members,
            int.from_bytes(os.urandom(6), "big"),
            fresh=self.disk.fresh,
            remembers=self.disk.memory is not None,
            first=terms.first,
        )
        self.footing = Footing(
            Wire(self.bus, me, names_of(mission), terms.notice),
            self.disk,
            self.rollcall,
            Leaving(name, timing.hold_s, stay=terms.stay),
            self.write,
            terms.notice,
            self.aside,
        )
        self.life = 1 if self.disk.fresh else 2
        self.planners = team_workers(mission) if name in self.assembly.robots else NOBODY
        self.assembly.planners = lambda: self.planners

    def write(self, message: Message) -> None:
        """One message of the record, for whoever looks on, too."""
        self._record(message)
        self.aside.write(message)

    def boots(self, memory: Memory | None, now_s: float, *, first: bool) -> Executor:
        """The robot's process comes to life, and the record says how."""
        self.write(Born(now_s, self.name, self.life, now_s, first, memory, self.incarnation))
        return self.assembly.executor(
            self.name, self.life, memory, now_s, first=first, incarnation=self.incarnation
        )

    def wakes(self, memory: Memory | None, now_s: float, *, first: bool) -> Teammate:
        """The witness comes to life."""
        return self.assembly.mate(
            self.name, self.life, memory, now_s, first=first, incarnation=self.incarnation
        )

    def close(self, end: End | None) -> None:
        """Leave everything; after a mission that is over the next one begins from nothing."""
        self.planners.close()
        self.footing.wire.show(self.aside.rest())
        over = end is not None and end.result in ("success", "failure")
        try:
            self.disk.close(over=over)
            if over:
                self.keepsake.drop()
        finally:
            self.bus.close()
