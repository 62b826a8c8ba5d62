"""From a mission to a scene: what stands on the table or the floor, and where robots begin."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from xml.etree import ElementTree as Xml

import numpy as np

from cotree.core.frames import hand_pose, point_of, unit
from cotree.core.mission import Mission, RobotModel
from cotree.core.places import Point
from cotree.core.reasons import Reason
from cotree.simulation.physics.cameras import REAL, Camera, Floats, drawn_cameras
from cotree.simulation.physics.figures import Standing
from cotree.simulation.physics.gripper import gripper_xml
from cotree.simulation.physics.hand import hand_xml
from cotree.simulation.physics.models import with_robots
from cotree.simulation.physics.ports import Arms
from cotree.simulation.physics.quadruped_model import quadruped_xml
from cotree.simulation.physics.rehearsal import jaws_of, manner_of
from cotree.simulation.physics.scene import Scene, Table
from cotree.simulation.physics.shapes import flat_thing, thing_of
from cotree.simulation.physics.sim import Sim
from cotree.simulation.physics.standing import grippers_of, stands_at

TABLE_SPAN_M = 2.5
"""What lies within this is on one table; what is spread wider stands on the floor."""
EDGE_M = 0.15
NONE: Mapping[str, Reason] = MappingProxyType({})
LEGGED = ("quadruped",)
"""The models of robots that walk, by what their names begin with."""


@dataclasses.dataclass(frozen=True)
class Staged:
    """A scene with all that is added to it, and where hands rest, relative to their bases."""

    scene: Scene
    more: tuple[Xml.Element, ...]
    parked: Mapping[tuple[str, str], Floats]
    legged: tuple[str, ...]
    people: tuple[str, ...]
    standing: Mapping[str, Standing] = dataclasses.field(default_factory=dict)
    """The robots that have bodies, and so arms."""
    carried: Mapping[tuple[str, str], Floats] = dataclasses.field(default_factory=dict)
    """Where the hands of their arms rest, in the world."""
    armless: Mapping[str, Reason] = dataclasses.field(default_factory=dict)
    """The robots that should have arms, and why they have none; their grippers fly."""

    def eyes(self) -> dict[str, Point]:
        """Where the robots that have bodies look from."""
        return {name: each.eye() for name, each in self.standing.items()}

    def sim(self) -> Sim:
        """The scene with all that is added to it, compiled."""
        return Sim(self.scene, *self.more, change=with_robots(self.standing))


def staged(
    mission: Mission,
    cameras: Iterable[Camera] | None = None,
    arms: Arms | None = None,
    broken: Mapping[str, Reason] = NONE,
) -> Staged:
    """The physical side of a mission's world; without ``cameras`` one looks over all of it.

    ``arms`` knows which robots have bodies; the grippers of all others fly, and of those whose
    bodies are known to be ``broken``.
    """
    world = mission.world
    table = _table([*world.places.values(), *world.objects.values()])
    robots = {name: mate for name, mate in mission.team.items() if mate.robot is not None}
    more: list[Xml.Element] = []
    parked: dict[tuple[str, str], Floats] = {}
    carried: dict[tuple[str, str], Floats] = {}
    standing, armless = _bodies(mission, table, arms, broken)
    legged = []
    middle = _middle([*world.places.values(), *world.objects.values()])
    for name, mate in robots.items():
        model = mate.robot
        assert model is not None
        if is_legged(model):
            legged.append(name)
            more += quadruped_xml(name, mate.start)
            continue
        for gripper in grippers_of(model):
            pose = _parked(model, gripper, mate.start, middle)
            if name in standing:
                carried[name, gripper] = pose
                continue
            x, y, z = (float(value) for value in pose[:3, 3])
            more += gripper_xml(hand_name(name, gripper), jaws_of(model.name), (x, y, z))
            pose[:3, 3] -= mate.start
            parked[name, gripper] = pose
    people = tuple(name for name, mate in mission.team.items() if mate.robot is None)
    more += [part for name in people for part in hand_xml(name)]
    scene = Scene(
        {name: (thing_of(name), _on(at)) for name, at in world.objects.items()},
        {name: (flat_thing(name), at) for name, at in world.places.items() if flat_thing(name)},
        None if legged else table,
        tuple(_cameras(mission, middle) if cameras is None else cameras),
    )
    return Staged(scene, tuple(more), parked, tuple(legged), people, standing, carried, armless)


def _bodies(
    mission: Mission, table: Table | None, arms: Arms | None, broken: Mapping[str, Reason]
) -> tuple[dict[str, Standing], dict[str, Reason]]:
    """How robots stand at the table; and why some have no arms that should have some."""
    standing: dict[str, Standing] = {}
    armless = dict(broken)
    if arms is None or table is None:
        return standing, armless
    for name, mate in mission.team.items():
        stands = None if name in broken else stands_at(table, mate, arms)
        if isinstance(stands, Reason):
            armless[name] = stands
        elif stands is not None:
            standing[name] = stands
    return standing, armless


def hand_name(robot: str, gripper: str) -> str:
    """What the body of a gripper is called in a scene."""
    return f"{robot} {gripper}"


def is_legged(model: RobotModel) -> bool:
    """Whether this kind of robot walks, and so can fall."""
    return model.name.startswith(LEGGED)


def _cameras(mission: Mission, middle: Point) -> tuple[Camera, ...]:
    """Those of the mission's world, and the usual ones that it does not name otherwise."""
    own = drawn_cameras(mission.world.cameras)
    taken = set(mission.world.cameras)
    return (*own, *(each for each in usual_cameras(middle) if each.name not in taken))


def usual_cameras(middle: Point) -> tuple[Camera, ...]:
    """One camera in front and one above, that see a table."""
    x, y, _ = middle
    front = Camera("front", (x, y - 1.15, 0.95), (x, y, 0.0), fovy_deg=55.0, noise=REAL)
    above = Camera(
        "above", (x, y, 1.45), (x, y, 0.0), up=(0.0, 1.0, 0.0), fovy_deg=52.0, noise=REAL
    )
    return (front, above)


def _table(points: list[Point]) -> Table | None:
    if not points:
        return None
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    if max(high - low) > TABLE_SPAN_M:
        return None
    x, y = (float(value) for value in (low + high)[:2] / 2)
    half_x, half_y = (float(value) for value in (high - low)[:2] / 2 + EDGE_M)
    return Table(x, y, half_x, half_y)


def _middle(points: list[Point]) -> Point:
    if not points:
        return (0.0, 0.0, 0.0)
    return point_of((np.min(points, axis=0) + np.max(points, axis=0)) / 2)


def _on(at: Point) -> Point:
    return (at[0], at[1], at[2] + 0.001)


def _parked(model: RobotModel, gripper: str, base: Point, middle: Point) -> Floats:
    """Where a hand rests, turned as this kind of robot takes things."""
    x, y, z = model.home.get(gripper, base)
    ahead = np.subtract(middle, base) * (1, 1, 0)
    if np.linalg.norm(ahead) < 1e-6:
        ahead = np.array((1.0, 0.0, 0.0))
    ahead = unit(ahead)
    across = np.array((-ahead[1], ahead[0], 0.0))
    along = ahead if manner_of(model.name) == "sideways" else np.array((0.0, 0.0, -1.0))
    if gripper not in model.home:
        beside = 0.15 if "left" in gripper else -0.15 if "right" in gripper else 0.0
        x, y = x + 0.3 * ahead[0] + beside * across[0], y + 0.3 * ahead[1] + beside * across[1]
    return hand_pose(np.array((x, y, z + 0.25)), along, across)
