"""The body of forces does what every body must; its permits are kept by the stage around it."""

from __future__ import annotations

import pytest

from cotree.conformance.body import BodyConformance
from cotree.core.actions import Drive, Pause
from cotree.runtime.ports import Body
from cotree.simulation.physics.missing import have_mujoco
from cotree.simulation.stage.cast import body_of
from cotree.trees.reading import loads

if not have_mujoco():  # to import it here would decide how it draws
    pytest.skip("needs cotree[physics]: no MuJoCo here", allow_module_level=True)

MISSION = loads(
    "mission: m\nteam: {pr2: {robot: pr2}}\n"
    "world: {physics: true, objects: {cup: [1, 1]}}\ntask: {wait: 1}\n"
)


class TestPhysical(BodyConformance):
    actions = (Pause(1.0), Drive((0.3, 0.0, 0.0)))
    patience_s = 8.0
    soon_s = 5.0  # forces take their time, and no tick waits for them in real time
    guards = False

    def body(self) -> Body:
        return body_of(MISSION)
