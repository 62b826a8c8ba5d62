"""Do grasps with a high score lift, and those with a low one not?  A free gripper in MuJoCo.

    python benchmarks/lifting.py [--seed 1] [--json] [--gate]

Sixteen shapes, seen once each by a noisy camera for PR2 and Baxter, with and without the paper's
range of orientations; the best grasp and four others, drawn over all scores including 0, go in,
close, rise by 12 cm and wait for 2 s; lifted is what is 10 cm higher then.  With ``--gate`` it
fails below an AUC of 0.8, when fewer than 85 % of the best grasps lift, or below 300 trials.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy: threads that wait burn CPU time
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import msgspec
import mujoco
import numpy as np

# Run as a file, the tests' kit of shapes is out of sight.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cotree.manipulation.grasps import (
    ANY,
    BAXTER,
    PR2,
    SIDEWAYS,
    TOP_DOWN,
    Effort,
    Grasp,
    Gripper,
    grasps,
)
from tests.kit.bodies import geoms
from tests.kit.gates import gated
from tests.kit.shapes import EYE, SHAPES, seen

CASES = ((BAXTER, TOP_DOWN), (PR2, SIDEWAYS), (BAXTER, ANY), (PR2, ANY))
ALL = Effort(keep=2000, least_score=0.0)
WORTH = Effort().least_score
STEP_S = 0.002
LEAST_AUC, LEAST_BEST, LEAST_TRIALS = 0.8, 0.85, 300
"""The gates."""
OPEN_N, CLOSE_N = -2.0, 15.0
RISE_M, LIFTED_M = 0.12, 0.10
OTHERS = 4
"""So many grasps are tried beside the best one."""


class Trial(msgspec.Struct, frozen=True):
    """One grasp that was tried."""

    shape: str
    gripper: str
    best: bool
    score: float
    lifted: bool


def scene(shape: str, yaw: float, gripper: Gripper) -> str:
    """A table, the thing on it, and a gripper on a mount that goes anywhere."""
    half, finger, depth = gripper.aperture_m / 2, gripper.finger_m / 2, gripper.depth_m
    fingers = "".join(
        f'<body name="{name}"><joint name="{name}" type="slide" axis="0 {-side} 0" '
        f'range="0 {half}" damping="20"/><geom type="box" mass=".1" contype="2" '
        f'size="{depth / 2} {finger} {gripper.height_m / 2}" '
        f'pos="{-depth / 2} {side * (half + finger)} 0"/></body>'
        for name, side in (("left", 1), ("right", -1))
    )
    return f"""<mujoco><compiler angle="degree" eulerseq="xyz"/>
<option timestep="{STEP_S}" cone="elliptic" impratio="10" integrator="implicitfast"/>
<default><geom friction="0.6 0.02 0.0005" solref="0.004 1" solimp="0.95 0.99 0.001"/></default>
<worldbody><geom type="plane" size="1 1 .1"/>
<body name="thing" euler="0 0 {np.rad2deg(yaw)}"><freejoint/>{geoms(shape)}</body>
<body name="mount" mocap="true"/>
<body name="palm"><freejoint name="palm"/><geom type="box" mass="1" contype="2"
 size=".01 {half + 2 * finger} .02" pos="{-depth - 0.012} 0 0"/>{fingers}</body></worldbody>
<equality><weld body1="mount" body2="palm" solref=".004 1" solimp=".99 .999 .001"/>
<joint joint1="left" joint2="right" polycoef="0 1 0 0 0"/></equality>
<actuator><motor joint="left"/><motor joint="right"/></actuator></mujoco>"""


def lifts(shape: str, yaw: float, grasp: Grasp, gripper: Gripper) -> bool:
    """Whether the thing is still up after the gripper went in, closed, rose and waited."""
    model = mujoco.MjModel.from_xml_string(scene(shape, yaw, gripper))
    data = mujoco.MjData(model)
    hand, before = grasp.pose(), grasp.before(0.1)
    turn = np.zeros(4)
    mujoco.mju_mat2Quat(turn, hand[:3, :3].ravel())
    palm = model.joint("palm").qposadr[0]
    data.qpos[palm : palm + 7] = (*before[:3, 3], *turn)
    data.mocap_pos[0], data.mocap_quat[0] = before[:3, 3], turn
    mujoco.mj_forward(model, data)
    thing = model.body("thing").id
    start_m = data.subtree_com[thing][2]
    up = hand[:3, 3] + (0.0, 0.0, RISE_M)
    for duration_s, to, force in (
        (0.05, before[:3, 3], OPEN_N),
        (0.4, hand[:3, 3], OPEN_N),
        (0.4, hand[:3, 3], CLOSE_N),
        (0.6, up, CLOSE_N),
        (2.0, up, CLOSE_N),
    ):
        here, steps = data.mocap_pos[0].copy(), round(duration_s / STEP_S)
        for i in range(steps):
            data.mocap_pos[0] = here + (to - here) * (i + 1) / steps
            data.ctrl[:] = force
            mujoco.mj_step(model, data)
    return bool(data.subtree_com[thing][2] - start_m > LIFTED_M)


def trials(seed: int) -> list[Trial]:
    """All shapes, all cases."""
    dice, rows = np.random.default_rng(seed), []
    for shape in SHAPES:
        for gripper, allowed in CASES:
            yaw, noise = dice.uniform(-np.pi, np.pi), int(dice.integers(10**6))
            cloud = seen(SHAPES[shape], yaw, noise_m=0.001, seed=noise, points=3000)
            found = grasps(cloud, EYE, gripper, table_z=0.0, allowed=allowed, effort=ALL).grasps
            others = dice.permutation(np.arange(1, len(found)))[:OTHERS].tolist()
            for i in sorted({0, *others}) if found else ():
                lifted = lifts(shape, yaw, found[i], gripper)
                rows.append(Trial(shape, gripper.name, i == 0, found[i].score, lifted))
    return rows


def auc(rows: list[Trial]) -> float:
    """How often a grasp that lifts has a higher score than one that does not; 0.5 is chance."""
    yes, no = (np.array([r.score for r in rows if r.lifted is each]) for each in (True, False))
    return float((yes[:, None] > no).mean() + 0.5 * (yes[:, None] == no).mean())


def main() -> int:
    """Print what came of it; with a gate, fail when scores say too little."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--gate", action="store_true")
    options = parser.parse_args()
    rows = trials(options.seed)
    best = [row.lifted for row in rows if row.best and row.score >= WORTH]
    share, area = sum(best) / len(best), auc(rows)
    if options.json:
        gates = {"auc": LEAST_AUC, "best": LEAST_BEST}
        found = {"auc": area, "best": share, "gates": gates}
        print(json.dumps({**found, "trials": msgspec.to_builtins(rows)}, indent=2))
    else:
        print(f"{len(rows)} trials: AUC {area:.3f}; {share:.0%} of {len(best)} best grasps lift")
        for shape in SHAPES:
            mine = [row for row in rows if row.shape == shape]
            text = " ".join(f"{row.score:.0f}{'+' if row.lifted else '-'}" for row in mine)
            print(f"  {shape:10} {text}")
    said = [f"AUC {area:.3f}, below {LEAST_AUC:g}"] if area < LEAST_AUC else []
    said += [f"{share:.0%} of the best lift, below {LEAST_BEST:.0%}"] if share < LEAST_BEST else []
    said += [f"{len(rows)} trials, below {LEAST_TRIALS}"] if len(rows) < LEAST_TRIALS else []
    return gated(said if options.gate else [])


if __name__ == "__main__":
    sys.exit(main())
