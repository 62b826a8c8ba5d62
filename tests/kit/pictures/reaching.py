"""Rendered reaches over a table: what the camera sees while a person takes one of seven things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cotree.core.frames import point_of
from cotree.core.places import Point
from cotree.perception.camera import Array, Camera, looking
from cotree.perception.frame import Depth, Image
from cotree.team.mirror.reaches import along
from tests.kit.pictures.hand import PALM
from tests.kit.pictures.scene import Box, Can, Colour, Reaching, Scene

COLOURS: dict[str, Colour] = {
    "cup": (200, 30, 30),
    "sugar": (230, 230, 225),
    "teapot": (30, 60, 160),
    "sandwich": (210, 170, 60),
    "orange": (240, 130, 20),
    "apple": (60, 150, 40),
    "burger": (90, 50, 30),
}
TURN = 4
"""So many of the things are the person's turn."""
TABLE_Z = 0.75
APART_M = 0.15
RATE_HZ = 15.0
RESTS_S = 0.35
"""The hand stays so long at what it has reached."""
SHOULDER = np.array([0.15, 0.95, 1.10])


def camera() -> Camera:
    """On the robot's head, across the table from the person."""
    return looking((0.0, -0.85, 1.55), (0.0, 0.05, 0.78))


@dataclass(frozen=True, eq=False)
class Reach:
    """One reach: what lies where, what is the person's turn, what is meant, and the palm's way."""

    things: dict[str, Box | Can]
    turn: tuple[str, ...]
    meant: str
    palms: tuple[tuple[float, Point], ...]

    def middle(self, name: str) -> Point:
        """The middle of a thing."""
        thing = self.things[name]
        tall = thing.height if isinstance(thing, Can) else thing.size[2]
        return (thing.foot[0], thing.foot[1], thing.foot[2] + tall / 2)


def draw(dice: np.random.Generator) -> Reach:
    """A random table and a reach of 0.9 to 1.4 s over it, with a bend."""
    feet = _feet(dice)
    things = {
        name: _thing(foot, COLOURS[name], dice) for name, foot in zip(COLOURS, feet, strict=True)
    }
    names = [str(name) for name in dice.permutation(list(things))]
    turn = tuple(names[:TURN])
    meant = str(dice.choice(turn))
    reach = Reach(things, turn, meant, ())
    start = np.array([dice.uniform(-0.1, 0.35), dice.uniform(0.48, 0.58), dice.uniform(0.82, 0.9)])
    goal = np.array(reach.middle(meant))
    back = (start - goal) * [1, 1, 0]
    end = goal + 0.05 * back / np.linalg.norm(back) + [0.0, 0.0, 0.05]
    lasts_s, bend_m = dice.uniform(0.9, 1.4), dice.uniform(-0.04, 0.04)
    frames = int((lasts_s + RESTS_S) * RATE_HZ) + 1
    way = tuple(
        (i / RATE_HZ, along(point_of(start), point_of(end), i / RATE_HZ / lasts_s, bend_m))
        for i in range(frames)
    )
    return Reach(things, turn, meant, way)


def film(reach: Reach, dice: np.random.Generator) -> Iterator[tuple[float, Image, Depth]]:
    """The frames of a reach, first the table without the hand at half a second before."""
    things = list(reach.things.values())
    stage = Scene(table_z=TABLE_Z, things=things).drawn(camera())
    yield (-0.5, *stage.copy().noisy(dice))
    bent = float(dice.uniform(0.1, 0.3))
    for t_s, palm in reach.palms:
        shown = stage.copy()
        shown.hand(_posed(np.array(palm), bent))
        yield (t_s, *shown.noisy(dice))


def _posed(palm: Array, bent: float) -> Reaching:
    """A hand whose fingers point away from the shoulder, flat over the table."""
    fingers = (palm - SHOULDER) * [1.0, 1.0, 0.6]
    fingers /= np.linalg.norm(fingers)
    back = np.array([0.0, 0.0, 1.0]) - fingers * fingers[2]
    back /= np.linalg.norm(back)
    axes = np.stack([np.cross(fingers, back), fingers, back], axis=1)
    return Reaching(palm - axes @ PALM, axes, bent)


def _feet(dice: np.random.Generator) -> list[Point]:
    feet: list[Point] = []
    while len(feet) < len(COLOURS):
        foot = (float(dice.uniform(-0.45, 0.45)), float(dice.uniform(-0.25, 0.3)), TABLE_Z)
        if all(np.hypot(foot[0] - at[0], foot[1] - at[1]) > APART_M for at in feet):
            feet.append(foot)
    return feet


def _thing(foot: Point, colour: Colour, dice: np.random.Generator) -> Box | Can:
    if dice.random() < 0.5:
        return Can(foot, float(dice.uniform(0.03, 0.045)), float(dice.uniform(0.04, 0.12)), colour)
    wide, deep, tall = dice.uniform(0.05, 0.09), dice.uniform(0.05, 0.09), dice.uniform(0.04, 0.12)
    return Box(foot, (float(wide), float(deep), float(tall)), colour, float(dice.uniform(0, 3)))
