"""Teams of processes in lockstep: their real loops, disks and bodies over a bus in bad weather."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from cotree.app.membership import team_of
from cotree.app.place import Place, Terms
from cotree.core.mission import Mission
from cotree.runtime.acts import Remove
from cotree.runtime.bus import Bus
from cotree.runtime.clock import Clock
from cotree.runtime.hub import Hub
from cotree.runtime.messages import Heard, Message
from cotree.runtime.process.attendant import Attendant
from cotree.runtime.process.member import Member
from cotree.runtime.timeline import RealTime
from cotree.simulation.shared.body import RobotBody
from cotree.trees.reading import loads
from tests.kit.evidence import Life, placed_in
from tests.kit.lossy import LossyBus, Weather
from tests.kit.table import IN_LOCKSTEP, LEASE_S, LONG_STAGES, ONCE

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

    def start(self, name: str, *, forget: bool = False, stay: bool = False) -> None:
        folder = self._folder / name
        notice = self.notices.append
        terms = Terms(self.bus, folder, forget=forget, stay=stay, notice=notice, tell=self.tell)
        place = Place(self.mission, name, self.written[name].append, terms)
        real = RealTime(RATE_HZ, Clock())
        process: Member | Attendant
        if name in self.mission.team:
            body = RobotBody(self.mission, name, place.keepsake)
            policy = self.mission.policy
            process = Member(
                name, place.footing, place.boots, body, real, policy,
                patience_s=10.0, removes=self.removes,
            )  # fmt: skip
        else:
            robots = tuple(self.mission.team)
            process = Attendant(place.footing, real, robots, wakes=place.wakes)
        self._living[name] = (place, process, self.now_s)

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


@pytest.mark.parametrize("loss", [0.0, 0.1, 0.3])
def test_everything_is_done_once_whatever_is_lost(tmp_path: Path, loss: float) -> None:
    team = lockstep(tmp_path, loss, 1)
    for name in ("pr2", "baxter", "tablet"):
        team.start(name)
    team.run(120.0)
    team.close()
    assert team.ends == dict.fromkeys(("pr2", "baxter", "tablet"), "success")
    assert team.placed() == ONCE
    assert not any("dropped" in notice for notice in team.notices)


@pytest.mark.parametrize("seed", range(20))
def test_chaos(tmp_path: Path, seed: int) -> None:
    """10 % of everything is lost while processes die and come back."""
    dice = random.Random(seed)
    team = lockstep(tmp_path, 0.1, seed)
    names = ["pr2", "baxter", "tablet"]
    for name in names:
        team.start(name)
    for _ in range(dice.randint(1, 3)):
        team.run(team.now_s + dice.uniform(0.5, 4.0))
        victim = dice.choice(names)
        if victim not in team.ends:
            team.kill(victim)
            team.run(team.now_s + dice.uniform(0.0, 4.0))
            team.start(victim)
    team.run(team.now_s + 120.0)
    team.close()
    assert set(team.ends.values()) == {"success"}, (team.ends, team.reasons, team.notices)
    assert all(count == 1 for count in team.placed().values())


@pytest.mark.parametrize("seed", range(40))
def test_the_work_of_a_killed_robot_is_taken_over_within_its_lease_and_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """However they came to terms before, and wherever it was before it had the cup in its hand."""
    incarnations = itertools.count(1 + 1000 * seed)
    born = SimpleNamespace(time=lambda: next(incarnations))
    monkeypatch.setattr("cotree.app.place.time", born)
    dice = random.Random(seed)
    team = lockstep(tmp_path, 0.0, seed, LONG_STAGES)
    for name in dice.sample(("pr2", "baxter", "tablet"), 3):
        team.start(name)
        team.run(team.now_s + dice.uniform(0.0, 0.5))
    robots = ["pr2", "baxter"]
    team.run_to(lambda: any(map(team.begun, robots)))
    victim, heir = sorted(robots, key=team.begun, reverse=True)
    team.run(team.now_s + dice.uniform(0.0, 5.5))
    team.kill(victim)
    killed_s = team.now_s
    team.run_to(lambda: team.begun(heir) > 0)
    took_s = team.now_s - killed_s
    team.close()
    assert took_s <= LEASE_S + 1.0


def test_a_robot_that_has_lost_its_disk_joins_and_nothing_is_done_twice(tmp_path: Path) -> None:
    team = lockstep(tmp_path, 0.0, 3)
    for name in ("pr2", "baxter", "tablet"):
        team.start(name)
    team.run(1.5)
    team.kill("baxter")
    team.run(3.0)
    team.start("baxter", forget=True)
    team.run(120.0)
    team.close()
    assert "the team has begun; joining it" in team.notices
    assert set(team.ends.values()) == {"success"}
    assert all(count == 1 for count in team.placed().values())


def test_who_is_not_there_at_the_beginning_is_waited_for(tmp_path: Path) -> None:
    team = lockstep(tmp_path, 0.0, 4)
    team.start("pr2")
    team.start("tablet")
    team.run(20.0)
    assert team.placed() == Counter()
    assert any(notice.startswith("waiting for baxter: ") for notice in team.notices)
    team.start("baxter")
    team.run(120.0)
    team.close()
    assert team.placed() == ONCE


def test_who_stays_for_the_others_and_is_stopped_then_has_succeeded(tmp_path: Path) -> None:
    team = lockstep(tmp_path, 0.0, 5)
    for name in ("pr2", "baxter", "tablet"):
        team.start(name, stay=name == "pr2")
    team.run(60.0)
    assert team.ends == {"baxter": "success", "tablet": "success"}
    team.ask("pr2")
    team.run(62.0)
    assert team.ends["pr2"] == "success"


def test_a_witness_stays_for_a_robot_that_came_back_from_its_disk(tmp_path: Path) -> None:
    team = lockstep(tmp_path, 0.0, 1)
    for name in ("tablet", "baxter", "pr2"):
        team.start(name)
    team.run(2.0)
    team.ask("pr2")
    team.run_to(lambda: "pr2" in team.ends)
    team.start("pr2")
    team.run(team.now_s + 2.0)
    team.ask("baxter")
    team.run_to(lambda: "baxter" in team.ends)
    assert team.ends == {"pr2": "halted", "baxter": "halted"}
    team.run(200.0)
    team.close()
    assert team.ends == {"pr2": "success", "baxter": "halted", "tablet": "success"}
    assert team.placed() == ONCE


def test_the_bus_is_left_when_everything_is_on_disk(tmp_path: Path) -> None:
    left: dict[str, bool] = {}

    class Watched(Lockstep):
        def bus(self, name: str, members: object, team: object) -> Bus:
            bus = super().bus(name, members, team)
            leave = bus.close

            def close() -> None:
                left[name] = not (tmp_path / name / "promises.log").exists()
                leave()

            bus.close = close  # type: ignore[method-assign]
            return bus

    mission = loads(f"mission: lockstep\n{IN_LOCKSTEP}", "lockstep.yaml")
    team = Watched(tmp_path, mission, Weather(), 6)
    for name in ("pr2", "baxter", "tablet"):
        team.start(name)
    team.run(60.0)
    assert left == dict.fromkeys(("pr2", "baxter", "tablet"), True)


def without_witness(folder: Path) -> Lockstep:
    text = IN_LOCKSTEP.replace("witness: [tablet]", "partition: operator")
    team = Lockstep(folder, loads(f"mission: lockstep\n{text}", "lockstep.yaml"), Weather(), 1)
    team.start("pr2")
    team.start("baxter")
    return team


def test_who_comes_back_goes_on_without_a_robot_that_is_switched_off(tmp_path: Path) -> None:
    team = without_witness(tmp_path)
    team.run(0.5)  # before anything can be in its hands
    team.kill("baxter")
    team.run(12.0)
    assert team.ends == {}, "nobody says who is switched off"
    team.kill("pr2")
    team.removes = ("baxter",)
    team.start("pr2")
    team.run(60.0)
    team.close()
    assert team.ends == {"pr2": "success"}, (team.reasons, team.notices)
    assert "baxter is removed from the team for good" in team.notices
    acts = [act for each in team.written["pr2"] if isinstance(each, Heard) for act in each.acts]
    assert acts == [Remove(robot="baxter")]
    assert max(team.placed().values()) == 1


def test_a_robot_that_is_heard_is_not_removed(tmp_path: Path) -> None:
    team = without_witness(tmp_path)
    team.run(1.0)
    team.kill("pr2")
    team.removes = ("baxter",)
    team.start("pr2")
    team.run(60.0)
    team.close()
    assert team.ends == {"pr2": "success", "baxter": "success"}, team.notices
    assert [each for each in team.notices if "removed" in each] == [
        "baxter is removed when it was silent for 3.0 s"
    ]
