"""Robot descriptions: what is read, and the one line that says what is broken."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

from cotree.manipulation.reach import UrdfError, chain, read
from cotree.manipulation.reach.installed import from_file, installed
from tests.kit.arms import PLANAR


def test_the_joints_of_a_robot_are_read_with_their_limits() -> None:
    shoulder = read(PLANAR).joints["upper"]
    assert (shoulder.name, shoulder.parent, shoulder.kind) == ("shoulder", "base", "revolute")
    assert (shoulder.low, shoulder.high, shoulder.velocity) == (-3.0, 3.0, 1.0)
    assert shoulder.origin[:3, 3].tolist() == [0, 0, 1]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("", "not XML: no element found"),
        ("<robot><link name='a'", "not XML: unclosed token"),
        ("<sdf/>", "the root is <sdf>, <robot> is right"),
        ("<!DOCTYPE x []><robot/>", "has a DOCTYPE; a URDF needs none (expand xacro first)"),
        ("<robot/>", "has no <link>"),
        ("<robot><link/></robot>", "a <link> has no name"),
        (PLANAR.replace('type="fixed"', 'type="glued"'), "joint 'wrist': type 'glued'; one of"),
        (PLANAR.replace('link="base"', 'link="bass"'), "joint 'shoulder' names no link: 'bass'"),
        (PLANAR.replace('"0.5 0 0"', '"0.5 0"'), "joint 'elbow': xyz='0.5 0'; three numbers"),
        (PLANAR.replace('"0.5 0 0"', '"0.5 nan 0"'), "joint 'elbow': xyz 'nan' is no number"),
        (PLANAR.replace('lower="-3"', 'lower="4"'), "joint 'shoulder': lower 4 is above upper 3"),
        (PLANAR.replace('<axis xyz="0 0 1"/>', '<axis xyz="0 0 0"/>'), "its axis is 0 0 0"),
        (PLANAR.replace('<parent link="base"/>', ""), "joint 'shoulder': needs <parent link=…>"),
        (
            PLANAR.replace('child link="lower"', 'child link="upper"'),
            "hangs on two: shoulder, elbow",
        ),
        (PLANAR.replace('parent link="base"', 'parent link="tip"'), "form a ring"),
        (
            PLANAR.replace('<limit lower="-3" upper="3" velocity="1"/>', ""),
            "joint 'shoulder': a revolute joint needs <limit",
        ),
    ],
)
def test_a_broken_description_is_one_clear_line(broken: str, said: str) -> None:
    with pytest.raises(UrdfError) as error:
        read(broken, "arm.urdf")
    assert str(error.value).startswith("arm.urdf: ")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_huge_description_is_refused_before_it_is_read() -> None:
    with pytest.raises(UrdfError, match="at most 4000000"):
        read(" " * 4_000_001)


def test_a_link_that_is_not_there_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(UrdfError, match="no link 'tap'; did you mean 'tip'"):
        chain(read(PLANAR), "base", "tap")


def test_a_tip_that_does_not_hang_on_the_base_is_said() -> None:
    with pytest.raises(UrdfError, match="'base' does not hang on 'tip'"):
        chain(read(PLANAR), "tip", "base")


def test_an_arm_without_a_joint_that_moves_is_no_arm() -> None:
    with pytest.raises(UrdfError, match="nothing moves between 'lower' and 'tip'"):
        chain(read(PLANAR), "lower", "tip")


def test_a_file_that_is_not_there_or_not_text_is_said(tmp_path: pathlib.Path) -> None:
    with pytest.raises(UrdfError, match="No such file"):
        from_file(tmp_path / "none.urdf")
    (tmp_path / "picture.urdf").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(UrdfError, match="not UTF-8"):
        from_file(tmp_path / "picture.urdf")


def test_a_robot_that_no_package_has_is_said() -> None:
    with pytest.raises(UrdfError, match="no model of 'walle'; example-robot-data has baxter"):
        installed("walle")


def test_a_description_without_an_origin_has_its_joint_where_the_parent_is() -> None:
    robot = read(PLANAR.replace('<origin xyz="0.5 0 0"/>', ""))
    assert np.array_equal(robot.joints["lower"].origin, np.eye(4))
