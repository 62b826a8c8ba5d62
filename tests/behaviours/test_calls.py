"""Leaves that call other programs by name: what they ask of the body."""

from __future__ import annotations

from cotree.behaviours.ros_action import RosAction, RosActionParams
from cotree.behaviours.ros_hear import RosHear, RosHearParams
from cotree.behaviours.ros_publish import RosPublish, RosPublishParams
from cotree.behaviours.ros_service import RosService, RosServiceParams
from cotree.core.actions import Call
from cotree.core.belief import Belief, View
from cotree.core.mission import RobotModel
from cotree.core.resources import Need
from cotree.core.steps import Step
from cotree.simulation.chance import mishap
from cotree.simulation.motion import nominal_s

VIEW = View(Belief(), "r")


def test_an_action_is_a_call_on_the_resources_that_its_yaml_names() -> None:
    params = RosActionParams("a_msgs/action/A", "a", {"x": [1]}, 4.0, 9.0, ("head",))
    leaf = RosAction("l", params)
    assert leaf.needs(VIEW) == (Need("head"),)
    assert leaf.step(VIEW) == Step((Need("head"),), duration_s=4.0)
    assert leaf.action() == Call(
        "action", "a_msgs/action/A", "a", {"x": [1]}, duration_s=4.0, timeout_s=9.0
    )
    assert leaf.if_unsure == "ask", "nobody knows whether it may be done twice"


def test_a_service_says_what_it_expects() -> None:
    params = RosServiceParams("s_msgs/srv/S", "/s", {"data": True}, {"success": True})
    assert RosService("l", params).action() == Call(
        "service", "s_msgs/srv/S", "/s", {"data": True}, {"success": True}, 0.1, 5.0
    )


def test_publishing_and_hearing_are_calls_that_may_be_done_again() -> None:
    say = RosPublish("l", RosPublishParams("std_msgs/msg/Bool", "/light", {"data": True}))
    hear = RosHear("l", RosHearParams("std_msgs/msg/Bool", "/door", timeout=3.0))
    assert say.action() == Call(
        "publish", "std_msgs/msg/Bool", "/light", {"data": True}, duration_s=0.0, timeout_s=2.0
    )
    assert hear.action() == Call("hear", "std_msgs/msg/Bool", "/door", timeout_s=3.0)
    assert (say.if_unsure, hear.if_unsure) == ("redo", "redo")


def test_in_simulation_a_call_takes_its_time_and_may_fail() -> None:
    call = Call("action", "a_msgs/action/A", "dock", duration_s=3.0)
    assert nominal_s(call, RobotModel("r", ()), (0.0, 0.0, 0.0)) == 3.0
    assert mishap(call).message == "dock failed"
