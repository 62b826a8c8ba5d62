from __future__ import annotations

from pathlib import Path

import pytest

from cotree import app
from cotree.app.history import History
from cotree.core.actions import (
    Begin,
    Carry,
    Drive,
    Ended,
    Event,
    FactSeen,
    Grasp,
    Halt,
    ObjectSeen,
    Perform,
    Release,
    RobotSeen,
)
from cotree.core.changes import DisturbanceChange
from cotree.core.disturbances import Misfortune, upright
from cotree.core.mission import Mission
from cotree.core.stopping import Stop
from cotree.runtime.messages import Heard, Message, Told
from cotree.simulation.physics.body import PhysicsBody
from cotree.trees.reading.reactions import USUAL

EXPERIMENTS = Path(__file__).parents[3] / "config" / "experiments"
TABLE = """
mission: one table
team:
  pr2: {robot: pr2_right_arm, at: [0, 0], home: {right_gripper: [0.25, 0.04]}}
  baxter: {robot: baxter_right_arm, at: [0, 0.8], home: {right_gripper: [-0.25, 0.76]}}
world:
  places: {tray: [0.4, 0.3]}
  objects: {cup: [-0.2, 0.35], orange: [0.1, 0.35]}
  grasps: {pr2: {cup: 50, orange: 1}, baxter: {cup: 50, orange: 50}}
task: {and: [{place: {object: cup, at: tray}}, {place: {object: orange, at: tray}}]}
coordination: {witness: [tablet]}
"""
DOG = """
mission: one dog
team: {dog: {robot: quadruped, at: [0, 0], state: standby}}
world: {places: {there: [2, 0]}}
task: {move: there}
"""


def mission(tmp_path: Path, text: str) -> Mission:
    file = tmp_path / "mission.yaml"
    file.write_text(text)
    return app.read_mission(str(file))


def until(body: PhysicsBody, id_: str, to_s: float = 60.0) -> tuple[Ended, list[Event]]:
    """What happened until this action ended."""
    events: list[Event] = []
    while (due_s := body.next_event_s()) is not None and due_s <= to_s:
        events += body.advance(due_s)
        for event in events:
            if isinstance(event, Ended) and event.id == id_:
                return event, events
    raise AssertionError(f"{id_} never ended: {events}")


def bring(robot: str, thing: str) -> Begin:
    return Begin("1", robot, Carry(thing, "right_gripper", (0.4, 0.3, 0.0)))


@pytest.mark.parametrize(("robot", "thing"), [("pr2", "cup"), ("baxter", "orange")])
def test_an_arm_brings_a_thing_and_it_really_lies_there(
    tmp_path: Path, robot: str, thing: str
) -> None:
    body = PhysicsBody(mission(tmp_path, TABLE))
    body.advance(0.5)
    body.command(bring(robot, thing), 0.5)
    ended, events = until(body, "1")
    assert ended.reason is None
    assert body.sim.at(thing) == pytest.approx((0.4, 0.3, 0.0), abs=0.01)
    seen = [each for each in events if isinstance(each, ObjectSeen) and each.object == thing]
    assert seen[-1].held_by is None
    assert seen[-1].at == pytest.approx((0.4, 0.3, 0.0), abs=0.01)
    assert body.physics_errors == []


def test_a_thing_that_is_knocked_out_of_the_hand_ends_its_carry(tmp_path: Path) -> None:
    body = PhysicsBody(mission(tmp_path, TABLE))
    body.command(bring("pr2", "cup"), 0.0)
    while body.held("pr2") != ["cup"]:
        due_s = body.next_event_s()
        assert due_s is not None
        body.advance(due_s)
    now_s = body.sim.now_s
    body.sim.push("cup", (0.0, 0.0, -60.0))
    ended, events = until(body, "1")
    assert ended.reason is not None
    assert ended.reason.code == "slipped"
    assert body.sim.now_s < now_s + 2.0
    assert body.held("pr2") == []
    lies = [each for each in events if isinstance(each, ObjectSeen)][-1]
    assert lies.held_by is None


def test_a_halted_hand_keeps_what_it_holds_and_can_go_on(tmp_path: Path) -> None:
    body = PhysicsBody(mission(tmp_path, TABLE))
    body.command(bring("pr2", "cup"), 0.0)
    while body.held("pr2") != ["cup"]:
        due_s = body.next_event_s()
        assert due_s is not None
        body.advance(due_s)
    now_s = round(body.sim.now_s + 0.5, 2)
    body.advance(now_s)
    body.command(Halt("1", "pr2", Stop.INTERRUPT), now_s)
    ended, _ = until(body, "1")
    assert ended.reason is not None
    assert ended.reason.code == "halted"
    body.advance(now_s + 3.0)
    assert body.held("pr2") == ["cup"]
    assert body.sim.at("cup")[2] > 0.05
    body.command(Begin("2", "pr2", Carry("cup", "right_gripper", (0.4, 0.3, 0.0))), body.sim.now_s)
    ended, _ = until(body, "2")
    assert ended.reason is None
    assert body.sim.at("cup") == pytest.approx((0.4, 0.3, 0.0), abs=0.02)


def test_a_thing_is_picked_held_and_put_down(tmp_path: Path) -> None:
    body = PhysicsBody(mission(tmp_path, TABLE))
    body.command(Begin("1", "baxter", Grasp("cup", "right_gripper")), 0.0)
    assert until(body, "1")[0].reason is None
    assert body.sim.at("cup")[2] > 0.05
    now_s = body.sim.now_s
    body.command(Begin("2", "baxter", Release("cup", "right_gripper", (0.2, 0.2, 0.0))), now_s)
    assert until(body, "2")[0].reason is None
    assert body.sim.at("cup") == pytest.approx((0.2, 0.2, 0.0), abs=0.02)


def test_somebody_who_moves_a_thing_moves_it_in_physics_too(tmp_path: Path) -> None:
    body = PhysicsBody(mission(tmp_path, TABLE))
    body.happen(1.0, ObjectSeen("cup", (0.3, 0.1, 0.0)))
    body.advance(2.0)
    assert body.sim.at("cup") == pytest.approx((0.3, 0.1, 0.0), abs=0.003)


def test_while_nothing_moves_nothing_is_computed(tmp_path: Path) -> None:
    body = PhysicsBody(mission(tmp_path, TABLE))
    body.advance(5.0)
    before = body.sim.data.qpos.tobytes()
    body.advance(100_000.0)
    assert body.next_event_s() is None
    assert body.sim.now_s == 100_000.0
    assert body.sim.data.qpos.tobytes() == before


def test_the_same_commands_give_the_same_events(tmp_path: Path) -> None:
    told = []
    for _ in range(2):
        body = PhysicsBody(mission(tmp_path, TABLE))
        body.command(bring("pr2", "cup"), 0.0)
        told.append((until(body, "1"), body.sim.data.qpos.tobytes()))
    assert told[0] == told[1]


def test_a_dog_is_thrown_over_feels_it_and_gets_up(tmp_path: Path) -> None:
    body = PhysicsBody(mission(tmp_path, DOG))
    body.befall(Misfortune(1.0, "falls", "dog"))
    events: list[Event] = []
    while FactSeen(upright("dog"), False) not in events:
        due_s = body.next_event_s()
        assert due_s is not None
        assert due_s < 3.0
        events += body.advance(due_s)
    now_s = body.sim.now_s
    assert now_s > 1.05, "it takes time to fall"
    body.command(Begin("1", "dog", Perform("recover", 6.0)), now_s)
    ended, events = until(body, "1")
    assert ended.reason is None
    assert FactSeen(upright("dog"), True) in events
    assert body.legs.robots["dog"].upright
    seen = [each for each in events if isinstance(each, RobotSeen)][-1]
    assert seen.at == pytest.approx((*body.sim.at("dog")[:2], 0.0), abs=0.01)


def test_a_dog_that_is_held_down_is_still_down_in_the_end(tmp_path: Path) -> None:
    body = PhysicsBody(mission(tmp_path, DOG))
    body.befall(Misfortune(1.0, "falls", "dog"))
    body.advance(3.0)
    body.sim.push("dog", (0.0, 0.0, -2000.0))
    body.command(Begin("1", "dog", Perform("recover", 0.5)), 3.0)
    ended, _ = until(body, "1")
    assert ended.reason is not None
    assert ended.reason.code == "still_down"
    assert 6.0 < body.sim.now_s < 40.0


def test_a_dog_walks_where_it_is_sent_and_is_late_when_it_has_to_turn(tmp_path: Path) -> None:
    body = PhysicsBody(mission(tmp_path, DOG))
    body.command(Begin("1", "dog", Drive((-2.0, 1.0, 0.0))), 0.0)
    ended, events = until(body, "1")
    assert ended.reason is None
    assert 2.24 < body.sim.now_s < 6.0, "it is foretold for someone who need not turn"
    seen = [each for each in events if isinstance(each, RobotSeen)][-1]
    assert seen.at == pytest.approx((-2.0, 1.0, 0.0), abs=0.10)
    assert seen.at == body.where("dog", body.sim.now_s)
    body.advance(20.0)
    assert body.next_event_s() is None, "it stands, and nothing is computed any more"
    assert body.where("dog", 20.0) == pytest.approx(seen.at, abs=0.15)


def test_a_dog_that_is_held_back_is_astray_in_the_end(tmp_path: Path) -> None:
    body = PhysicsBody(mission(tmp_path, DOG))
    body.sim.push("dog", (-35.0, 0.0, 0.0))
    body.command(Begin("1", "dog", Drive((2.0, 0.0, 0.0))), 0.0)
    ended, _ = until(body, "1")
    assert ended.reason is not None
    assert ended.reason.code == "astray"
    assert "m from where it was sent" in ended.reason.message


def test_a_dog_that_is_halted_is_seen_where_it_stands(tmp_path: Path) -> None:
    body = PhysicsBody(mission(tmp_path, DOG))
    body.command(Begin("1", "dog", Drive((5.0, 0.0, 0.0))), 0.0)
    body.advance(2.0)
    body.command(Halt("1", "dog", Stop.INTERRUPT), 2.0)
    ended, events = until(body, "1")
    assert ended.reason is not None
    seen = [each for each in events if isinstance(each, RobotSeen)][-1]
    assert seen.at == body.where("dog", body.sim.now_s)
    body.advance(10.0)
    assert body.where("dog", 10.0) == pytest.approx(seen.at, abs=0.15)


@pytest.mark.parametrize(
    ("mission", "fallen"),
    [
        pytest.param("experiments/hospital.yaml", "a1", marks=pytest.mark.soak),
        ("missions/patrol_disturbed.yaml", "fay"),
    ],
)
def test_who_falls_gets_up_others_take_over_and_the_mission_is_true_in_the_end(
    mission: str, fallen: str
) -> None:
    plan = app.read_mission(str(EXPERIMENTS.parent / mission), physics=True)
    messages: list[Message] = []
    end = app.run_team(plan, messages.append)
    assert end.result == "success"
    if plan.sentence is not None:
        history = History(plan, lambda message: None)
        for message in messages:
            history.write(message)
        assert list(history.faults()) == []
    told = [
        event.value
        for message in messages
        if isinstance(message, Heard) and message.robot == fallen
        for event in message.events
        if isinstance(event, FactSeen) and event.name == upright(fallen)
    ]
    assert told == [False, True]
    raised = {
        change.path
        for message in messages
        if isinstance(message, Told)
        for change in message.changes
        if isinstance(change, DisturbanceChange)
    }
    assert raised == {f"reactions/{name}" for name in USUAL}
