"""Real arms in a world of forces: they take, carry, try again, put back, and see what they can."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cotree import app
from cotree.app.arms import Armoury
from cotree.core.actions import (
    Begin,
    Carry,
    Ended,
    Event,
    Grasp,
    GraspSeen,
    Halt,
    ObjectSeen,
    Release,
)
from cotree.core.stopping import Stop
from cotree.manipulation.reach.installed import where
from cotree.manipulation.reach.urdf import UrdfError
from cotree.simulation.physics.body import PhysicsBody

TABLE = """
mission: one table
team:
  pr2: {robot: pr2_right_arm, at: [0, 0], home: {right_gripper: [0.25, 0.04]}}
  baxter: {robot: baxter_right_arm, at: [0, 0.8], home: {right_gripper: [-0.25, 0.76]}}
world:
  places: {tray: [0.4, 0.3]}
  objects: {cup: [-0.2, 0.35], orange: [0.1, 0.4]}
  grasps: {pr2: {cup: 50, orange: 1}, baxter: {cup: 50, orange: 50}}
task: {and: [{place: {object: cup, at: tray}}, {place: {object: orange, at: tray}}]}
coordination: {witness: [tablet]}
"""
HAND = "right_gripper"
TRAY = (0.4, 0.3, 0.0)


@pytest.fixture
def body(tmp_path: Path) -> PhysicsBody:
    try:
        where("pr2")
    except UrdfError:
        pytest.skip("needs cotree[physics]: example-robot-data")
    file = tmp_path / "mission.yaml"
    file.write_text(TABLE)
    return PhysicsBody(app.read_mission(str(file)), arms=Armoury())


def until(body: PhysicsBody, found: Callable[[Event], bool], to_s: float = 90.0) -> list[Event]:
    """What happened until something was told."""
    events: list[Event] = []
    while (due_s := body.next_event_s()) is not None and due_s <= to_s:
        events += body.advance(due_s)
        if any(found(event) for event in events):
            return events
    raise AssertionError(f"it never happened: {events}")


def ended(id_: str = "1") -> Callable[[Event], bool]:
    return lambda event: isinstance(event, Ended) and event.id == id_


def why(events: list[Event], id_: str = "1") -> str:
    """How an action ended; empty: well."""
    (reason,) = [each.reason for each in events if isinstance(each, Ended) and each.id == id_]
    return "" if reason is None else reason.code


def lifted(event: Event) -> bool:
    return isinstance(event, ObjectSeen) and event.held_by is not None


def carry(robot: str, thing: str, id_: str = "1") -> Begin:
    return Begin(id_, robot, Carry(thing, HAND, TRAY))


@pytest.mark.parametrize(
    ("robot", "thing"), [("pr2", "cup"), pytest.param("baxter", "orange", marks=pytest.mark.soak)]
)
def test_an_arm_brings_a_thing_and_touches_nothing_else(
    body: PhysicsBody, robot: str, thing: str
) -> None:
    other = "orange" if thing == "cup" else "cup"
    stood = body.sim.at(other)
    body.command(carry(robot, thing), 0.0)
    events = until(body, ended())
    assert why(events) == ""
    assert body.sim.at(thing) == pytest.approx(TRAY, abs=0.015)
    assert body.sim.at(other) == pytest.approx(stood, abs=0.003)
    seen = [each for each in events if isinstance(each, ObjectSeen) and each.object == thing]
    assert [each.held_by for each in seen[-2:]] == [(robot, HAND), None]
    assert body.held(robot) == []
    assert body.physics_errors == []


def test_what_is_too_wide_for_a_hand_is_not_even_tried(body: PhysicsBody) -> None:
    body.command(carry("pr2", "orange"), 0.0)
    events = until(body, ended())
    assert why(events) in ("no_hold", "too_wide", "no_way_in")
    assert body.sim.now_s < 1.0
    assert body.sim.at("orange") == pytest.approx((0.1, 0.4, 0.0), abs=0.002)


def test_a_thing_that_is_knocked_out_of_the_hand_is_fetched_again(body: PhysicsBody) -> None:
    body.command(carry("baxter", "orange"), 0.0)
    until(body, lifted)
    body.advance(body.sim.now_s + 0.5)
    body.sim.push("orange", (0.0, 0.0, -90.0))
    dropped = until(body, lambda event: isinstance(event, ObjectSeen) and event.held_by is None)
    assert dropped
    assert body.held("baxter") == []
    body.sim.push("orange", (0.0, 0.0, 0.0))
    events = until(body, ended())
    assert why(events) == ""
    assert any(lifted(event) for event in events), "it was taken a second time"
    assert body.sim.at("orange") == pytest.approx(TRAY, abs=0.03)


def test_after_three_grasps_that_held_nothing_it_gives_up(body: PhysicsBody) -> None:
    body.sim.push("orange", (0.0, 0.0, -200.0))
    body.command(carry("baxter", "orange"), 0.0)
    events = until(body, ended())
    assert why(events) in ("dropped", "slipped", "nothing_held")
    assert body.held("baxter") == []
    assert body.sim.now_s > 15.0


def test_a_hand_that_is_cancelled_puts_back_what_it_holds(body: PhysicsBody) -> None:
    body.command(carry("baxter", "orange"), 0.0)
    until(body, lifted)
    body.advance(now_s := body.sim.now_s + 1.0)
    body.command(Halt("1", "baxter", Stop.CANCEL), now_s)
    events = until(body, ended())
    assert why(events) == "halted"
    assert body.held("baxter") == []
    assert body.sim.at("orange") == pytest.approx((0.1, 0.4, 0.0), abs=0.03)


def test_a_hand_that_is_killed_stays_and_holds_and_can_put_down_later(body: PhysicsBody) -> None:
    body.command(carry("baxter", "orange"), 0.0)
    until(body, lifted)
    body.advance(now_s := body.sim.now_s + 1.5)
    body.command(Halt("1", "baxter", Stop.KILL), now_s)
    assert why(until(body, ended(), now_s + 0.1)) == "halted"
    stays = body.sim.at("orange")
    body.advance(now_s + 2.0)
    assert body.held("baxter") == ["orange"]
    assert body.sim.at("orange") == pytest.approx(stays, abs=0.03)
    body.command(carry("baxter", "orange", "2"), now_s + 2.0)
    assert why(until(body, ended("2")), "2") == ""
    assert body.sim.at("orange") == pytest.approx(TRAY, abs=0.02)


def test_a_hand_that_is_interrupted_goes_on_with_what_it_holds(body: PhysicsBody) -> None:
    body.command(carry("baxter", "orange"), 0.0)
    until(body, lifted)
    body.advance(now_s := body.sim.now_s + 0.5)
    body.command(Halt("1", "baxter", Stop.INTERRUPT), now_s)
    assert why(until(body, ended(), now_s + 1.0)) == "halted"
    assert body.held("baxter") == ["orange"]
    body.command(carry("baxter", "orange", "2"), body.sim.now_s)
    assert why(until(body, ended("2")), "2") == ""
    assert body.sim.at("orange") == pytest.approx(TRAY, abs=0.02)


def test_a_thing_is_picked_held_and_put_down(body: PhysicsBody) -> None:
    body.command(Begin("1", "baxter", Grasp("cup", HAND)), 0.0)
    assert why(until(body, ended())) == ""
    assert body.sim.at("cup")[2] > 0.05
    body.command(Begin("2", "baxter", Release("cup", HAND, (0.2, 0.3, 0.0))), body.sim.now_s)
    assert why(until(body, ended("2")), "2") == ""
    assert body.sim.at("cup") == pytest.approx((0.2, 0.3, 0.0), abs=0.02)


def test_the_same_commands_give_the_same_events_and_the_same_world(
    body: PhysicsBody, tmp_path: Path
) -> None:
    told = []
    again = PhysicsBody(app.read_mission(str(tmp_path / "mission.yaml")), arms=Armoury())
    for each in (body, again):
        each.command(carry("pr2", "cup"), 0.0)
        told.append((until(each, ended()), each.sim.data.qpos.tobytes()))
    assert told[0] == told[1]


def scores(events: list[Event], robot: str) -> dict[str, float]:
    return {
        each.object: each.score
        for each in events
        if isinstance(each, GraspSeen) and each.robot == robot
    }


def test_scores_come_from_what_is_seen_and_not_from_the_mission(body: PhysicsBody) -> None:
    events = body.advance(0.0)
    assert scores(events, "pr2")["orange"] == 0.0
    assert scores(events, "pr2")["cup"] > 20.0
    assert scores(events, "baxter")["orange"] > 50.0


def test_moving_a_thing_changes_scores_within_a_second(body: PhysicsBody) -> None:
    body.advance(5.0)
    body.happen(5.0, ObjectSeen("cup", (2.5, 2.5, 0.0)))
    changed = scores(body.advance(6.0), "pr2")
    assert changed == {"cup": 0.0}
    assert body.advance(7.0) == []


def test_turning_a_thing_changes_scores_within_a_second(body: PhysicsBody) -> None:
    before = scores(body.advance(5.0), "pr2")["cup"]
    body.sim.place("cup", (-0.2, 0.35, 0.03), (0.7071, 0.0, 0.7071, 0.0))
    changed = scores(body.advance(6.0), "pr2")["cup"]
    assert abs(changed - before) > 5.0


def test_while_nothing_moves_nobody_looks_or_plans(
    body: PhysicsBody, monkeypatch: pytest.MonkeyPatch
) -> None:
    body.advance(3.0)

    def looked(*args: object) -> None:
        raise AssertionError("somebody looked")

    monkeypatch.setattr(np.linalg, "solve", looked)
    assert body.advance(1000.0) == []
    assert body.next_event_s() is None


def test_who_thinks_long_delays_nobody(body: PhysicsBody, tmp_path: Path) -> None:
    questions: list[Callable[[], object]] = []
    patient = [False]

    def think(question: Callable[[], object]) -> Callable[[], object]:
        questions.append(question)
        return lambda: None if patient[0] else question()

    plan = app.read_mission(str(tmp_path / "mission.yaml"))
    slow = PhysicsBody(plan, arms=Armoury(think))
    patient[0] = True
    asked = len(questions)
    stands = slow.arms.q(("baxter", HAND))
    slow.command(carry("baxter", "orange"), 0.0)
    slow.advance(10.0)
    assert len(questions) == asked + 1, "it waits for one answer, and nobody waits for it"
    assert slow.arms.q(("baxter", HAND)) == pytest.approx(stands, abs=0.01)
    patient[0] = False
    assert why(until(slow, ended())) == ""
    assert slow.sim.at("orange") == pytest.approx(TRAY, abs=0.015)
