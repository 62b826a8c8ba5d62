"""A table with boxes, cylinders, cards and a hand, as an RGB-D camera sees it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cotree.core.places import Point
from cotree.perception.camera import Array, Camera
from cotree.perception.frame import Depth, Image
from tests.kit.pictures.hand import Cones, hand

Colour: TypeAlias = tuple[int, int, int]
SKIN: Colour = (225, 172, 145)
LIGHT = np.array([0.35, -0.25, 0.9]) / np.linalg.norm([0.35, -0.25, 0.9])


@dataclass(frozen=True)
class Box:
    """A box on the table: the middle of its foot, its sizes, turned about the vertical."""

    foot: Point
    size: Point
    colour: Colour
    turned: float = 0.0


@dataclass(frozen=True)
class Can:
    """A standing cylinder: the middle of its foot."""

    foot: Point
    radius: float
    height: float
    colour: Colour


@dataclass(frozen=True, eq=False)
class Card:
    """A flat picture in the room: its middle, where its right and its down point, its side."""

    middle: Point
    right: Point
    down: Point
    side: float
    picture: Image


@dataclass(frozen=True, eq=False)
class Reaching:
    """A hand: where its wrist is, and its axes as columns."""

    wrist: Array
    axes: Array
    bent: float = 0.15


@dataclass
class Scene:
    """What is there; the table is horizontal, the floor of the picture is one grey."""

    table_z: float = 0.75
    table: Colour = (150, 130, 110)
    things: Sequence[Box | Can | Card] = ()
    hands: Sequence[Reaching] = field(default_factory=tuple)

    def drawn(self, camera: Camera, width: int = 640, height: int = 480) -> Picture:
        """A picture of it, to which hands may be added."""
        picture = Picture(camera, width, height)
        picture.plane(self.table_z, self.table)
        for thing in self.things:
            match thing:
                case Box():
                    picture.box(thing)
                case Can():
                    picture.can(thing)
                case Card():
                    picture.card(thing)
        for each in self.hands:
            picture.hand(each)
        return picture

    def seen(self, camera: Camera, dice: np.random.Generator | None = None) -> tuple[Image, Depth]:
        """The image and the depth; dice add the noise of a cheap depth camera."""
        picture = self.drawn(camera)
        return picture.noisy(dice) if dice is not None else (picture.rgb, picture.depth)


class Picture:
    """Keeps, for each pixel, the nearest of what was drawn."""

    def __init__(self, camera: Camera, width: int, height: int) -> None:
        self.camera = camera
        self.rgb: Image = np.full((height, width, 3), 95, np.uint8)
        self.depth: Depth = np.zeros((height, width), np.float32)
        v, u = np.mgrid[0:height, 0:width].astype(np.float64)
        self.rays = camera.rays(np.stack([u, v], -1)) @ camera.axes.T
        self.at = np.asarray(camera.at)

    def copy(self) -> Picture:
        """The same picture, to be drawn on."""
        other = copy.copy(self)
        other.rgb, other.depth = self.rgb.copy(), self.depth.copy()
        return other

    def plane(self, z: float, colour: Colour) -> None:
        with np.errstate(divide="ignore"):
            depth = (z - self.at[2]) / self.rays[..., 2]
        self._put(np.s_[:, :], np.where((depth > 0) & (depth < 6), depth, np.inf), np.array(colour))

    def box(self, box: Box) -> None:
        c, s = np.cos(box.turned), np.sin(box.turned)
        turn = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
        half = np.asarray(box.size) / 2
        middle = np.asarray(box.foot) + np.array([0, 0, half[2]])
        part = self._part(middle, float(np.linalg.norm(half)))
        rays, start = self.rays[part] @ turn.T, turn @ (self.at - middle)
        with np.errstate(divide="ignore", invalid="ignore"):
            one, other = (-half - start) / rays, (half - start) / rays
        near, far = np.minimum(one, other), np.maximum(one, other)
        depth = near.max(-1)
        hit = (depth < far.min(-1)) & (depth > 0)
        normal = turn.T[:, near.argmax(-1)].transpose(1, 2, 0) * -np.sign(
            np.take_along_axis(rays, near.argmax(-1)[..., None], -1)
        )
        self._put(part, np.where(hit, depth, np.inf), _lit(box.colour, normal))

    def can(self, can: Can) -> None:
        foot = np.asarray(can.foot)
        part = self._part(
            foot + np.array([0, 0, can.height / 2]), float(np.hypot(can.radius, can.height))
        )
        rays, start = self.rays[part], self.at - foot
        a = rays[..., 0] ** 2 + rays[..., 1] ** 2
        b = rays[..., 0] * start[0] + rays[..., 1] * start[1]
        c = start[0] ** 2 + start[1] ** 2 - can.radius**2
        with np.errstate(invalid="ignore", divide="ignore"):
            wall = (-b - np.sqrt(b * b - a * c)) / a
            lid = (can.height - start[2]) / rays[..., 2]
        z = start[2] + wall * rays[..., 2]
        wall = np.where((z > 0) & (z < can.height) & (wall > 0), wall, np.inf)
        over = start[:2] + lid[..., None] * rays[..., :2]
        lid = np.where(((over**2).sum(-1) < can.radius**2) & (lid > 0), lid, np.inf)
        hit = start + np.where(np.isfinite(wall), wall, 0.0)[..., None] * rays
        side = hit * [1, 1, 0] / can.radius
        normal = np.where((lid < wall)[..., None], [0.0, 0.0, 1.0], side)
        self._put(part, np.minimum(wall, lid), _lit(can.colour, normal))

    def card(self, card: Card) -> None:
        middle, right, down = map(np.asarray, (card.middle, card.right, card.down))
        part = self._part(middle, card.side)
        normal = np.cross(right, down)
        rays = self.rays[part]
        depth = ((middle - self.at) @ normal) / (rays @ normal)
        hit = self.at + depth[..., None] * rays - middle
        u, v = hit @ right / card.side + 0.5, hit @ down / card.side + 0.5
        inside = (u >= 0) & (u < 1) & (v >= 0) & (v < 1) & (depth > 0)
        size = card.picture.shape[0]
        shown = card.picture[
            np.clip((v * size).astype(int), 0, size - 1),
            np.clip((u * size).astype(int), 0, size - 1),
        ]
        shown = shown if shown.ndim == 3 else np.repeat(shown[..., None], 3, -1)
        self._put(part, np.where(inside, depth - 1e-4, np.inf), shown.astype(np.float64))

    def hand(self, each: Reaching) -> None:
        cones = hand(each.bent).placed(each.axes, each.wrist)
        found = _march(self, cones)
        if found is None:
            return
        part, depth = found
        gap = 1e-3
        hit = np.isfinite(depth)
        points = self.at + np.where(hit, depth, 0.0)[..., None] * self.rays[part]
        normal = np.zeros_like(points)
        here = cones.distance(points[hit])
        for axis in range(3):
            normal[hit, axis] = (cones.distance(points[hit] + gap * np.eye(3)[axis]) - here) / gap
        self._put(part, depth, _lit(SKIN, normal))

    def noisy(self, dice: np.random.Generator) -> tuple[Image, Depth]:
        """Grain of 4 grey levels; depth noise growing with its square; 2 % of the depth is lost."""
        grain = dice.normal(0.0, 4.0, self.rgb.shape)
        rgb = np.clip(self.rgb + grain, 0, 255).astype(np.uint8)
        depth = self.depth + dice.normal(0.0, 1.0, self.depth.shape) * 0.0015 * self.depth**2
        return rgb, np.where(dice.random(depth.shape) < 0.02, 0.0, depth).astype(np.float32)

    def _part(self, middle: Array, radius: float) -> tuple[slice, slice]:
        """The part of the image that a ball can cover."""
        ahead = float((middle - self.at) @ np.asarray(self.camera.ahead))
        u, v = self.camera.pixels(middle)
        far = 1.3 * radius * max(self.camera.fx, self.camera.fy) / max(ahead - radius, 0.05) + 2
        height, width = self.depth.shape
        rows = (max(0, int(v - far)), min(height, int(v + far) + 1))
        columns = (max(0, int(u - far)), min(width, int(u + far) + 1))
        return slice(*rows), slice(*columns)

    def _put(self, part: tuple[slice, slice], depth: Array, colour: Array) -> None:
        old = self.depth[part]
        nearer = np.isfinite(depth) & ((old == 0) | (depth < old))
        old[nearer] = depth[nearer]
        shown = np.broadcast_to(np.clip(colour, 0, 255), (*depth.shape, 3))
        self.rgb[part][nearer] = shown[nearer].astype(np.uint8)


def _lit(colour: Colour, normal: Array) -> Array:
    light: Array = 0.5 + 0.5 * np.clip(normal @ LIGHT, 0.0, 1.0)
    return np.asarray(colour) * light[..., None]


def _march(picture: Picture, cones: Cones) -> tuple[tuple[slice, slice], Array] | None:
    """Along each ray to the surface: first every fourth pixel, then those near what was hit."""
    ends = np.concatenate([cones.a, cones.b])
    middle = (ends.min(0) + ends.max(0)) / 2
    radius = float(np.linalg.norm(ends - middle, axis=1).max()) + 0.04
    rows, columns = picture._part(middle, radius)
    part = np.s_[rows.start : rows.stop, columns.start : columns.stop]
    rays = picture.rays[part]
    if min(rays.shape[:2]) < 8:
        return None
    start = max(0.05, float((middle - picture.at) @ np.asarray(picture.camera.ahead)) - radius)
    coarse = rays[::4, ::4]
    depth, nearest = _walk(picture.at, coarse.reshape(-1, 3), cones, start, start + 2 * radius)
    near = nearest < 4.0 * start * 1.5 / picture.camera.fx + 0.004
    near, depth = near.reshape(coarse.shape[:2]), depth.reshape(coarse.shape[:2])
    grown = np.pad(near, 1)
    near = np.any(
        [
            grown[1 + i : grown.shape[0] - 1 + i, 1 + j : grown.shape[1] - 1 + j]
            for i in (-1, 0, 1)
            for j in (-1, 0, 1)
        ],
        axis=0,
    )
    mask: NDArray[np.bool_] = np.kron(near, np.ones((4, 4), bool))[: rays.shape[0], : rays.shape[1]]
    fine = np.full(rays.shape[:2], np.inf)
    first = max(start, float(depth[near].min()) - 0.05) if near.any() else start
    walked, least = _walk(picture.at, rays[mask], cones, first, start + 2 * radius)
    fine[mask] = np.where(least < 0.0006, walked, np.inf)
    return part, fine


def _walk(at: Array, rays: Array, cones: Cones, start: float, end: float) -> tuple[Array, Array]:
    """Depth reached on each ray, and the least distance to the surface on the way."""
    length = np.linalg.norm(rays, axis=1)
    depth, least = np.full(len(rays), start), np.full(len(rays), np.inf)
    live = np.arange(len(rays))
    for _ in range(40):
        gap = cones.distance(at + depth[live, None] * rays[live])
        least[live] = np.minimum(least[live], gap)
        depth[live] += np.where(gap > 0.0005, 0.95 * gap / length[live], 0.0)
        live = live[(gap > 0.0005) & (depth[live] < end)]
        if not len(live):
            break
    return depth, least
