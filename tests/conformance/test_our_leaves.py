"""Cotree's own leaves do what every leaf must."""

from __future__ import annotations

from cotree.behaviours.check import Check, CheckParams
from cotree.behaviours.hosting.py_tree import PyTree, PyTreeParams
from cotree.behaviours.leaf import Leaf
from cotree.behaviours.move import Move, MoveParams
from cotree.behaviours.perform import PerformByName, PerformParams
from cotree.behaviours.pick import Pick, PickParams
from cotree.behaviours.recover import Recover, RecoverParams
from cotree.behaviours.ros_action import RosAction, RosActionParams
from cotree.behaviours.ros_hear import RosHear, RosHearParams
from cotree.behaviours.ros_publish import RosPublish, RosPublishParams
from cotree.behaviours.ros_service import RosService, RosServiceParams
from cotree.behaviours.wait import Wait, WaitParams
from cotree.conformance.bench import NAME
from cotree.conformance.leaf import LeafConformance
from cotree.core.actions import FactSeen, ObjectSeen, RobotSeen
from cotree.core.mission import ResourceModel
from cotree.core.places import Location

BASE, HAND = ResourceModel("base", "base"), ResourceModel("hand", "gripper")
HEAD = ResourceModel("head", "head")
HERE, THERE = (0.0, 0.0, 0.0), (3.0, 0.0, 0.0)


class TestWait(LeafConformance):
    def leaf(self) -> Leaf:
        return Wait("wait", WaitParams(2.0))


class TestPerform(LeafConformance):
    resources = (HEAD,)

    def leaf(self) -> Leaf:
        return PerformByName("look", PerformParams("look", needs=("head",)))


class TestCheck(LeafConformance):
    sights = (FactSeen("door_open", True),)

    def leaf(self) -> Leaf:
        return Check("door?", CheckParams("door_open"))


class TestPyTree(LeafConformance):
    def leaf(self) -> Leaf:
        make = "cotree.behaviours.hosting.example:blink"
        return PyTree("blink", PyTreeParams(make, {"times": 2}))


class TestMove(LeafConformance):
    resources = (BASE,)
    sights = (RobotSeen(NAME, HERE),)
    world = "{places: {kitchen: [1, 0]}, objects: {cup: [1, 0]}}"

    def leaf(self) -> Leaf:
        return Move("move", MoveParams(Location("", THERE)))


class TestPick(LeafConformance):
    resources = (BASE, HAND, HEAD)
    sights = (RobotSeen(NAME, HERE), ObjectSeen("cup", HERE))
    world = "{places: {table: [1, 0]}, objects: {cup: [1, 0]}}"

    def leaf(self) -> Leaf:
        return Pick("pick", PickParams("cup"))


class TestRecover(LeafConformance):
    resources = (BASE,)

    def leaf(self) -> Leaf:
        return Recover("recover", RecoverParams())


class TestRosAction(LeafConformance):
    def leaf(self) -> Leaf:
        return RosAction("call", RosActionParams("test_msgs/action/Fibonacci", "/fibonacci"))


class TestRosService(LeafConformance):
    def leaf(self) -> Leaf:
        return RosService("call", RosServiceParams("std_srvs/srv/Trigger", "/trigger"))


class TestRosPublish(LeafConformance):
    def leaf(self) -> Leaf:
        return RosPublish("tell", RosPublishParams("std_msgs/msg/Bool", "/light"))


class TestRosHear(LeafConformance):
    def leaf(self) -> Leaf:
        return RosHear("hear", RosHearParams("std_msgs/msg/Bool", "/light"))
