"""The hand of an arm: a palm and two fingers with a force limit, on the arm's last link.

The fingers of a URDF are linkages that close loops, which no URDF can say; these have the measures
by which grasps are looked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cotree.core.grippers import Gripper
from cotree.core.places import Point
from cotree.simulation.physics.frames import quat_of
from cotree.simulation.physics.gripper import (
    FINGER_DAMPED,
    FINGER_HEAVY,
    FINGER_KG,
    FINGER_STIFF,
    PALM_KG,
    PALM_M,
    SIDES,
)
from cotree.simulation.physics.missing import need_mujoco

if TYPE_CHECKING:
    import mujoco

TOUCHES, LOOSE, FIRM, FIRST_HAND = 4, 2, 8, 16
"""Robots touch what stands firm and what is loose, not themselves and not each other; of what is in
a hand they touch what is in their own.  Each is a bit of MuJoCo's ``contype``; hands have one each.
"""
GROUP = 2
"""Of all that belongs to robots: it is drawn, and rays go through it."""
DARK = [0.25, 0.25, 0.28, 1.0]


def mount_hand(spec: mujoco.MjSpec, link: str, name: str, gripper: Gripper, bit: int) -> None:
    """Put a hand onto a link: bodies ``name``, ``name left`` and ``name right``.

    ``bit``: that of what this hand alone touches.
    """
    kinds = need_mujoco()
    pose = np.linalg.inv(np.array(gripper.tool))
    hand = spec.body(link).add_body(
        name=name, pos=pose[:3, 3].tolist(), quat=quat_of(pose[:3, :3]).tolist(), gravcomp=1.0
    )
    palm = (PALM_M, gripper.aperture_m / 2 + gripper.finger_m, gripper.palm_m / 2)
    _box(hand, (-gripper.depth_m - PALM_M, 0.0, 0.0), palm, PALM_KG, gripper, bit)
    reach = gripper.aperture_m / 2
    for side, sign in SIDES:
        finger = hand.add_body(name=f"{name} {side}", gravcomp=1.0)
        joint = finger.add_joint(
            name=f"{name} {side}", type=kinds.mjtJoint.mjJNT_SLIDE, axis=[0, -sign, 0]
        )
        joint.limited, joint.range = kinds.mjtLimited.mjLIMITED_TRUE, [0.0, reach]
        joint.solref_limit, joint.armature = [0.004, 1.0], FINGER_HEAVY
        joint.damping = [5.0, 0.0, 0.0] if np.ndim(joint.damping) else 5.0
        half = (gripper.depth_m / 2, gripper.finger_m / 2, gripper.height_m / 2)
        middle = (-gripper.depth_m / 2, sign * (reach + gripper.finger_m / 2), 0.0)
        _box(finger, middle, half, FINGER_KG, gripper, bit)
        motor = spec.add_actuator(name=f"{name} {side}", target=f"{name} {side}")
        motor.trntype = kinds.mjtTrn.mjTRN_JOINT
        motor.set_to_position(kp=FINGER_STIFF, kv=FINGER_DAMPED)
        motor.forcelimited, motor.forcerange = True, [-gripper.force_n, gripper.force_n]
    both = spec.add_equality(name=f"{name} both", name1=f"{name} left", name2=f"{name} right")
    both.type, both.objtype = kinds.mjtEq.mjEQ_JOINT, kinds.mjtObj.mjOBJ_JOINT
    both.data[:5] = [0.0, 1.0, 0.0, 0.0, 0.0]
    both.solref = [0.01, 1.0]


def _box(
    body: mujoco.MjsBody, at: Point, half: Point, mass_kg: float, gripper: Gripper, bit: int
) -> None:
    geom = body.add_geom(
        type=need_mujoco().mjtGeom.mjGEOM_BOX, pos=list(at), size=list(half), rgba=DARK
    )
    geom.mass, geom.group = mass_kg, GROUP
    geom.contype, geom.conaffinity = TOUCHES, LOOSE | FIRM | bit
    geom.condim, geom.friction = 4, [gripper.friction, 0.005, 0.0003]
    geom.solref = [0.004, 1.0]
