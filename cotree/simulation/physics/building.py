"""A mission's world, compiled: a robot whose body cannot be built is left without arms."""

from __future__ import annotations

from cotree.core.mission import Mission
from cotree.core.reasons import Reason
from cotree.simulation.physics.figures import Standing
from cotree.simulation.physics.missing import PhysicsError
from cotree.simulation.physics.models import with_robots
from cotree.simulation.physics.ports import Arms
from cotree.simulation.physics.scene import Scene
from cotree.simulation.physics.sim import Sim
from cotree.simulation.physics.staging import Staged, staged

NO_MODEL = "no_model"
"""The code of robots without a usable model."""


def built(mission: Mission, arms: Arms | None) -> tuple[Staged, Sim]:
    """The scene and its mechanics; ``Staged.armless`` says which robots have no arms, and why."""
    stage = staged(mission, arms=arms)
    try:
        return stage, stage.sim()
    except PhysicsError:
        broken = {name: why for name, each in stage.standing.items() if (why := _broken(each))}
        if not broken:
            raise
    stage = staged(mission, arms=arms, broken={**stage.armless, **broken})
    return stage, stage.sim()


def _broken(standing: Standing) -> Reason | None:
    """Why this body alone cannot be built; None: it can."""
    try:
        Sim(Scene(), change=with_robots({"robot": standing}))
    except PhysicsError as error:
        why = " ".join(str(error).split())
        return Reason(NO_MODEL, f"{standing.figure.urdf.name}: {why}")
    return None
