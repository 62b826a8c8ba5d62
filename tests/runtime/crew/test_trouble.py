"""Faults in a whole team: who dies comes back, who is paused hears later, and all is healed."""

from __future__ import annotations

import math

import pytest

from cotree.app.team import crew_of
from cotree.core.mission import Mission
from cotree.runtime.crew.crew import Crew
from cotree.runtime.crew.trouble import Trouble
from cotree.runtime.swarm.faults import Air, Fault
from cotree.runtime.swarm.host import Clock
from cotree.trees.reading import loads
from tests.teams import DUO

HEALS_S = 30.0


class Enough(Exception):
    pass


class Scene:
    """A team of two and a witness with faults, run until a time."""

    def __init__(self, *faults: Fault, air: Air | None = None) -> None:
        self.notes: list[str] = []
        self.clocks = {name: Clock(0.0, 0.0, 0.0) for name in ("a", "b", "base")}
        mission: Mission = loads(DUO, "duo.yaml")
        self.crew, self.stage = crew_of(mission, lambda message: None, air=air)
        self.trouble = Trouble(self.crew, faults, self.clocks, HEALS_S, self.notes.append)

    def until(self, time_s: float) -> Crew:
        def enough() -> None:
            raise Enough

        self.crew.queue.at(time_s, enough)
        with pytest.raises(Enough):
            self.crew.run()
        return self.crew


def crash(at_s: float, for_s: float, host: int = 0, **more: bool | int) -> Fault:
    return Fault("crash", at_s, for_s, host, **more)  # type: ignore[arg-type]


def test_a_crashed_robot_is_expected_and_comes_back_with_its_disk() -> None:
    scene = Scene(crash(2.0, 3.0))
    crew = scene.until(4.0)
    assert crew.seats["a"].executor is None
    assert crew.returning == {"a"}
    disk = dict(crew.seats["a"].disk)
    assert disk
    scene = Scene(crash(2.0, 3.0))
    crew = scene.until(5.1)
    assert crew.seats["a"].executor is not None
    assert crew.seats["a"].lives == 2
    assert crew.returning == set()


def test_a_lost_disk_is_empty() -> None:
    crew = Scene(crash(2.0, 3.0, disk=False)).until(4.0)
    assert not crew.seats["a"].disk


def test_orphaned_motions_go_on_until_the_guard_stops_them() -> None:
    scene = Scene(crash(2.0, 10.0, orphan=True))
    scene.until(2.1)
    assert any(motion.robot == "a" for motion in scene.stage.motions.values())
    scene = Scene(crash(2.0, 10.0, orphan=True))
    scene.until(6.0)
    assert not any(motion.robot == "a" for motion in scene.stage.motions.values())
    scene = Scene(crash(2.0, 10.0, orphan=False))
    scene.until(2.1)
    assert not any(motion.robot == "a" for motion in scene.stage.motions.values())


def test_a_cut_lets_so_many_letters_leave_first() -> None:
    sent: list[str] = []
    scene = Scene(crash(2.0, 10.0, cut=2))
    network = scene.crew.network
    send = network.send

    def count(sender: int, letter: object) -> None:
        if sender == 0 and scene.crew.queue.now_s >= 2.0:
            sent.append("letter")
        send(sender, letter)  # type: ignore[arg-type]

    network.send = count  # type: ignore[method-assign]
    scene.until(6.0)
    assert len(sent) == 2
    assert "a dies" in scene.notes


def test_a_paused_robot_does_nothing_and_hears_everything_afterwards() -> None:
    scene = Scene(Fault("pause", 2.0, 1.0, 0))
    crew = scene.until(2.9)
    seat = crew.seats["a"]
    assert seat.executor is not None
    assert seat.paused
    assert seat.executor.letters
    crew = (scene := Scene(Fault("pause", 2.0, 1.0, 0))).until(3.2)
    assert not scene.crew.seats["a"].paused
    executor = crew.seats["a"].executor
    assert executor is not None
    assert len(executor.letters) < 5


def test_a_slow_robot_ticks_less_often_until_it_is_over() -> None:
    scene = Scene(Fault("slow", 2.0, 1.0, 1))
    assert scene.until(2.5).seats["b"].stride > 1
    assert Scene(Fault("slow", 2.0, 1.0, 1)).until(3.5).seats["b"].stride == 1


def test_a_partition_a_spike_and_a_jump_are_what_the_network_and_the_clock_show() -> None:
    split = Fault("partition", 1.0, 1.0, side=(0,))
    crew = Scene(split, Fault("spike", 1.0, 1.0)).until(1.5)
    assert crew.network.partitions == [split]
    assert crew.network.spike_s > 0
    scene = Scene(split, Fault("spike", 1.0, 1.0), Fault("jump", 1.0, 0.0, 2, by_s=3.0))
    crew = scene.until(2.5)
    assert crew.network.partitions == []
    assert crew.network.spike_s == 0
    assert scene.clocks["base"].skew_s == 3.0


def test_who_dies_for_good_is_not_waited_for_and_never_comes_back() -> None:
    crew = Scene(crash(2.0, math.inf)).until(HEALS_S + 5)
    assert crew.seats["a"].executor is None
    assert crew.returning == set()
    assert crew.faults_left == 0


def test_a_witness_dies_and_comes_back_too() -> None:
    crew = Scene(crash(2.0, 1.0, host=2)).until(2.5)
    assert crew.bystanders["base"].mate is None
    crew = Scene(crash(2.0, 1.0, host=2)).until(3.5)
    assert crew.bystanders["base"].mate is not None
    assert crew.bystanders["base"].lives == 2


def test_afterwards_everybody_lives_and_hears() -> None:
    scene = Scene(crash(28.0, 20.0), Fault("pause", 29.0, 9.0, 1), air=Air(loss=0.5))
    crew = scene.until(HEALS_S + 0.1)
    assert all(seat.executor is not None for seat in crew.seats.values())
    assert not any(seat.paused for seat in crew.seats.values())
    assert crew.network.air.loss == 0
    assert "healed" in scene.notes


def test_an_early_return_is_not_disturbed_by_the_old_appointment() -> None:
    scene = Scene(crash(2.0, 1.0), crash(4.0, 1.0))
    crew = scene.until(10.0)
    assert crew.seats["a"].lives == 3
    assert [note for note in scene.notes if note == "a boots"] == ["a boots"] * 2


def test_who_is_dead_already_can_still_be_lost_for_good() -> None:
    scene = Scene(crash(2.0, 3.0), crash(3.0, math.inf))
    crew = scene.until(10.0)
    assert crew.seats["a"].executor is None
    assert crew.returning == set()
    assert scene.notes.count("a dies") == 1
    assert "a boots" not in scene.notes


def test_a_second_crash_of_the_dead_changes_nothing() -> None:
    scene = Scene(crash(2.0, 3.0), crash(3.0, 9.0))
    assert scene.until(5.5).seats["a"].lives == 2


def test_only_who_lives_and_works_can_be_paused_or_slowed_down() -> None:
    scene = Scene(crash(2.0, 3.0), Fault("pause", 3.0, 9.0, 0), Fault("slow", 3.0, 1.0, 2))
    crew = scene.until(6.0)
    assert not crew.seats["a"].paused
    assert crew.seats["a"].lives == 2


def test_a_paused_witness_goes_on_and_a_partition_that_was_healed_before_its_end_is_over() -> None:
    split = Fault("partition", HEALS_S - 2.0, 9.0, side=(0,))
    scene = Scene(split, Fault("pause", 2.0, 1.0, 2))
    crew = scene.until(3.5)
    assert not crew.bystanders["base"].paused
    assert Scene(split).until(HEALS_S + 15.0).network.partitions == []
