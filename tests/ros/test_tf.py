"""The robot's own place by tf2; where that is not installed a stand-in has its few methods."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from cotree.core.actions import RobotSeen
from cotree.core.errors import InputError
from cotree.ros.actions.means import Means
from cotree.ros.eyes import Eyes
from cotree.ros.means_file import read_means
from cotree.ros.missing import ros
from cotree.ros.tf import NoTf, have_tf


class NoWay(Exception):
    """What tf2 raises as long as frames are not connected."""


class Buffer:
    """Knows frames by (target, source)."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], tuple[float, float, float]] = {}

    def lookup_transform(self, target: str, source: str, time: object) -> Any:
        assert time == "newest"
        if (target, source) not in self.known:
            raise NoWay
        x, y, z = self.known[target, source]
        translation = SimpleNamespace(x=x, y=y, z=z)
        return SimpleNamespace(transform=SimpleNamespace(translation=translation))


@pytest.fixture
def buffers(monkeypatch: pytest.MonkeyPatch) -> list[Buffer]:
    """The buffers that are made from now on."""
    made: list[Buffer] = []

    def listens(buffer: Buffer, node: object, *, spin_thread: bool) -> object:
        assert node == "node"
        assert not spin_thread, "the node is spun by the robot, and by nobody else"
        made.append(buffer)
        return object()

    tf2, time = ModuleType("tf2_ros"), ModuleType("rclpy.time")
    tf2.__spec__ = ModuleSpec("tf2_ros", None)
    vars(tf2).update(Buffer=Buffer, TransformListener=listens, TransformException=NoWay)
    vars(time).update(Time=lambda: "newest")
    monkeypatch.setitem(sys.modules, "tf2_ros", tf2)
    monkeypatch.setitem(sys.modules, "rclpy.time", time)
    return made


def test_the_frame_of_the_base_says_where_the_robot_is(buffers: list[Buffer]) -> None:
    eyes = Eyes("node", "pr2", Means(base="base_link", frame="odom"))
    [buffer] = buffers
    assert list(eyes.look()) == []
    buffer.known["odom", "base_link"] = (1.0, 2.0, 0.0)
    assert list(eyes.look()) == [RobotSeen("pr2", (1.0, 2.0, 0.0))]
    assert list(eyes.look()) == [], "it has not moved"
    buffer.known["odom", "base_link"] = (1.5, 2.0, 0.0)
    assert list(eyes.look()) == [RobotSeen("pr2", (1.5, 2.0, 0.0))]


def test_a_frame_that_is_lost_or_nowhere_is_not_seen(buffers: list[Buffer]) -> None:
    eyes = Eyes("node", "pr2", Means(base="base_link"))
    buffers[0].known["map", "base_link"] = (float("nan"), 0.0, 0.0)
    assert list(eyes.look()) == []
    buffers[0].known.clear()
    assert list(eyes.look()) == []


if not have_tf():  # it is on no index

    def test_without_tf2_a_frame_is_refused_with_what_to_do() -> None:
        with pytest.raises(
            NoTf, match=r"base: base_link: frames need tf2_ros.*stands: \{name: odom\}"
        ):
            Eyes("node", "pr2", Means(base="base_link"))


def test_two_places_for_one_robot_are_a_mistake(tmp_path: Any) -> None:
    (tmp_path / "means.yaml").write_text("{base: base_link, stands: {name: odom}}")
    with pytest.raises(InputError, match="'base' and 'stands' both say where the robot is"):
        read_means(str(tmp_path / "means.yaml"))


if have_tf():  # only with a ROS installation

    def test_real_tf2_is_followed_along_its_chain(dds: int) -> None:
        from tests.kit.dds import Site

        site = Site("frames", dds)
        try:
            sends = ros("tf2_ros").StaticTransformBroadcaster(site.node)
            steps = []
            for parent, child, x in (("map", "odom", 1.0), ("odom", "base_link", 2.0)):
                step = ros("geometry_msgs.msg").TransformStamped()
                step.header.frame_id, step.child_frame_id = parent, child
                step.transform.translation.x, step.transform.rotation.w = x, 1.0
                steps.append(step)
            sends.sendTransform(steps)
            eyes = Eyes(site.node, "pr2", Means(base="base_link"))
            found: list[object] = []

            def seen() -> bool:
                found.extend(eyes.look())
                return bool(found)

            assert site.until(seen)
            assert found == [RobotSeen("pr2", (3.0, 0.0, 0.0))]
        finally:
            site.close()
