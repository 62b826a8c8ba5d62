"""The paper's human-robot experiment (section 3.2.1): who does what, and what is talked about."""

from __future__ import annotations

import random

import pytest

from cotree.core.mission import Reach
from cotree.team.mirror.script import Pace
from tests.team.mirror.shared_table import STEP_S, STOP_S, SharedTable

SCRIPT = (
    Reach("Cup", delay_s=0.4, keeps=False),
    Reach("Tea_Pot", ("Burger", "Cup"), 0.2, keeps=True),
)
EXECUTORS = {"Burger": "Baxter", "Cup": "PR2", "Tea_Pot": "human", "Sugar": "PR2"}
DIALOGUES = [("PR2", "Cup", "robot"), ("Baxter", "Tea_Pot", "human")]


@pytest.mark.parametrize("latency_s", [0.0, 0.1, 0.5, 1.0, 1.5])
def test_the_outcome_does_not_depend_on_how_late_the_robots_see(latency_s: float) -> None:
    table = SharedTable(SCRIPT, latency_s)
    table.run()
    assert table.executor == EXECUTORS
    assert table.dialogues == DIALOGUES


@pytest.mark.parametrize("speed", [0.92, 1.08])
@pytest.mark.parametrize("order", [("PR2", "Baxter"), ("Baxter", "PR2")])
def test_the_outcome_does_not_depend_on_speed_or_on_who_decides_first(
    speed: float, order: tuple[str, ...]
) -> None:
    table = SharedTable(SCRIPT, 0.5, speed=speed, order=order)
    table.run()
    assert table.executor == EXECUTORS
    assert table.dialogues == DIALOGUES


@pytest.mark.parametrize(("noise_m", "seed"), [(0.01, 1), (0.01, 2), (0.02, 3)])
def test_a_noisy_camera_tells_the_same(noise_m: float, seed: int) -> None:
    dice = random.Random(seed)
    table = SharedTable(SCRIPT, noise=lambda: dice.gauss(0.0, noise_m))
    table.run()
    assert table.executor == EXECUTORS
    assert table.dialogues == DIALOGUES


def test_the_hand_alone_tells_the_robots_what_the_person_wants() -> None:
    table = SharedTable(SCRIPT)
    table.run()
    assert table.executor == EXECUTORS
    assert table.dialogues == DIALOGUES


def test_the_robot_stops_within_a_tick_and_its_stop_time() -> None:
    table = SharedTable(SCRIPT, latency_s=0.5)
    table.run()
    assert table.stop_delays_s
    assert max(table.stop_delays_s) <= STEP_S + STOP_S + 1e-9


def test_a_person_who_was_there_first_is_not_asked() -> None:
    table = SharedTable([Reach("Cup"), Reach("Burger", ("Cup",))], latency_s=0.0)
    table.run()
    assert table.executor["Cup"] == "human"
    assert ("PR2", "Cup", "human") not in table.dialogues


def test_a_person_may_break_the_order_and_nobody_fights_for_the_object() -> None:
    table = SharedTable([Reach("Sugar")])
    table.run()
    assert table.executor["Sugar"] == "human"
    assert table.dialogues == []


@pytest.mark.parametrize("latency_s", [0.5, None])
def test_a_person_who_keeps_it_but_does_nothing_loses_it_after_15_s(
    latency_s: float | None,
) -> None:
    line = Reach("Tea_Pot", ("Burger", "Cup"), 0.2, acts=False)
    table = SharedTable([line], latency_s)
    table.run()
    assert table.dialogues == [("Baxter", "Tea_Pot", "human")]
    assert table.executor["Tea_Pot"] in ("Baxter", "PR2")
    assert table.said == ["Tea Pot is yours.", "Tea Pot is free again."]


def test_a_person_who_does_not_answer_keeps_it() -> None:
    table = SharedTable([SCRIPT[1]], latency_s=0.5, pace=Pace(answers_s=1000.0))
    table.run()
    assert table.dialogues == []
    assert table.said == ["Tea Pot is yours."]
    assert table.executor["Tea_Pot"] == "human"
