"""Missions in which two robots and a tablet lay a table, each short enough to live through."""

from __future__ import annotations

from tests.kit.processes import ROOT

LEASE_S = 1.0
"""Where somebody is lost."""
CALM_S = 6.0
"""Where nobody is: a process that a busy machine holds up is not taken for a lost one."""
OBJECTS = ("cup", "bowl", "fork", "plate")
ONCE = dict.fromkeys(OBJECTS, 1)
CUP = r"▶ running  \S*cup/move to cup"
"""What a robot says when it sets out for the cup."""


def bring(*names: str) -> str:
    """Steps that bring each of these objects to the table, in any order."""
    steps = "{move: $object}, {pick: $object}, {move: table}, {place: {object: $object, at: table}}"
    return (
        f"and: [for each: {{object: [{', '.join(names)}], do: {{then: [{steps}], name: $object}}}}]"
    )


def mission(task: str, handling: str = "0.2 s", lease_s: float = LEASE_S) -> str:
    """Two robots and a tablet lay a table."""
    has = "{base: base, left_gripper: gripper, right_gripper: gripper, head: head}"
    robot = f"{{resources: {has}, speed: 10 m/s, drive_overhead: 0.6 s, handling: {handling}}}"
    return f"""
team:
  pr2:    {{robot: {robot}, at: [0, 0]}}
  baxter: {{robot: {robot}, at: [9, 0]}}
world:
  places: {{table: [4, 2]}}
  objects: {{cup: [3, 0], bowl: [6, 0], fork: [7, 1], plate: [0, 2]}}
task: {{{task}}}
coordination: {{witness: [tablet], lease: {lease_s} s, renew: 0.25 s, stop: 0.2 s}}
"""


TABLE = mission(bring(*OBJECTS), lease_s=CALM_S)
IN_LOCKSTEP = mission(bring(*OBJECTS))
"""Where time is virtual, nothing holds up a process."""
IN_STAGES = f"then: [{{{bring('cup')}, name: first}}, {{{bring(*OBJECTS[1:])}, name: rest}}]"
STAGES = mission(IN_STAGES)
LONG_STAGES = mission(IN_STAGES, "5 s")
"""Who is killed at the cup is back before all is done, also on a busy machine."""
SLOW = mission(bring(*OBJECTS), "8 s", CALM_S)

WITH_ANN_ONCE = dict.fromkeys(("cup", "burger", "sugar"), 1)
"""The teapot is Ann's."""


def with_ann() -> str:
    """The tea table of the experiment with a person, by arms that are twice as fast.

    She reaches for the cup when the burger is there: robots are at work then, though she may have
    begun long before them.  It takes her four seconds to get it, and a robot half a one to ask.
    """
    text = (ROOT / "config/experiments/human_robot.yaml").read_text()
    has = "{right_gripper: gripper, head: head}"
    arm = f"{{resources: {has}, reach: 1.2 m, arm_speed: 0.25 m/s, handling: 4 s}}"
    for robot in ("pr2_right_arm", "baxter_right_arm"):
        text = text.replace(f"robot: {robot}", f"robot: {arm}")
    text = text.replace("- and:", "- then:", 1).replace("0.4 s", "1.5 s, after: burger")
    return text.replace("mission: set the table with Ann\n", "")
