"""Which thing is which: by its colour, its size and, where it was learned, its many colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType

import msgspec
import numpy as np

from cotree.core.frames import point_of
from cotree.core.places import Point
from cotree.perception.camera import Array
from cotree.perception.objects.clusters import Cluster

GREY = 128.0
"""Where a and b are no colour, and the middle of L."""
DARK = 32.0
"""What is darker shows too little colour to be scaled."""
CELLS = 8
"""The template counts colours in 8 x 8 cells of a and b."""


class Look(msgspec.Struct, frozen=True):
    """How a thing looks: its middle colour as CIE L, a, b of bytes, and what else is known."""

    name: str
    lab: Point
    tall_m: float | None = None
    template: tuple[float, ...] | None = None
    """Shares of its points by colour, of one thing that was learned."""


class Alike(msgspec.Struct, frozen=True):
    """How different the same thing may look, as standard deviations, and when it is another."""

    light: float = 40.0
    colour: float = 10.0
    tall_m: float = 0.02
    template: float = 0.3
    most: float = 3.0
    """What is more different than this is something else."""
    margin: float = 0.5
    """What is so nearly as much another thing is neither."""


def look_of(name: str, cluster: Cluster, tall_m: float, cv2: ModuleType) -> Look:
    """How a thing looks that is seen now."""
    lab = cv2.cvtColor(np.ascontiguousarray(cluster.colours[:, None, :]), cv2.COLOR_RGB2Lab)[:, 0]
    counts, _, _ = np.histogram2d(
        lab[:, 1], lab[:, 2], bins=CELLS, range=((64.0, 192.0), (64.0, 192.0))
    )
    shares = (counts / max(counts.sum(), 1.0)).ravel()
    template = tuple(float(share) for share in shares)
    return Look(name, point_of(np.median(lab, axis=0)), tall_m, template)


def coloured(name: str, red: int, green: int, blue: int, cv2: ModuleType) -> Look:
    """The look of a thing of which only the colour is known."""
    pixel = np.array([[[red, green, blue]]], np.uint8)
    return Look(name, point_of(cv2.cvtColor(pixel, cv2.COLOR_RGB2Lab)[0, 0].astype(np.float64)))


def difference(seen: Look, known: Look, alike: Alike) -> float:
    """How much two looks differ, in standard deviations."""
    light = seen.lab[0] - known.lab[0]
    apart = math.dist(_chroma(seen.lab), _chroma(known.lab))
    total = (light / alike.light) ** 2 + (apart / alike.colour) ** 2
    if seen.tall_m is not None and known.tall_m is not None:
        total += ((seen.tall_m - known.tall_m) / alike.tall_m) ** 2
    if seen.template is not None and known.template is not None:
        same = float(np.sum(np.sqrt(np.multiply(seen.template, known.template))))
        total += max(0.0, 1.0 - same) / alike.template**2
    return float(np.sqrt(total))


def _chroma(lab: Point) -> tuple[float, float]:
    """Its colour as if it were lit evenly: in the shade a and b fade together with L."""
    scale = GREY / max(lab[0], DARK)
    return ((lab[1] - GREY) * scale, (lab[2] - GREY) * scale)


def names_of(seen: Sequence[Look], known: Sequence[Look], alike: Alike) -> list[str]:
    """For each look the name of the known thing it is, or ''; no thing is there twice."""
    names = [""] * len(seen)
    if not seen or not known:
        return names
    table = np.array([[difference(one, other, alike) for other in known] for one in seen])
    while float(table.min()) <= alike.most:
        i, j = (int(at) for at in np.unravel_index(int(table.argmin()), table.shape))
        if _clear(table, i, j, alike.margin):
            names[i] = known[j].name
            table[:, j] = np.inf
        table[i, :] = np.inf
    return names


def _clear(table: Array, i: int, j: int, margin: float) -> bool:
    """Whether no other known thing is nearly as much like what is seen."""
    others = np.delete(table[i], j)
    return not len(others) or float(others.min()) - float(table[i, j]) >= margin
