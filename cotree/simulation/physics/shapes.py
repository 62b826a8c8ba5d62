"""Household objects as solids: how they look, how heavy and how slippery they are."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Literal

from cotree.core.places import Point

Kind = Literal["box", "cylinder", "sphere", "ellipsoid", "capsule", "mesh"]
Colour = tuple[float, float, float]

WHITE: Colour = (0.92, 0.92, 0.90)
BROWN: Colour = (0.55, 0.33, 0.16)


@dataclasses.dataclass(frozen=True)
class Solid:
    """One convex part of a thing; sizes are halves, as MuJoCo counts them.

    box: x, y, z; cylinder and capsule: radius, half length; sphere: radius; ellipsoid: radii;
    mesh: a scale, with the file in ``file``.
    """

    kind: Kind
    size: tuple[float, ...]
    at: Point = (0.0, 0.0, 0.0)
    turn: Point = (0.0, 0.0, 0.0)
    """Euler angles about x, y, z, in radians."""
    colour: Colour | None = None
    """None: as the thing."""
    file: str = ""


@dataclasses.dataclass(frozen=True)
class Thing:
    """Something that can be grasped, with its origin in its middle on the ground."""

    solids: tuple[Solid, ...]
    mass_kg: float
    colour: Colour
    friction: float = 0.8


def _upright(kind: Kind, *size: float, colour: Colour | None = None, up: float = 0.0) -> Solid:
    """A solid that stands on the ground, or ``up`` above it."""
    half = size[0] if kind == "sphere" else size[-1] + (size[0] if kind == "capsule" else 0.0)
    return Solid(kind, size, (0.0, 0.0, half + up), colour=colour)


def _lying(radius_m: float, half_m: float) -> Solid:
    return Solid("capsule", (radius_m, half_m), (0.0, 0.0, radius_m), (0.0, 1.5707963, 0.0))


def _with_handle(radius_m: float, half_m: float) -> tuple[Solid, ...]:
    """A round vessel and the bar of its handle, held off by two short ones."""
    out = radius_m + 0.028
    bar = Solid("box", (0.005, 0.005, 0.6 * half_m), (out, 0.0, half_m))
    arms = tuple(
        Solid("box", (0.014, 0.005, 0.005), (radius_m + 0.012, 0.0, half_m + sign * 0.6 * half_m))
        for sign in (-1, 1)
    )
    return (_upright("cylinder", radius_m, half_m), bar, *arms)


HOUSEHOLD: Mapping[str, Thing] = {
    "cup": Thing(_with_handle(0.028, 0.04), 0.15, (0.15, 0.35, 0.75)),
    "mug": Thing(_with_handle(0.041, 0.045), 0.25, (0.80, 0.15, 0.15)),
    "sugar": Thing((_upright("box", 0.019, 0.045, 0.085),), 0.40, (0.95, 0.85, 0.20)),
    "teapot": Thing(
        (
            _upright("ellipsoid", 0.052, 0.052, 0.045),
            Solid("cylinder", (0.012, 0.02), (0.0, 0.0, 0.10)),
            Solid("capsule", (0.009, 0.025), (0.062, 0.0, 0.06), (0.0, 0.8, 0.0)),
            Solid("box", (0.008, 0.006, 0.03), (-0.07, 0.0, 0.05)),
        ),
        0.45,
        (0.30, 0.55, 0.35),
    ),
    "sandwich": Thing(
        (
            _upright("box", 0.042, 0.042, 0.009),
            _upright("box", 0.040, 0.040, 0.006, colour=(0.45, 0.70, 0.25), up=0.018),
            _upright("box", 0.042, 0.042, 0.009, up=0.030),
        ),
        0.15,
        (0.85, 0.68, 0.42),
    ),
    "orange": Thing((_upright("sphere", 0.0365),), 0.16, (0.98, 0.55, 0.05), friction=0.7),
    "apple": Thing((_upright("sphere", 0.0375),), 0.15, (0.75, 0.10, 0.12), friction=0.6),
    "burger": Thing(
        (
            _upright("cylinder", 0.032, 0.011),
            _upright("cylinder", 0.033, 0.006, colour=(0.30, 0.16, 0.08), up=0.022),
            _upright("cylinder", 0.032, 0.013, up=0.034),
        ),
        0.18,
        (0.80, 0.52, 0.22),
    ),
    "can": Thing((_upright("cylinder", 0.033, 0.06),), 0.35, (0.70, 0.05, 0.10)),
    "bottle": Thing(
        (_upright("cylinder", 0.03, 0.07), _upright("cylinder", 0.013, 0.03, up=0.14)),
        0.30,
        (0.10, 0.50, 0.30),
        friction=0.6,
    ),
    "box": Thing((_upright("box", 0.03, 0.08, 0.105),), 0.40, (0.75, 0.35, 0.15)),
    "sponge": Thing((_upright("box", 0.055, 0.035, 0.0125),), 0.02, (0.95, 0.90, 0.25)),
    "banana": Thing((_lying(0.018, 0.07),), 0.12, (0.95, 0.85, 0.25)),
    "lemon": Thing((_upright("ellipsoid", 0.034, 0.026, 0.026),), 0.08, (0.98, 0.90, 0.20)),
    "block": Thing((_upright("box", 0.02, 0.02, 0.02),), 0.06, (0.60, 0.42, 0.22)),
    "pen": Thing((_lying(0.008, 0.06),), 0.02, (0.10, 0.10, 0.30)),
    "candle": Thing((_upright("cylinder", 0.02, 0.08),), 0.12, WHITE),
    "ball": Thing((_upright("sphere", 0.033),), 0.06, (0.75, 0.85, 0.15)),
}
"""By what they are called; the widths are those that tell a gripper of 7 cm from one of 9.5 cm."""

UNKNOWN = Thing((_upright("box", 0.025, 0.025, 0.035),), 0.15, BROWN)


def thing_of(name: str) -> Thing:
    """The object of this name, or of the word that it contains (``red_cup``); else a small box."""
    words = (name, *name.lower().replace("-", "_").split("_"))
    return next((HOUSEHOLD[word] for word in words if word in HOUSEHOLD), UNKNOWN)


def mesh_thing(file: str, colour: Colour, mass_kg: float, scale: float = 1.0) -> Thing:
    """A thing whose form is a mesh in a file, of which MuJoCo lets the convex hull collide."""
    return Thing((Solid("mesh", (scale,), file=file),), mass_kg, colour)


def flat_thing(name: str) -> tuple[Solid, ...]:
    """What marks a place on a table: a tray, a plate, a bowl; nothing for any other name.

    It is low enough that what is put there lands on it.
    """
    match name:
        case "tray":
            return (Solid("box", (0.13, 0.10, 0.002), (0, 0, 0.002), colour=(0.45, 0.30, 0.20)),)
        case "plate":
            return (Solid("cylinder", (0.10, 0.003), (0, 0, 0.003), colour=WHITE),)
        case "bowl":
            return (Solid("cylinder", (0.085, 0.004), (0, 0, 0.004), colour=(0.6, 0.75, 0.85)),)
        case _:
            return ()


def top_m(thing: Thing) -> float:
    """How high a thing is, upright; of a mesh, a guess."""
    return max(solid.at[2] + _half_height(solid) for solid in thing.solids)


def _half_height(solid: Solid) -> float:
    match solid.kind:
        case "sphere":
            return solid.size[0]
        case "capsule":
            return solid.size[0] + abs(math.cos(solid.turn[1])) * solid.size[1]
        case "mesh":
            return 0.08
        case _:
            return solid.size[-1]
