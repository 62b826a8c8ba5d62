"""The shapes of ``shapes`` as bodies of MuJoCo: its own solids, or shells of small boxes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np


def _solid(kind: str, size: str, at: str, mass: float = 0.15, euler: str = "0 0 0") -> str:
    return f'<geom type="{kind}" size="{size}" pos="{at}" euler="{euler}" mass="{mass}"/>'


def _wall(radius: float, wall: float, tall: float) -> str:
    """An upright tube of sixteen boxes."""
    wide, out = radius * np.tan(np.pi / 16) * 1.02, radius - wall / 2
    return "".join(
        _solid(
            "box",
            f"{wall / 2} {wide} {tall / 2}",
            f"{out * np.cos(a)} {out * np.sin(a)} {tall / 2}",
            0.0075,
            f"0 0 {np.rad2deg(a)}",
        )
        for a in np.arange(16) * np.pi / 8
    )


def _mug() -> str:
    handle = "".join(
        _solid(
            "capsule",
            f".006 {0.027 * np.tan(np.pi / 12)}",
            f"0 {0.04 + 0.027 * np.cos(a)} {0.045 + 0.027 * np.sin(a)}",
            0.003,
            f"{np.rad2deg(a)} 0 0",
        )
        for a in np.linspace(-np.pi / 2, np.pi / 2, 9)
    )
    return _wall(0.04, 0.005, 0.09) + _solid("cylinder", ".035 .0025", "0 0 .0025", 0.02) + handle


def _bowl() -> str:
    parts = []
    for lift in np.deg2rad((-75, -60, -45, -30, -15, -5)):
        out = 0.0775 * np.cos(lift)
        for a in np.arange(20) * np.pi / 10:
            way = (-np.sin(lift) * np.cos(a), -np.sin(lift) * np.sin(a), np.cos(lift))
            parts.append(
                f'<geom type="box" mass=".00167" zaxis="{way[0]} {way[1]} {way[2]}" '
                f'size=".0025 {max(out * np.tan(np.pi / 20) * 1.02, 0.004)} .0105" '
                f'pos="{out * np.cos(a)} {out * np.sin(a)} {0.08 + 0.0775 * np.sin(lift)}"/>'
            )
    return "".join(parts)


def _ring() -> str:
    return "".join(
        _solid(
            "capsule",
            f".018 {0.04 * np.tan(np.pi / 12)}",
            f"{0.04 * np.cos(a)} {0.04 * np.sin(a)} .018",
            0.01,
            f"90 0 {np.rad2deg(a)}",
        )
        for a in np.arange(12) * np.pi / 6
    )


def _cone() -> str:
    return "".join(
        _solid(
            "cylinder",
            f"{0.035 * (1 - (i + 0.5) / 20)} .0025",
            f"0 0 {0.0025 + 0.005 * i}",
            0.008,
        )
        for i in range(20)
    )


_BODIES: dict[str, Callable[[], str]] = {
    "orange": lambda: _solid("sphere", ".0365", "0 0 .0365"),
    "apple": lambda: _solid("ellipsoid", ".0375 .0375 .035625", "0 0 .035625"),
    "egg": lambda: _solid("ellipsoid", ".022 .022 .0286", "0 0 .0286", 0.06),
    "sugar box": lambda: _solid("box", ".0225 .045 .06", "0 0 .06", 0.3),
    "sponge": lambda: _solid("box", ".035 .055 .0125", "0 0 .0125", 0.05),
    "sandwich": lambda: _solid("box", ".04 .065 .0175", "0 0 .0175"),
    "cube": lambda: _solid("box", ".025 .025 .025", "0 0 .025", 0.1),
    "can": lambda: _solid("cylinder", ".033 .06", "0 0 .06", 0.3),
    "burger": lambda: _solid("cylinder", ".032 .03", "0 0 .03"),
    "tube": lambda: _solid("cylinder", ".025 .07", "0 0 .025", 0.2, "90 0 0"),
    "cup": lambda: _wall(0.032, 0.004, 0.09) + _solid("cylinder", ".028 .002", "0 0 .002", 0.02),
    "mug": _mug,
    "bowl": _bowl,
    "bottle": lambda: (
        _solid("cylinder", ".032 .06", "0 0 .06", 0.3)
        + _solid("cylinder", ".0128 .04", "0 0 .16", 0.05)
    ),
    "doughnut": _ring,
    "cone": _cone,
}


def geoms(shape: str) -> str:
    """The solids of a shape, standing on z = 0; names are those of ``SHAPES``."""
    return _BODIES[shape]()
