"""Teams of processes in lockstep: whatever is lost, whoever dies."""

from __future__ import annotations

import itertools
import random
import shutil
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from cotree.runtime.acts import Remove
from cotree.runtime.bus import Bus
from cotree.runtime.messages import Heard
from cotree.runtime.process.member import LOOKS_S
from cotree.trees.reading import loads
from tests.kit.lockstep import Lockstep, lockstep
from tests.kit.lossy import Weather
from tests.kit.table import IN_LOCKSTEP, LEASE_S, LONG_STAGES, ONCE


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


ARM = "{resources: {g: gripper, head: head}, arm_speed: 0.5 m/s, handling: 2 s, reach: 3 m}"
PLATE_OR_DISH = f"""
team:
  pr2:    {{robot: {ARM}, at: [0, -1]}}
  baxter: {{robot: {ARM}, at: [0, 0.8]}}
  ann: {{person: {{watched_by: [pr2, baxter]}}, at: [0.78, 0.4]}}
world:
  places: {{t1: [0.5, 0.25], t2: [-0.45, 0.26]}}
  objects: {{plate: [0.15, 0.46], dish: [-0.3, 0.29]}}
task:
  then:
    - {{wait: 3 s}}
    - or:
        - {{place: {{object: plate, at: t1}}, name: plate}}
        - {{place: {{object: dish, at: t2}}, name: dish}}
coordination: {{witness: [ann], lease: 1.0 s, renew: 0.25 s, stop: 0.2 s}}
"""


@pytest.mark.parametrize("looks_s", [0.0, LOOKS_S])
def test_who_holds_what_it_can_not_go_on_with_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks_s: float
) -> None:
    """The plate is in the hand of one, and the other, which comes back, may have claimed it."""
    monkeypatch.setattr("cotree.runtime.process.member.LOOKS_S", looks_s)
    team = lockstep(tmp_path, 0.0, 1, PLATE_OR_DISH)
    for name in ("ann", "baxter", "pr2"):
        team.start(name)
    team.run(0.8)
    team.kill("pr2")
    team.run_to(lambda: team.begun("baxter") > 1)
    team.run(team.now_s + 2.3)
    team.kill("ann")
    shutil.rmtree(tmp_path / "ann")
    team.run(team.now_s + 5.0)
    team.start("ann")
    team.run(team.now_s + 1.2)
    team.start("pr2")
    team.run(team.now_s + 60.0)
    team.close()
    assert team.ends == dict.fromkeys(("pr2", "baxter", "ann"), "success")
    assert sum(team.placed().values()) == 1


def test_a_witness_remembers_what_dead_robots_have_moved(tmp_path: Path) -> None:
    """All that baxter did is in the witness's memory only, also over a death of the witness."""
    team = lockstep(tmp_path, 0.0, 1)
    for name in ("tablet", "baxter", "pr2"):
        team.start(name)
    team.run(1.0)
    team.kill("pr2")
    team.run_to(lambda: sum(team.placed().values()) >= 2)
    team.run(team.now_s + 0.5)
    for name in ("baxter", "tablet"):
        team.kill(name)
    shutil.rmtree(tmp_path / "baxter")
    team.start("tablet")
    team.start("pr2")
    team.run_to(lambda: team.begun("pr2") > 1)
    found = team.body("pr2").stage.body.world.objects
    placed = [name for name in team.placed() if found[name][:2] == (4.0, 2.0)]
    team.close()
    assert len(placed) >= 2
