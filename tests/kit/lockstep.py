"""Teams of processes in lockstep: their real loops, disks and bodies over a bus in bad weather."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from cotree.app.membership import team_of
from cotree.app.place import Place, Terms
from cotree.core.mission import Mission
from cotree.runtime.bus import Bus
from cotree.runtime.clock import Clock
from cotree.runtime.hub import Hub
from cotree.runtime.messages import Message
from cotree.runtime.process.attendant import Attendant
from cotree.runtime.process.footing import Footing
from cotree.runtime.process.member import Member
from cotree.runtime.timeline import RealTime
from cotree.simulation.shared.body import RobotBody
from cotree.simulation.shared.guest import Guest
from cotree.simulation.shared.remembering import Remembering
from cotree.trees.reading import loads
from tests.kit.evidence import Life, placed_in
from tests.kit.lossy import LossyBus, Weather
from tests.kit.table import IN_LOCKSTEP

RATE_HZ = 20


class Lockstep:
    """Ticks all processes of a team one after the other, in virtual time."""

    tell = True
    """Whether they tell viewers what they do."""
    removes: tuple[str, ...] = ()
    """Whom a robot that starts now says to be switched off."""

    def __init__(self, folder: Path, mission: Mission, weather: Weather, seed: int) -> None:
        self.mission = mission
        self.notices: list[str] = []
        self.written: dict[str, list[Message]] = {name: [] for name in team_of(mission)}
        self.ends: dict[str, str] = {}
        self.reasons: dict[str, object] = {}
        self.now_s = 0.0
        self._folder = folder
        self._weather = weather
        self._dice = random.Random(seed)
        self._hub = Hub()
        self._living: dict[str, tuple[Place, Member | Attendant, float]] = {}

    def bus(self, name: str, members: object, team: object) -> Bus:
        return LossyBus(self._hub.join(name), self._dice.randrange(1 << 30), self._weather)

    def start(
        self, name: str, *, forget: bool = False, stay: bool = False, first: bool = False
    ) -> None:
        folder = self._folder / name
        terms = Terms(
            self.bus, folder, forget=forget, stay=stay, first=first,
            notice=self.notices.append, tell=self.tell,
        )  # fmt: skip
        place = Place(self.mission, name, self.written[name].append, terms)
        real = RealTime(RATE_HZ, Clock())
        process: Member | Attendant
        mate = self.mission.team.get(name)
        robots = tuple(each for each, mate in self.mission.team.items() if mate.robot)
        if mate is None:
            memory = Remembering(name, team_of(self.mission), place.keepsake)
            process = Attendant(place.footing, real, robots, wakes=place.wakes, senses=memory)
        elif mate.robot is None:
            guest = Guest(self.mission, name, place.keepsake, self.notices.append)
            votes = place.wakes if name in self.mission.coordination.witness else None
            process = Attendant(place.footing, real, robots, wakes=votes, senses=guest)
        else:
            body = RobotBody(self.mission, name, place.keepsake)
            policy = self.mission.policy
            process = Member(
                name, place.footing, place.boots, body, real, policy,
                patience_s=10.0, removes=self.removes,
            )  # fmt: skip
        self._living[name] = (place, process, self.now_s)

    def joins(self, name: str) -> Bus:
        """An end of the bus for a test that speaks as this teammate."""
        return self._hub.join(name)

    def footing(self, name: str) -> Footing:
        """What one that lives stands on."""
        return self._living[name][0].footing

    def body(self, name: str) -> RobotBody:
        """Of a robot that lives."""
        process = self._living[name][1]
        assert isinstance(process, Member)
        body = process._body
        assert isinstance(body, RobotBody)
        return body

    @property
    def tree(self) -> str:
        """The digest of the task that is in all messages."""
        return next(place.assembly.plot.task.hash for place, _, _ in self._living.values())

    def ask(self, name: str) -> None:
        """As Ctrl-C does."""
        self._living[name][1].stopper.ask()

    def kill(self, name: str) -> None:
        """As kill -9 does: nothing is said, what is on disk stays there."""
        if name in self._living:
            place, _, _ = self._living.pop(name)
            place.bus.close()
            place.disk.close()

    def run(self, until_s: float) -> None:
        while self._living and self.now_s < until_s:
            for name, (place, process, since_s) in list(self._living.items()):
                process.turn(self.now_s - since_s)
                place.footing.shows(self.now_s - since_s)
                if process.end is not None:
                    self.ends[name] = process.end.result
                    self.reasons[name] = process.end.reasons
                    place.footing.goodbye(process.end.result)
                    place.close(process.end)
                    del self._living[name]
            self.now_s += 1 / RATE_HZ

    def run_to(self, event: Callable[[], bool]) -> None:
        """Until something is true, or for a minute."""
        until_s = self.now_s + 60.0
        while not event() and self.now_s < until_s:
            self.run(self.now_s + 1 / RATE_HZ)

    def close(self) -> None:
        for name in list(self._living):
            self.kill(name)

    def begun(self, name: str) -> int:
        """How much work a robot has begun."""
        return len(Life(self.written[name]).deeds)

    def placed(self) -> Counter[str]:
        return placed_in(each for messages in self.written.values() for each in messages)


def lockstep(folder: Path, loss: float, seed: int, text: str = IN_LOCKSTEP) -> Lockstep:
    mission = loads(f"mission: lockstep\n{text}", "lockstep.yaml")
    return Lockstep(folder, mission, Weather(loss=loss), seed)
