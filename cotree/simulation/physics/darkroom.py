"""Pictures of moments of a running world, developed anywhere, also in a process of their own.

A shot is small: where every joint stood.  It is taken between two steps and changes nothing, so a
world is the same whether it is photographed or not.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cotree.core.places import Point
from cotree.simulation.body import KinematicBody
from cotree.simulation.physics.body import PhysicsBody
from cotree.simulation.physics.cameras import Floats, Frame
from cotree.simulation.physics.eye import Eye
from cotree.simulation.physics.hand import Hand
from cotree.simulation.physics.scene import Scene
from cotree.simulation.physics.sim import Sim

if TYPE_CHECKING:
    import mujoco


@dataclasses.dataclass(frozen=True)
class Shot:
    """A moment of a world: its state, and where people's hands were."""

    t_s: float
    state: Floats
    hands: Mapping[str, Point]


def shot_of(body: KinematicBody, now_s: float, hands: Mapping[str, Point]) -> Shot:
    """The moment that a world of forces is in."""
    assert isinstance(body, PhysicsBody), "only a world of forces can be drawn"
    return Shot(now_s, body.sim.state(), dict(hands))


@dataclasses.dataclass(frozen=True)
class Plates:
    """What a darkroom needs of a world: its form, who has a hand in it, and the seed of noise.

    It can be pickled, so pictures can be developed in a process of their own.
    """

    scene: Scene
    model: mujoco.MjModel
    people: tuple[str, ...]
    seed: int


def plates_of(body: KinematicBody, seed: int) -> Plates:
    """The form of a world of forces."""
    assert isinstance(body, PhysicsBody), "only a world of forces can be drawn"
    return Plates(body.sim.scene, body.sim.model, tuple(body.people), seed)


class Darkroom:
    """Develops the shots of one world."""

    def __init__(self, plates: Plates) -> None:
        self._sim = Sim.like(plates.scene, plates.model)
        self._hands = {name: Hand(self._sim, name) for name in plates.people}
        self._eye = Eye(self._sim, plates.seed)

    def develop(self, shot: Shot, camera: str) -> Frame:
        """What this camera saw then."""
        self._sim.become(shot.state)
        for name, at in shot.hands.items():
            self._hands[name].go_over(at)
        self._sim.refresh()
        return dataclasses.replace(self._eye.look(camera), t_s=shot.t_s)

    def close(self) -> None:
        """Free what OpenGL holds."""
        self._eye.close()
