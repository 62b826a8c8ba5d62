"""Arms to test on: one that can be worked out on paper, and one like the Fetch's."""

from __future__ import annotations

from cotree.manipulation.reach import Chain, chain, read

PLANAR = """<robot name="planar">
  <link name="base"/><link name="upper"/><link name="lower"/><link name="tip"/>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0 0 1"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" velocity="1"/></joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="lower"/><origin xyz="0.5 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" velocity="1"/></joint>
  <joint name="wrist" type="fixed">
    <parent link="lower"/><child link="tip"/><origin xyz="0.25 0 0" rpy="0 0 1.5707963267948966"/>
  </joint>
</robot>"""
"""Two joints in a plane, half a metre and a quarter."""

_FETCH = (
    ("shoulder_pan", "revolute", "0.119525 0 0.34858", "0 0 1", -1.6056, 1.6056, 1.256),
    ("shoulder_lift", "revolute", "0.117 0 0.06", "0 1 0", -1.221, 1.518, 1.454),
    ("upperarm_roll", "continuous", "0.219 0 0", "1 0 0", 0.0, 0.0, 1.571),
    ("elbow_flex", "revolute", "0.133 0 0", "0 1 0", -2.251, 2.251, 1.521),
    ("forearm_roll", "continuous", "0.197 0 0", "1 0 0", 0.0, 0.0, 1.571),
    ("wrist_flex", "revolute", "0.1245 0 0", "0 1 0", -2.16, 2.16, 2.268),
    ("wrist_roll", "continuous", "0.1385 0 0", "1 0 0", 0.0, 0.0, 2.268),
)


def fetch_like() -> str:
    """The URDF of an arm with the Fetch's lengths, axes and limits."""
    parts, parent = ['<robot name="fetch"><link name="torso_lift_link"/>'], "torso_lift_link"
    for name, kind, xyz, axis, low, high, velocity in _FETCH:
        child = f"{name}_link"
        parts.append(
            f'<link name="{child}"/><joint name="{name}_joint" type="{kind}">'
            f'<parent link="{parent}"/><child link="{child}"/><origin xyz="{xyz}"/>'
            f'<axis xyz="{axis}"/>'
            f'<limit lower="{low}" upper="{high}" velocity="{velocity}"/></joint>'
        )
        parent = child
    parts.append(
        '<link name="gripper_link"/><joint name="gripper_axis" type="fixed">'
        f'<parent link="{parent}"/><child link="gripper_link"/><origin xyz="0.16645 0 0"/></joint>'
        "</robot>"
    )
    return "".join(parts)


def planar() -> Chain:
    """The arm that can be worked out on paper."""
    return chain(read(PLANAR), "base", "tip")


def fetch() -> Chain:
    """The arm like the Fetch's."""
    return chain(read(fetch_like()), "torso_lift_link", "gripper_link")
