"""A ``place`` without a ``pick`` in a whole tree, alone, in virtual time."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from cotree import app
from cotree.core.actions import Begin, Carry, Event, GraspSeen, GripperSeen, Halt, ObjectSeen
from cotree.core.belief import fold
from cotree.core.changes import NodeChange, NodeState
from cotree.core.mission import Mission
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.runtime.messages import Message, Told
from cotree.simulation.body import KinematicBody
from cotree.simulation.stage.cast import body_of
from cotree.trees.reading import loads

ARM = "{robot: {resources: {hand: gripper}, arm_speed: 0.1 m/s, handling: 10 s}, at: [0, 0]}"
TWO = "{robot: {resources: {l: gripper, r: gripper, eye: head}}, home: {l: [0, 1], r: [1, 0]}}"
_NOT_YET = Reason("not_yet", "the test says so")
OBJECTS = "a: [0.1, 0], b: [0.6, 0], c: [0.3, 0]"


def mission(task: str, robot: str = ARM, world: str = "", more: str = "") -> Mission:
    return loads(
        f"mission: m\nteam: {{r: {robot}}}\n"
        f"world: {{objects: {{{OBJECTS}}}, places: {{goal: [0.5, 0.5]}}{world}}}\n"
        f"task: {task}\n{more}"
    )


def place(*objects: str, word: str = "and") -> str:
    leaves = ", ".join(f"{{place: {{object: {each}, at: goal}}, name: {each}}}" for each in objects)
    return f"{{{word}: [{leaves}]}}"


def begun(mission: Mission) -> list[tuple[str, str, float]]:
    """What was brought with which gripper, and when that began; it must end well."""
    messages: list[Message] = []
    assert app.run_virtual(mission, messages.append).result == "success"
    return [
        (command.action.object, command.action.gripper, round(told.t, 1))
        for told in messages
        if isinstance(told, Told)
        for command in told.commands
        if isinstance(command, Begin) and isinstance(command.action, Carry)
    ]


def test_the_nearest_to_where_the_gripper_is_comes_first() -> None:
    order = [each for each, _, _ in begun(mission(place("a", "b", "c")))]
    assert order == ["a", "b", "c"], "from the goal, b is nearer than c"


def test_what_the_metric_weighs_decides() -> None:
    def order(more: str) -> list[str]:
        world = ", grasps: {r: {a: 1, b: 3, c: 2}}"
        return [each for each, _, _ in begun(mission(place("a", "b", "c"), ARM, world, more))]

    assert order("") == ["a", "b", "c"]
    assert order("metric: {grasp: 1}\n") == ["b", "c", "a"]


def test_what_nobody_can_grasp_well_is_tried_all_the_same() -> None:
    assert len(begun(mission(place("a"), world=", grasps: {r: {a: 0}}"))) == 1


def test_each_arm_brings_what_is_near_it_at_the_same_time() -> None:
    both = begun(mission(place("a", "b"), TWO))
    assert {(each, gripper) for each, gripper, _ in both} == {("a", "l"), ("b", "r")}
    assert max(at_s for _, _, at_s in both) < 1.0


def test_a_then_brings_in_order() -> None:
    order = begun(mission(place("b", "a", word="then")))
    assert [each for each, _, _ in order] == ["b", "a"]


def test_picking_in_one_branch_and_bringing_in_another_go_together() -> None:
    task = (
        "{and: [{then: [{move: a}, {pick: a}, {move: goal}, {place: {object: a, at: goal}}]}, "
        "{place: {object: b, at: goal}}]}"
    )
    found = begun(mission(task, "{robot: pr2}"))
    assert [each for each, _, _ in found] == ["b"]


class Bench:
    """One robot, ticked by hand."""

    def __init__(self, mission: Mission) -> None:
        self.robot = app.assemble(mission)
        self.engine, self.desk = self.robot.engine, self.robot.engine.desk
        self.body: KinematicBody = body_of(mission)
        self.states: dict[str, NodeChange] = {}
        self.tick(0.0)  # which opens the task; the next one decides

    def tick(self, now_s: float, *events: Event) -> list[Begin | Halt]:
        """Everything until now, then one tick."""
        seen = [*self.body.advance(now_s), *events]
        self.desk.belief, changed = fold(self.desk.belief, seen, now_s)
        self.engine.tick(changed)
        return self._take(now_s)

    def halt(self, now_s: float, how: Stop) -> bool:
        """The same, but the tree is told to stop."""
        self.desk.belief, changed = fold(self.desk.belief, self.body.advance(now_s), now_s)
        stopped = self.engine.halt(how, changed)
        self._take(now_s)
        return stopped

    def _take(self, now_s: float) -> list[Begin | Halt]:
        for change in self.engine.drain():
            if isinstance(change, NodeChange):
                self.states[change.path.split("/")[-1]] = change
        commands = [each for each in self.desk.commands if isinstance(each, Begin | Halt)]
        self.desk.commands.clear()
        for command in commands:
            self.body.command(command, now_s)
        return commands

    def state(self, name: str) -> NodeState:
        return self.states[name].state


def carried(commands: list[Begin | Halt]) -> list[str]:
    actions = [each.action for each in commands if isinstance(each, Begin)]
    return [action.object for action in actions if isinstance(action, Carry)]


def test_an_interrupted_carry_goes_on_with_what_it_holds() -> None:
    bench = Bench(mission(place("a", "b")))
    assert carried(bench.tick(0.1)) == ["a"]
    bench.halt(8.0, Stop.KILL)
    assert bench.halt(8.0, Stop.KILL)
    held = bench.desk.belief.objects["a"]
    assert held.held_by == ("r", "hand")
    bench.tick(9.0)
    assert carried(bench.tick(9.1)) == ["a"], "b would need the hand that holds a"
    bench.tick(99.0)
    assert bench.state("a") is NodeState.DONE
    assert bench.body.physics_errors == []


def test_a_hand_that_still_holds_something_brings_nothing_else() -> None:
    bench = Bench(mission(place("b")))
    bench.body.world.seized("r", "hand", "a")
    seen = ObjectSeen("a", (0.1, 0.0, 0.0), ("r", "hand"))
    assert bench.tick(0.1, seen) == []
    assert bench.states["b"].message == "hand still holds a"
    assert carried(bench.tick(1.0, ObjectSeen("a", (0.9, 0.0, 0.0)))) == ["b"]


def test_a_fading_score_is_asked_for_again_until_it_is_gone() -> None:
    more = "metric: {grasp: 1}\n"
    looked = GraspSeen("r", "a", 40.0, seen_s=0.0)
    bench = Bench(mission(place("a"), more=more))
    bench.robot.engine.pool.hindrance = lambda asker: _NOT_YET  # it goes on waiting
    bench.tick(0.1, looked)
    asker = bench.engine.pool.waiting()[0]
    told: Mapping[float, float] = {}
    while (wake_s := bench.engine.next_wake_s()) is not None:
        bench.tick(wake_s)
        told = {**told, wake_s: asker.potential}
    assert told[0.5] == pytest.approx(36.0)
    assert told[4.5] == pytest.approx(4.0)
    assert told[5.0] == 0.0
    assert sorted(told)[1:] == [0.5 * step for step in range(1, 11)]


def test_a_new_gripper_position_makes_another_potential() -> None:
    bench = Bench(mission(place("a")))
    bench.robot.engine.pool.hindrance = lambda asker: _NOT_YET
    bench.tick(0.1)
    asker = bench.engine.pool.waiting()[0]
    assert asker.potential == pytest.approx(10.0)
    bench.tick(1.0, GripperSeen("r", "hand", (0.5, 0.0, 0.0)))
    assert asker.potential == pytest.approx(2.5)
    bench.tick(2.0, GraspSeen("r", "a", 5.0))
    assert asker.potential == pytest.approx(3.0)


def test_who_is_shut_out_waits_until_nobody_else_can() -> None:
    bench = Bench(mission(place("a")))
    others = {"can": True}
    bench.desk.suitability.anyone = lambda path: others["can"]
    assert bench.tick(0.1, GraspSeen("r", "a", 0.0)) == []
    (path,) = bench.desk.suitability.shut
    assert bench.states["a"].message == "its potential is 0"
    others["can"] = False
    bench.engine.pool.changed([("gate", path)])
    assert carried(bench.tick(1.0)) == ["a"]


def test_a_team_of_one_arm_can_be_written_with_any_metric() -> None:
    soft = msgspec.structs.replace(mission(place("a")).metric, gate="soft")
    again = msgspec.structs.replace(mission(place("a")), metric=soft)
    assert [each for each, _, _ in begun(again)] == ["a"]
