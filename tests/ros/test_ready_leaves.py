"""Driving with Nav2 and moving an arm with MoveIt: the goals that are sent, and how they end.

Both install only with ROS.  Their messages are stand-ins with the real fields, and so is their
server; the filling, the wire, the client and the machine of the goal are ours.
"""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cotree.core.actions import Call, Carry, Drive, Grasp, Release
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.core.stopping import Stop
from cotree.ros.actions import moveit, nav2
from cotree.ros.actions.client import Client
from cotree.ros.actions.means import Arm, Means
from cotree.ros.actions.patience import Patience
from cotree.ros.filling import BadField, filled
from cotree.ros.missing import type_named
from tests.kit import interfaces

HERE: Point = (1.0, 2.0, 0.0)
LEFT = Arm("left_arm", "left_tool0", "left_gripper/command", open_m=0.07, closed_m=0.01)
MEANS = Means(frame="odom", arms={"left": LEFT})
TIMES = Patience(server_s=5, accept_s=4, answer_s=1, stop_s=3, gone_s=2, tries=2)


@pytest.fixture(autouse=True)
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The packages of messages that are missing on this machine."""
    made = interfaces.install(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield
    for name in [each for each in sys.modules if each.split(".")[0] in made]:
        del sys.modules[name]
    importlib.invalidate_caches()


def goal_of(call: Call) -> Any:
    """The goal as a message; a field that Nav2 or MoveIt does not have is an error here."""
    assert call.kind == "action"
    return filled(type_named(call.of, "action").Goal, call.values)


def where(name: str) -> Point | None:
    return {"pr2": HERE, "cup": (0.4, 0.1, 0.8)}.get(name)


def one(found: tuple[Call, ...] | Reason) -> Call:
    assert not isinstance(found, Reason), found
    [call] = found
    return call


# -- Nav2 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("degrees", [0, 30, 90, 135, 180, -45, -90, -179])
def test_a_drive_ends_facing_the_way_that_the_robot_came_along(degrees: int) -> None:
    yaw = math.radians(degrees)
    to = (HERE[0] + 3 * math.cos(yaw), HERE[1] + 3 * math.sin(yaw), 0.5)
    goal = goal_of(one(MEANS.calls("pr2", Drive(to), where)))
    pose = goal.pose.pose
    assert goal.pose.header.frame_id == "odom"
    assert (pose.position.x, pose.position.y, pose.position.z) == to
    q = pose.orientation
    assert math.isclose(q.x**2 + q.y**2 + q.z**2 + q.w**2, 1.0)
    ahead = 1 - 2 * (q.y**2 + q.z**2), 2 * (q.x * q.y + q.w * q.z)  # the x axis, turned
    assert ahead == pytest.approx((math.cos(yaw), math.sin(yaw)), abs=1e-9)
    assert goal.behavior_tree == "", "the server's own"


def test_who_does_not_know_where_it_is_faces_ahead() -> None:
    goal = goal_of(nav2.navigate(Drive((3.0, -1.0, 0.0)), None, "drive"))
    q = goal.pose.pose.orientation
    assert (q.x, q.y, q.z, q.w) == (0.0, 0.0, 0.0, 1.0)
    assert goal.pose.header.frame_id == "map"


def test_the_action_of_nav2_has_the_name_that_the_means_say() -> None:
    drive = Drive((3.0, 0.0, 0.0))
    assert one(Means().calls("pr2", drive, where)).name == "navigate_to_pose"
    assert one(Means(drives="fleet/go").calls("pr2", drive, where)).name == "fleet/go"
    cannot = Means(drives="").calls("pr2", drive, where)
    assert cannot == Reason("not_supported", "this robot cannot drive")


def test_a_field_that_nav2_does_not_have_is_named() -> None:
    goal = type_named(nav2.TYPE, "action").Goal
    with pytest.raises(BadField, match=r"no field 'pose\.pose\.position\.w'"):
        filled(goal, {"pose": {"pose": {"position": {"w": 1.0}}}})
    with pytest.raises(BadField, match=r"'pose\.header\.frame_id' wants string, found 3"):
        filled(goal, {"pose": {"header": {"frame_id": 3}}})


# -- MoveIt ----------------------------------------------------------------------------------------


def test_a_reach_brings_the_link_of_its_group_into_a_small_ball_around_the_point() -> None:
    call = moveit.reach("left_arm", "left_tool0", (0.4, 0.1, 0.8), "move_action", within_m=0.02)
    request = goal_of(call).request
    assert (call.of, call.name) == ("moveit_msgs/action/MoveGroup", "move_action")
    assert request.group_name == "left_arm"
    [constraints] = request.goal_constraints
    [position] = constraints.position_constraints
    assert (position.link_name, position.header.frame_id) == ("left_tool0", "base_link")
    offset = position.target_point_offset
    assert (offset.x, offset.y, offset.z) == (0.0, 0.0, 0.0), "the link itself, nothing beside it"
    region = position.constraint_region
    [ball], [centre] = region.primitives, region.primitive_poses
    assert (ball.type, list(ball.dimensions)) == (2, [0.02]), "SolidPrimitive.SPHERE, its radius"
    assert (centre.position.x, centre.position.y, centre.position.z) == (0.4, 0.1, 0.8)
    assert centre.orientation.w == 1.0, "zero in all four is no rotation, and MoveIt refuses it"
    assert position.weight > 0.0


def test_a_reach_is_slow_and_does_not_plan_for_ever() -> None:
    request = goal_of(moveit.reach("arm", "hand", (0.0, 0.0, 1.0), "move_action")).request
    assert 0.0 < request.max_velocity_scaling_factor <= 0.5
    assert 0.0 < request.max_acceleration_scaling_factor <= 0.5
    assert 0.0 < request.allowed_planning_time <= 10.0
    assert request.num_planning_attempts >= 1
    assert request.start_state is None, "from where the arm is"


def test_picking_opens_reaches_and_closes_and_placing_reaches_and_opens() -> None:
    carry = Carry("cup", "left", (1.0, 0.0, 0.8))
    found = MEANS.calls("pr2", carry, where)
    assert not isinstance(found, Reason)
    did: list[tuple[object, ...]] = []
    for call in found:
        goal = goal_of(call)
        if call.of == moveit.TYPE:
            [constraints] = goal.request.goal_constraints
            [position] = constraints.position_constraints
            assert position.header.frame_id == "odom", "the frame in which things are seen"
            at = position.constraint_region.primitive_poses[0].position
            did.append((call.name, at.x, at.y, at.z))
        else:
            did.append((call.name, goal.command.position, goal.command.max_effort))
    opens, closes = (("left_gripper/command", width, 20.0) for width in (0.07, 0.01))
    takes, puts = ("move_action", 0.4, 0.1, 0.8), ("move_action", 1.0, 0.0, 0.8)
    assert did == [opens, takes, closes, puts, opens]
    taking = MEANS.calls("pr2", Grasp("cup", "left"), where)
    putting = MEANS.calls("pr2", Release("cup", "left", (1.0, 0.0, 0.8)), where)
    assert (*taking, *putting) == found  # type: ignore[misc]


# -- until they end --------------------------------------------------------------------------------


class Future:
    """What a call of a service gives, until it is answered."""

    def __init__(self) -> None:
        self._then: Callable[[Any], None] = lambda future: None
        self._answer: Any = None

    def add_done_callback(self, then: Callable[[Any], None]) -> None:
        self._then = then

    def answer(self, **fields: Any) -> None:
        self._answer = SimpleNamespace(**fields)
        self._then(self)

    def cancelled(self) -> bool:
        return False

    def exception(self) -> None:
        return None

    def result(self) -> Any:
        return self._answer


class Server:
    """An action server that does what the test says, and the node that is connected with it."""

    def __init__(self) -> None:
        self.asked: dict[str, list[tuple[Any, Future]]] = {}
        """By the last word of a service: what was asked, and what awaits the answer."""
        self._heard: dict[str, Callable[[Any], None]] = {}

    def create_client(self, type_: Any, name: str) -> Any:
        def call_async(request: Any) -> Future:
            future = Future()
            self.asked.setdefault(name, []).append((request, future))
            return future

        return SimpleNamespace(service_is_ready=lambda: True, call_async=call_async)

    def create_subscription(self, type_: Any, name: str, hear: Any, qos: Any) -> object:
        self._heard[name] = hear
        return object()

    def last(self, name: str) -> tuple[Any, Future]:
        """What was asked last of a service."""
        return self.asked[name][-1]

    def feedback(self, name: str, id_: list[int]) -> None:
        """The goal is being worked on."""
        self._heard[f"{name}/_action/feedback"](
            SimpleNamespace(goal_id=SimpleNamespace(uuid=id_), feedback=None)
        )


class Rig:
    """A client with one goal that was sent."""

    def __init__(self, call: Call) -> None:
        self.server, self.now_s = Server(), 0.0
        self.over: list[tuple[str, Reason | None]] = []
        self.alarms: list[Reason] = []
        self.inner = f"{call.name}/_action"
        self.name = call.name
        self.client = Client(
            self.server,
            call.of,
            call.name,
            now_s=lambda: self.now_s,
            over=lambda id_, reason: self.over.append((id_, reason)),
            alarm=self.alarms.append,
            patience=TIMES,
        )
        self.client.begin("a1", call.values)
        self.sent, self._future = self.server.last(f"{self.inner}/send_goal")

    @property
    def id(self) -> list[int]:
        return list(self.sent.goal_id.uuid)

    def accept(self) -> None:
        self._future.answer(accepted=True)

    def result(self, status: int, **fields: Any) -> None:
        """It ended so; what it says beside that."""
        type_ = self.client.wire.type
        request, future = self.server.last(f"{self.inner}/get_result")
        assert list(request.goal_id.uuid) == self.id
        future.answer(status=status, result=filled(type_.Result, fields))


@pytest.fixture
def rig(monkeypatch: pytest.MonkeyPatch) -> Callable[[Call], Rig]:
    qos = SimpleNamespace(qos_profile_action_status_default=None)
    monkeypatch.setattr("cotree.ros.actions.wire.ros", lambda module: qos)
    return Rig


def driving() -> Call:
    return one(MEANS.calls("pr2", Drive((4.0, 2.0, 0.0)), where))


def reaching() -> Call:
    return moveit.reach("left_arm", "left_tool0", (0.4, 0.1, 0.8), "move_action")


@pytest.mark.parametrize("call", [driving, reaching])
def test_a_goal_is_sent_accepted_worked_on_and_succeeds(
    rig: Callable[[Call], Rig], call: Callable[[], Call]
) -> None:
    one = rig(call())
    assert type(one.sent.goal).__name__.endswith("_Goal")
    states = [one.client.state_of("a1")]
    one.accept()
    states.append(one.client.state_of("a1"))
    one.server.feedback(one.name, one.id)
    states.append(one.client.state_of("a1"))
    one.result(4)
    assert states == ["sent", "accepted", "executing"]
    assert one.over == [("a1", None)]


def test_nav2_that_gives_up_says_why(rig: Callable[[Call], Rig]) -> None:
    one = rig(driving())
    one.accept()
    one.result(6, error_code=9003, error_msg="timed out")
    [(_, reason)] = one.over
    assert reason is not None
    assert (reason.code, reason.data["error_code"]) == ("aborted", 9003)
    assert reason.data["error_msg"] == "timed out"


@pytest.mark.parametrize("call", [driving, reaching])
def test_a_wish_to_stop_before_the_acceptance_cancels_that_goal_when_it_comes(
    rig: Callable[[Call], Rig], call: Callable[[], Call]
) -> None:
    one = rig(call())
    assert one.client.halt("a1", Stop.CANCEL)
    cancel = f"{one.inner}/cancel_goal"
    assert cancel not in one.server.asked, "nobody could act on it"
    one.now_s = 1.0
    one.accept()
    request, future = one.server.last(cancel)
    assert list(request.goal_info.goal_id.uuid) == one.id
    info = SimpleNamespace(goal_id=SimpleNamespace(uuid=one.id))
    future.answer(goals_canceling=[info], return_code=0)
    assert one.over == [], "it is over when the server says so"
    one.result(5)
    [(_, reason)] = one.over
    assert reason is not None
    assert reason.code == "halted"
    assert one.alarms == []


def test_a_controller_that_does_not_stop_raises_the_alarm(rig: Callable[[Call], Rig]) -> None:
    one = rig(driving())
    one.accept()
    one.client.halt("a1", Stop.KILL)
    for tenth in range(1, int(10 * TIMES.longest_s) + 2):
        one.now_s = tenth / 10
        one.client.tick()
    asked = [
        request.goal_info.goal_id.uuid
        for request, _ in one.server.asked[f"{one.inner}/cancel_goal"]
    ]
    assert asked == [one.id, one.id, [0] * 16], "twice by its id, then everything"
    [(_, reason)] = one.over
    assert reason is not None
    assert reason.code == "no_stop"
    assert one.alarms == [reason]
