from __future__ import annotations

import statistics

import pytest

from cotree.core.actions import Action, Carry, Drive, Grasp, Pause, Perform, Release
from cotree.core.mission import Chance
from cotree.simulation.chance import kind_of, luck, mishap


def test_without_noise_an_action_takes_exactly_its_nominal_time() -> None:
    assert luck(Chance(), "pr2", "pr2.1", "drive").stretch == 1.0


def test_luck_depends_on_seed_robot_and_action_only() -> None:
    chance = Chance(seed=3, noise=0.4, failure=0.5)
    first = luck(chance, "pr2", "pr2.1", "drive")
    luck(chance, "pr2", "pr2.2", "drive")
    assert luck(chance, "pr2", "pr2.1", "drive") == first
    assert luck(chance, "pr2", "pr2.2", "drive") != first
    assert luck(chance, "baxter", "pr2.1", "drive") != first
    assert luck(Chance(seed=4, noise=0.4, failure=0.5), "pr2", "pr2.1", "drive") != first


def test_noise_has_mean_one_and_the_wanted_coefficient_of_variation() -> None:
    chance = Chance(noise=0.3)
    drawn = [luck(chance, "pr2", str(i), "drive").stretch for i in range(4000)]
    assert statistics.fmean(drawn) == pytest.approx(1.0, abs=0.02)
    assert statistics.stdev(drawn) == pytest.approx(0.3, abs=0.03)
    assert min(drawn) > 0


def test_failures_come_at_the_rate_of_their_kind() -> None:
    chance = Chance(failure=0.5, failures={"grasp": 0.0})
    failed = [luck(chance, "pr2", str(i), "drive").fails_at for i in range(2000)]
    assert sum(each is not None for each in failed) == pytest.approx(1000, abs=80)
    assert all(0 <= each < 1 for each in failed if each is not None)
    assert all(luck(chance, "pr2", str(i), "grasp").fails_at is None for i in range(200))


def test_a_pause_fails_only_when_told_to() -> None:
    assert luck(Chance(failure=1.0), "pr2", "1", "pause").fails_at is None
    assert luck(Chance(failures={"pause": 1.0}), "pr2", "1", "pause").fails_at is not None


def test_every_kind_of_action_has_a_word_and_a_mishap() -> None:
    at = (0.0, 0.0, 0.0)
    actions: list[Action] = [
        Drive(at),
        Grasp("cup", "l"),
        Release("cup", "l", at),
        Carry("cup", "l", at),
        Pause(1),
        Perform("wave", 1),
    ]
    assert [kind_of(each) for each in actions] == [
        "drive", "grasp", "release", "carry", "pause", "perform",
    ]  # fmt: skip
    assert [mishap(each).code for each in actions] == [
        "not_reached", "slipped", "stuck", "slipped", "disturbed", "failed",
    ]  # fmt: skip
